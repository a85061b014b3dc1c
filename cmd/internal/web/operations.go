package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/docs"
	"queens/internal/errs"
	"queens/internal/named"
)

// Prefix is where the paths of this version of the interface begin.
const Prefix = "/api/v1"

// API answers the operations.
type API struct {
	live
	huma  huma.API
	added map[string]bool // identifiers of operations
	heavy map[string]bool // patterns of the mux that take more than a moment: operations and pages
}

// Operation is a row of the table of operations.
type Operation struct {
	ID      string
	Method  string // missing: GET
	Path    string
	Tag     string
	Summary string
	Text    string          // more; may be empty
	Example string          // path and query of an example; missing: the path
	Body    json.RawMessage // of the example
	Schema  string          // of the answer, if that can be JSON
	Status  int             // of success; 0: 200
	Errors  []int           // that it may answer with, besides those of all operations
	Media   []string        // media types of an answer that is more than JSON
	Stream  bool            // the answer does not end by itself
	Changes bool            // it changes something, so that its answer depends on what was before
	Heavy   bool            // it takes more than a moment
}

// operations holds those of operations.json. A new one is a block there and a call of add.
var operations = sync.OnceValue(func() []Operation {
	list := named.JSON[[]Operation](ownFile("operations.json"))
	for i := range list {
		o := &list[i]
		o.Method, o.Example = cmp.Or(o.Method, http.MethodGet), cmp.Or(o.Example, o.Path)
	}
	return list
})

// NewStill returns an API without counts, whose operations are on mux. token says whether a client
// needs the token of the server.
func newStill(mux *http.ServeMux, token bool) *API {
	config := huma.DefaultConfig("queens", "1")
	config.Servers = []*huma.Server{{URL: "/", Description: "the server that sent this description"}}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", Description: "the token that queens serve printed or got " +
			"with --token"},
		"cookie": {Type: "apiKey", In: "cookie", Name: tokenCookie, Description: "the same; opening the address " +
			"with ?token=... gives it to a browser"},
	}
	config.Security = []map[string][]string{{"bearer": {}}, {"cookie": {}}}
	if !token {
		config.Security = append(config.Security, map[string][]string{}) // nothing is needed
	}
	config.Transformers = append(config.Transformers, withoutLongValues)
	config.Info.Description = "The n-queens workstation: orbits, lists, pictures, traces, races and exact counts. " +
		"Counts are decimal strings, rows and columns count from 1. The JSON Schema of an answer queens.check/1 is " +
		"/schemas/queens.check-1.json."
	config.DocsPath = "" // its page loads scripts from elsewhere
	config.OpenAPIPath = "/openapi"
	config.SchemasPath = ""  // /schemas/ has those of all answers
	config.CreateHooks = nil // no $schema fields in answers: they have "schema"
	config.RejectUnknownQueryParameters = true
	a := &API{added: map[string]bool{}, heavy: map[string]bool{}}
	a.huma = humago.New(mux, config)
	for _, add := range []func(*API){addPlacements, addPictures, addPuzzles, addHuge, addAlgorithms} {
		add(a)
	}
	return a
}

const jsonMedia = "application/json"

// schemaOf refers to the JSON Schema of an answer, which with its definitions becomes components.
func (a *API) schemaOf(o Operation) *huma.Schema {
	text, _ := docs.Schema(docs.SchemaFile(o.Schema))
	name := strings.TrimSuffix(docs.SchemaFile(o.Schema), ".json")
	whole := named.JSON[map[string]any](bytes.ReplaceAll(text, []byte("#/$defs/"), []byte(components+name+".")))
	parts, _ := whole["$defs"].(map[string]any)
	maps.DeleteFunc(whole, func(key string, _ any) bool { return key[0] == '$' })
	list := a.huma.OpenAPI().Components.Schemas.Map()
	list[name] = &huma.Schema{Extensions: whole}
	for part, schema := range parts {
		list[name+"."+part] = &huma.Schema{Extensions: schema.(map[string]any)}
	}
	return &huma.Schema{Ref: components + name}
}

const components = "#/components/schemas/"

// tokenCookie is the name of the cookie in which a browser keeps the token.
const tokenCookie = "queens-token"

// maxEcho is the most bytes of a value, or of the place where it stands, that an error
// repeats.
const maxEcho = 200

func withoutLongValues(_ huma.Context, _ string, v any) (any, error) {
	problem, ok := v.(*huma.ErrorModel)
	if !ok {
		return v, nil
	}
	for _, detail := range problem.Errors {
		if text, err := json.Marshal(detail.Value); err != nil || len(text) > maxEcho {
			detail.Value = nil
		}
		detail.Location = fmt.Sprintf("%.*s", maxEcho, detail.Location)
	}
	return v, nil
}

