// Package api is the workstation's interface for programs: HTTP and JSON
// under /api/v1, described by OpenAPI 3.1 at /openapi.json, with problem details
// (RFC 9457) for errors and server-sent events for what changes. The pages of the
// workstation use nothing else.
//
// Counts are decimal strings; rows and columns count from 1. Operations is the table of all
// operations, each with an example that the tests run.
package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"queens"
	"queens/find/solver"
	"queens/internal/answer/printer"
	"queens/symmetry"
)

// Prefix is where the paths of this version of the interface begin.
const Prefix = "/api/v1"

// API answers the operations.
type API struct {
	live
	huma  huma.API
	list  []Example
	heavy map[string]bool // patterns of the mux
}

// Example is a request that shows an operation.
type Example struct {
	Operation string // its identifier
	Summary   string
	Method    string
	Path      string
	Body      string // JSON; empty: none
	Stream    bool   // the answer does not end by itself
	Changes   bool   // it changes something, so that its answer depends on what was before
}

// Options say what an API reports about itself.
type Options struct {
	Version string
	Token   bool // whether a client needs the token of the server
}

// NewStill returns an API without counts, whose operations are on mux.
func NewStill(mux *http.ServeMux, o Options) *API {
	config := huma.DefaultConfig("queens", o.Version)
	config.Servers = []*huma.Server{{URL: "/", Description: "the server that sent this description"}}
	config.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"bearer": {Type: "http", Scheme: "bearer", Description: "the token that queens serve printed or got " +
			"with --token"},
		"cookie": {Type: "apiKey", In: "cookie", Name: TokenCookie, Description: "the same; opening the address " +
			"with ?token=... gives it to a browser"},
	}
	config.Security = []map[string][]string{{"bearer": {}}, {"cookie": {}}}
	if !o.Token {
		config.Security = append(config.Security, map[string][]string{}) // nothing is needed
	}
	// Words in JSON, numbers in Go.
	config.Components.Schemas.RegisterTypeAlias(reflect.TypeFor[[]symmetry.Symmetry](), reflect.TypeFor[[]string]())
	config.Transformers = append(config.Transformers, withoutLongValues)
	config.Info.Description = "The n-queens workstation: orbits, lists, pictures, traces, races and exact counts. " +
		"Counts are decimal strings, rows and columns count from 1."
	config.DocsPath = "" // its page loads scripts from elsewhere
	config.OpenAPIPath = "/openapi"
	config.SchemasPath = "/schemas"
	config.CreateHooks = nil // no $schema fields in answers: they have "schema"
	config.RejectUnknownQueryParameters = true
	a := &API{heavy: map[string]bool{}}
	a.huma = humago.New(mux, config)
	for _, add := range operations {
		add(a)
	}
	a.describeComponents()
	return a
}

func (a *API) describeComponents() {
	components := a.huma.OpenAPI().Components.Schemas
	for name, schema := range components.Map() {
		describeDecimals(schema, components.TypeFromRef("#/components/schemas/"+name))
	}
}

// describeDecimals says of the numbers that JSON has as strings, by their tag, that they are
// strings: huma does not read that part of the tag.
func describeDecimals(schema *huma.Schema, t reflect.Type) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct {
		return
	}
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if property := schema.Properties[name]; property != nil &&
			slices.Contains(strings.Split(options, ","), "string") {
			schema.Properties[name] = &huma.Schema{Type: huma.TypeString, Description: property.Description}
		}
	}
}

var operations = []func(*API){
	addPlacements,
	addPictures,
	addPuzzles,
	addHuge,
	addAlgorithms,
	addTraces,
}

// TokenCookie is the name of the cookie in which a browser keeps the token.
const TokenCookie = "queens-token"

// Expensive reports whether a pattern of the mux is that of an operation that takes
// time: so few are to be answered at once.
func (a *API) Expensive(pattern string) bool { return a.heavy[pattern] }

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
		if len(detail.Location) > maxEcho {
			detail.Location = strings.ToValidUTF8(detail.Location[:maxEcho], "") + "..."
		}
	}
	return v, nil
}

// Examples returns one example for each operation, new.
func (a *API) Examples() []Example { return slices.Clone(a.list) }