// Operations returns the operations of this API.
func (a *API) Operations() []Operation {
	return slices.DeleteFunc(slices.Clone(operations()), func(o Operation) bool { return !a.added[o.ID] })
}

// statuses returns those of its errors: what the operation itself and what the server refuses.
func (o Operation) statuses() []int {
	list := append(slices.Clone(o.Errors), http.StatusUnauthorized, http.StatusForbidden,
		http.StatusRequestURITooLong, http.StatusUnprocessableEntity)
	if strings.HasPrefix(o.Path, Prefix) { // others do not wait
		list = append(list, http.StatusServiceUnavailable)
	}
	if o.Method != http.MethodGet {
		list = append(list, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge)
	}
	if o.Body != nil {
		list = append(list, http.StatusBadRequest, http.StatusUnsupportedMediaType)
	}
	slices.Sort(list)
	return list
}

// maxBody is the largest body of a request, in bytes.
const maxBody = 64 << 10

func (a *API) describe(id string) (Operation, huma.Operation) {
	o := operations()[slices.IndexFunc(operations(), func(o Operation) bool { return o.ID == id })]
	a.added[id], a.heavy[o.Method+" "+o.Path] = true, o.Heavy
	op := huma.Operation{
		OperationID: o.ID, Method: o.Method, Path: o.Path, Summary: o.Summary, Description: o.Text,
		DefaultStatus: o.Status, MaxBodyBytes: maxBody + 1, Tags: []string{o.Tag}, Errors: o.statuses(),
		BodyReadTimeout: -1, // the gate has read it; a deadline would end the work with an error of the connection
	}
	if o.Media != nil {
		content := map[string]*huma.MediaType{}
		for _, media := range o.Media {
			schema := &huma.Schema{Type: huma.TypeString}
			if media == jsonMedia {
				schema = a.schemaOf(o)
			}
			content[media] = &huma.MediaType{Schema: schema}
		}
		op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: content}}
	}
	return o, op
}

func add[I, O any](a *API, id string, answer func(context.Context, *I) (*O, error)) {
	type output struct{ Body printer.JSON }
	o, op := a.describe(id)
	op.Responses = map[string]*huma.Response{strconv.Itoa(cmp.Or(o.Status, http.StatusOK)): {
		Description: "OK", Content: map[string]*huma.MediaType{jsonMedia: {Schema: a.schemaOf(o)}},
	}}
	schema := o.Schema
	if of := reflect.TypeFor[O](); of.Kind() == reflect.Struct && reflect.Zero(of).FieldByName("Schema").IsValid() {
		schema = "" // the value has it
	}
	respond(a, op, func(ctx context.Context, in *I) (*output, error) {
		body, err := answer(ctx, in)
		return &output{printer.JSON{Schema: schema, Value: body}}, err
	})
}

// respond adds an operation. A question with a method read is read before it is answered.
func respond[I, O any](a *API, op huma.Operation, answer func(context.Context, *I) (*O, error)) {
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (out *O, err error) {
		if question, ok := any(in).(interface{ read() error }); ok {
			err = question.read()
		}
		if err == nil {
			out, err = answer(ctx, in)
		}
		if err != nil {
			return nil, problem(err)
		}
		return out, nil
	})
}

type raw struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Cache       string `header:"Cache-Control"`
	Body        []byte
}

func addRaw[I any](a *API, id string, answer func(context.Context, *I) (*raw, error)) {
	_, op := a.describe(id)
	respond(a, op, answer)
}

// Turns limits how much is done at once, by its capacity: who has taken a turn lets others wait.
type Turns chan struct{}

// Take waits for a turn, and reports whether it came before ctx ended.
func (t Turns) Take(ctx context.Context) bool {
	select {
	case t <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// Return gives a turn back.
func (t Turns) Return() { <-t }

// statusOf returns the HTTP status for an error of a library.
func statusOf(err error) int {
	status := liveStatus(err)
	switch {
	case status != 0:
		return status
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	case errs.ExitCode(err) == errs.Usage, errors.Is(err, queens.ErrNotSolution):
		return http.StatusUnprocessableEntity
	}
	return http.StatusInternalServerError
}

// advice is the part of an error that names flags of the command line.
var advice = regexp.MustCompile(`[:;] [^:;]*(: )?--[^:;]*`)

// textOf returns what an error says, without advice that holds on the command line only.
func textOf(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "this takes longer than the server allows for one request; the command line has no such limit"
	case errors.Is(err, context.Canceled):
		return "the server stopped before it had the answer"
	}
	return advice.ReplaceAllString(err.Error(), "")
}

func problem(err error) error {
	if _, ok := errors.AsType[huma.StatusError](err); ok {
		return err
	}
	return huma.NewError(statusOf(err), textOf(err))
}