type operation struct {
	id      string
	schema  string // of the answer; empty: the type of the answer has it
	method  string // empty: GET
	path    string // below Prefix, unless it begins with "/"
	summary string
	text    string // more; may be empty
	example string // path and query of an example; empty: the path
	body    string // JSON of an example
	status  int    // of success; 0: 200
	errors  []int  // that it may answer with, besides 422
	tag     string
	media   string // media types of an answer that is more than JSON, with commas
	stream  bool
	changes bool
	heavy   bool // it takes more than a moment
}

var refusals = []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusServiceUnavailable}

const maxBody = 64 << 10

func (a *API) describe(o operation) huma.Operation {
	if o.method == "" {
		o.method = http.MethodGet
	}
	a.list = append(a.list, Example{
		Operation: o.id, Summary: o.summary, Method: o.method, Path: cmp.Or(o.example, o.path), Body: o.body,
		Stream: o.stream, Changes: o.changes,
	})
	if o.heavy {
		a.heavy[o.method+" "+o.path] = true
	}
	op := huma.Operation{
		OperationID: o.id, Method: o.method, Path: o.path, Summary: o.summary, Description: o.text,
		DefaultStatus: o.status, MaxBodyBytes: maxBody,
		Errors: slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(refusals), o.errors...)))),
		Tags:   []string{o.tag},
	}
	if o.media != "" {
		content := map[string]*huma.MediaType{}
		for media := range strings.SplitSeq(o.media, ", ") {
			schema := &huma.Schema{Type: huma.TypeString}
			if media == "application/json" {
				schema.Type = huma.TypeObject
			}
			content[media] = &huma.MediaType{Schema: schema}
		}
		op.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: content}}
	}
	return op
}

func add[I, O any](a *API, o operation, answer func(context.Context, *I) (*O, error)) {
	type output struct{ Body printer.JSON }
	op := a.describe(o)
	body := a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[O](), false, o.id)
	describeDecimals(body, reflect.TypeFor[O]())
	if o.schema != "" {
		named := *body
		named.Properties = maps.Clone(body.Properties)
		named.Properties["schema"] = &huma.Schema{Type: huma.TypeString, Enum: []any{o.schema}}
		named.Required = append([]string{"schema"}, body.Required...)
		body = &named
	}
	op.Responses = map[string]*huma.Response{strconv.Itoa(cmp.Or(o.status, http.StatusOK)): {
		Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: body}},
	}}
	huma.Register(a.huma, op, func(ctx context.Context, in *I) (*output, error) {
		body, err := answer(ctx, in)
		if err != nil {
			return nil, problem(err)
		}
		return &output{printer.JSON{Schema: o.schema, Value: body}}, nil
	})
}

type raw struct {
	Type        string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Cache       string `header:"Cache-Control"`
	Body        []byte
}

func addRaw[I any](a *API, o operation, answer func(context.Context, *I) (*raw, error)) {
	huma.Register(a.huma, a.describe(o), func(ctx context.Context, in *I) (*raw, error) {
		out, err := answer(ctx, in)
		if err != nil {
			return nil, problem(err)
		}
		return out, nil
	})
}

// statuses maps the errors of the libraries to what HTTP calls them; the first
// that matches counts.
var statuses = []struct {
	err    error
	status int
}{
	{context.DeadlineExceeded, http.StatusServiceUnavailable},
	{context.Canceled, http.StatusServiceUnavailable},
	{queens.ErrOrder, http.StatusUnprocessableEntity},
	{queens.ErrNotSolution, http.StatusUnprocessableEntity},
	{queens.ErrFormat, http.StatusUnprocessableEntity},
	{solver.ErrUnsupported, http.StatusUnprocessableEntity},
}

// Status returns the HTTP status for an error of a library.
func Status(err error) int {
	if status := liveStatus(err); status != 0 {
		return status
	}
	for _, s := range statuses {
		if errors.Is(err, s.err) {
			return s.status
		}
	}
	return http.StatusInternalServerError
}

func problem(err error) error {
	if _, ok := errors.AsType[huma.StatusError](err); ok {
		return err
	}
	text := err.Error()
	if errors.Is(err, context.DeadlineExceeded) {
		text = "this takes longer than the server allows for one request; the command line has no such limit"
	}
	return huma.NewError(Status(err), text)
}
