package cli

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/count"
	"queens/count/ledger"
	"queens/docs"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/math/orbit"
	"queens/math/torus"
	"queens/symmetry"
)

var schemaName = regexp.MustCompile(`^queens\.[a-z-]+/[0-9]+$`)

// TestEveryCommandHasASchema requires an example for each command with JSON output; TestAnswers
// runs the examples.
func TestEveryCommandHasASchema(t *testing.T) {
	eachCommand(func(cmd *cobra.Command) {
		if cmd.Flag("json") == nil || !cmd.Runnable() {
			return
		}
		words := strings.TrimPrefix(cmd.CommandPath(), "queens ")
		for _, e := range answers {
			if e.command == words || strings.HasPrefix(e.command, words+" ") {
				return
			}
		}
		t.Errorf("queens %s --json: no example in answers_test.go", words)
	})
}

// TestEveryRouteHasASchema requests JSON from every operation of the API that changes nothing, and
// reads the description of the others: each answer has a schema of the examples.
func TestEveryRouteHasASchema(t *testing.T) {
	text := must.Get(os.ReadFile(page))(t)
	listed := func(where, schema string) {
		t.Helper()
		if !schemaName.MatchString(schema) || !strings.Contains(string(text), "### `"+schema+"`\n") {
			t.Errorf("%s: schema %q is not among the examples", where, schema)
		}
	}
	mux, a, name := newAPI(t, t.TempDir())
	asked := 0
	for _, o := range a.Operations() {
		if o.Stream || o.Changes {
			continue
		}
		address := strings.ReplaceAll(o.Example, "{name}", name)
		for _, form := range []string{".svg", ".cnf"} { // request files as JSON if possible
			address = strings.Replace(address, form, ".json", 1)
		}
		request := httptest.NewRequest(o.Method, address, bytes.NewReader(o.Body))
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		mux.ServeHTTP(answer, request)
		if answer.Code/100 != 2 || !strings.HasPrefix(answer.Header().Get("Content-Type"), "application/json") {
			continue // a picture, a file, or a missing format
		}
		asked++
		var body struct {
			Schema string `json:"schema"`
		}
		if err := json.Unmarshal(answer.Body.Bytes(), &body); err != nil {
			t.Errorf("%s: %v", address, err)
		}
		listed(address, body.Schema)
	}
	if asked < 20 {
		t.Errorf("%d operations answered with JSON, want 20 at least", asked)
	}

	answer := httptest.NewRecorder()
	mux.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/openapi.json", nil))
	var described struct {
		Paths map[string]map[string]struct {
			Responses map[string]struct {
				Content map[string]struct {
					Schema struct {
						Ref string `json:"$ref"`
					} `json:"schema"`
				} `json:"content"`
			} `json:"responses"`
		} `json:"paths"`
	}
	must.Do(t, json.Unmarshal(answer.Body.Bytes(), &described))
	for route, methods := range described.Paths {
		for method, operation := range methods {
			for status, response := range operation.Responses {
				if media, ok := response.Content["application/json"]; ok && strings.HasPrefix(status, "2") {
					name := strings.TrimPrefix(media.Schema.Ref, "#/components/schemas/")
					i := max(0, strings.LastIndexByte(name, '-'))
					listed(method+" "+route, name[:i]+strings.Replace(name[i:], "-", "/", 1))
				}
			}
		}
	}
}

// schemaFiles is where the JSON Schema of each answer is; the program contains them.
var schemaFiles = filepath.Join("..", "..", "..", "docs", "schemas")

// gathered has a value of each answer, by schema.
type gathered struct {
	sync.Mutex
	values map[string]reflect.Value
}

// gather collects the values of all answers until the test ends. It reports a schema whose answers
// have two types.
func gather(t *testing.T) *gathered {
	g := &gathered{values: map[string]reflect.Value{
		"queens.list/1": reflect.ValueOf(struct { // written one solution at a time
			Order     int      `json:"order"`
			Base      *int     `json:"base,omitempty" doc:"what rows count from, if not from 1"`
			Solutions [][]uint `json:"solutions" doc:"the row of the queen of each column, of each solution"`
		}{}),
	}}
	printer.Shown = func(schema string, value any) {
		v := reflect.Indirect(reflect.ValueOf(value))
		isStruct := v.Kind() == reflect.Struct
		if isStruct && v.FieldByName("Schema").IsValid() {
			schema = cmp.Or(schema, v.FieldByName("Schema").String())
		}
		g.Lock()
		defer g.Unlock()
		before, ok := g.values[schema]
		switch {
		case schema == "" || isStruct && v.FieldByName("JSON").IsValid() || v.Type() == reflect.TypeFor[printer.JSON]():
			// what it wraps is reported as well
		case !ok || before.Kind() == reflect.Map:
			g.values[schema] = v
		case isStruct && before.Type() != v.Type():
			t.Errorf("%s: answers of two types, %v and %v", schema, before.Type(), v.Type())
		}
	}
	t.Cleanup(func() { printer.Shown = nil })
	return g
}

// compare writes a JSON Schema for each answer and compares it with its file.
func (g *gathered) compare(t *testing.T) {
	t.Helper()
	g.Lock()
	defer g.Unlock()
	written := map[string]bool{}
	for name, value := range g.values {
		s := &schemas{t: t, defs: object{}, names: map[reflect.Type]string{}}
		file := docs.SchemaFile(name)
		written[file] = true
		root := s.object(value)
		root["properties"].(object)["schema"] = naming(name)
		others := slices.DeleteFunc(root["required"].([]string), func(name string) bool { return name == "schema" })
		root["required"] = append([]string{"schema"}, others...)
		root["$schema"], root["$id"], root["title"] = "https://json-schema.org/draft/2020-12/schema", file, name
		s.prune(root)
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "\t")
		must.Do(t, encoder.Encode(root))
		short := innermost.ReplaceAllFunc(text.Bytes(), func(part []byte) []byte {
			return spaces.ReplaceAll(part, []byte(" "))
		})
		golden.Compare(t, filepath.Join(schemaFiles, file), short)
	}
	for _, file := range must.Get(os.ReadDir(schemaFiles))(t) {
		if !written[file.Name()] {
			t.Errorf("%s: no answer has this schema", file.Name())
		}
	}
}

// An object or a list without another one goes on one line.
var innermost, spaces = regexp.MustCompile(`\{[^{}]*\}|\[[^][{}]*\]`), regexp.MustCompile(`\n\t*`)

// schemas makes the schemas of the types of one answer.
type schemas struct {
	t     *testing.T
	defs  object // of structs with a name
	names map[reflect.Type]string
}

type object = map[string]any

func naming(schema string) object {
	return object{"const": schema, "description": "the name of this schema"}
}

var report = reflect.TypeFor[count.Report]()

func oneOf[T fmt.Stringer](list []T) object {
	var names []string
	for _, x := range list {
		names = append(names, x.String())
	}
	return object{"type": "string", "enum": names}
}

func text(pattern string) object { return object{"type": "string", "pattern": pattern} }

// decimal is a number in a string.
const decimal = "^-?[0-9]+$"

// special returns the schema of a type that writes itself.
func special(t reflect.Type) object {
	everySymmetry := symmetry.All()
	switch t {
	case reflect.TypeFor[queens.Perm]():
		return object{"type": "array", "items": object{"type": "integer", "minimum": 1}}
	case reflect.TypeFor[queens.Square]():
		line := func(text string) object { return object{"type": "integer", "minimum": 1, "description": text} }
		return object{
			"type": "object", "required": []string{"row", "column"}, "additionalProperties": false,
			"properties": object{"row": line("from 1, from the top"), "column": line("from 1, from the left")},
		}
	case reflect.TypeFor[queens.Total]():
		return text(decimal)
	case reflect.TypeFor[ledger.Hash]():
		return text("^[0-9a-f]{64}$")
	case reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	case reflect.TypeFor[time.Duration]():
		return object{"type": "integer", "minimum": 0}
	case reflect.TypeFor[queens.Topology]():
		return oneOf([]queens.Topology{queens.Regular, queens.Modular})
	case reflect.TypeFor[queens.Line]():
		return oneOf([]queens.Line{queens.Row, queens.Col, queens.Rising, queens.Falling})
	case reflect.TypeFor[symmetry.Symmetry]():
		return oneOf(everySymmetry[:])
	case reflect.TypeFor[symmetry.Class]():
		return oneOf([]symmetry.Class{symmetry.Asymmetric, symmetry.Central, symmetry.Rotational})
	case reflect.TypeFor[orbit.Move]():
		return text("^(inc|mov [0-9]+ [0-9]+) [0-9]+[.]5 [0-9]+[.]5$")
	case reflect.TypeFor[torus.Equivalence]():
		return oneOf(torus.Equivalences())
	}
	return nil
}

// of returns the schema of a type.
func (s *schemas) of(t reflect.Type) object {
	if o := special(t); o != nil {
		return o
	}
	if p := reflect.PointerTo(t); t.Kind() != reflect.Pointer &&
		(p.Implements(reflect.TypeFor[encoding.TextMarshaler]()) || p.Implements(reflect.TypeFor[json.Marshaler]())) {
		s.t.Errorf("%v writes itself: describe it in special", t)
	}
	switch k := t.Kind(); k {
	case reflect.Pointer:
		return s.of(t.Elem())
	case reflect.Struct:
		return s.named(t)
	case reflect.Slice, reflect.Array:
		items := s.of(t.Elem())
		if t.Elem().Kind() == reflect.Pointer && t.Elem().Elem().Kind() != reflect.Struct {
			items = nullable(items)
		}
		return object{"type": "array", "items": items}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.Interface:
		return object{}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float64:
		return object{"type": "number"}
	case reflect.String:
		if values := readSource(s.t, t).values[t.Name()]; len(values) > 0 {
			return object{"type": "string", "enum": values}
		}
		return object{"type": "string"}
	default:
		if k < reflect.Int || k > reflect.Uintptr {
			s.t.Errorf("%v has no form in JSON", t)
		}
		if k >= reflect.Uint {
			return object{"type": "integer", "minimum": 0}
		}
		return object{"type": "integer"}
	}
}

// named returns a reference to the schema of a struct, or the schema of one without a name.
func (s *schemas) named(t reflect.Type) object {
	if t.Name() == "" {
		return s.object(reflect.Zero(t))
	}
	name, ok := s.names[t]
	if !ok {
		name = strings.ToLower(t.Name()[:1]) + t.Name()[1:]
		if s.defs[name] != nil {
			name = path.Base(t.PkgPath()) + "." + name
		}
		s.names[t], s.defs[name] = name, object{} // now: a type may contain itself
		s.defs[name] = s.object(reflect.Zero(t))
	}
	return object{"$ref": "#/$defs/" + name}
}

// object returns the schema of a struct, or of a map with these values.
func (s *schemas) object(v reflect.Value) object {
	properties, required := object{}, []string{}
	o := object{"type": "object", "properties": properties, "additionalProperties": false}
	if v.Kind() == reflect.Map {
		for _, key := range v.MapKeys() {
			value := v.MapIndex(key)
			if value.Kind() == reflect.Interface {
				value = value.Elem()
			}
			properties[key.String()] = s.described(orNull(s.of(value.Type()), value.Type()), "", key.String(), "")
			required = append(required, key.String())
		}
		slices.Sort(required)
	} else {
		s.members(v.Type(), properties, &required)
		if v.Type() == report { // has it wherever it is
			properties["schema"] = naming("queens.count/1")
		}
		if text := readSource(s.t, v.Type()).comments[v.Type().Name()]; text != "" {
			o["description"] = text
		}
	}
	o["required"] = required
	return o
}

// prune leaves out the definitions that the answer does not use, because a member of its own
// replaces that of an embedded struct.
func (s *schemas) prune(root object) {
	used := object{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case object:
			if ref, ok := v["$ref"].(string); ok && used[path.Base(ref)] == nil {
				used[path.Base(ref)] = s.defs[path.Base(ref)]
				walk(s.defs[path.Base(ref)])
			}
			for _, inner := range v {
				walk(inner)
			}
		case []object:
			for _, inner := range v {
				walk(inner)
			}
		}
	}
	if walk(root); len(used) > 0 {
		root["$defs"] = used
	}
}

// members adds the members of a struct.
func (s *schemas) members(t reflect.Type, properties object, required *[]string) {
	promotes := func(f reflect.StructField) bool { return f.Anonymous && f.Tag.Get("json") == "" }
	for f := range t.Fields() {
		if promotes(f) { // before the members of t, which take precedence
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			s.members(inner, properties, required)
		}
	}
	for f := range t.Fields() {
		name, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		options := strings.Split(rest, ",")
		if !f.IsExported() || name == "-" || promotes(f) {
			continue
		}
		name = cmp.Or(name, f.Name)
		m := s.of(f.Type)
		if slices.Contains(options, "string") {
			m = text(decimal)
		}
		if values := f.Tag.Get("enum"); values != "" {
			m["enum"] = strings.Split(values, ",")
		}
		for _, key := range []string{"minimum", "maximum"} {
			if value, err := strconv.Atoi(f.Tag.Get(key)); err == nil {
				m[key] = value
			}
		}
		if !slices.Contains(options, "omitempty") && !slices.Contains(options, "omitzero") {
			if !slices.Contains(*required, name) {
				*required = append(*required, name)
			}
			m = orNull(m, f.Type)
		}
		comment := readSource(s.t, t).comments[t.Name()+"."+f.Name]
		properties[name] = s.described(m, t.Name(), name, cmp.Or(f.Tag.Get("doc"), comment))
	}
}

// orNull makes a schema of a type that has nil nullable.
func orNull(m object, t reflect.Type) object {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return nullable(m)
	}
	return m
}

// nullable returns a schema that allows null as well: for what does not exist.
func nullable(m object) object {
	if kind, ok := m["type"].(string); ok && m["enum"] == nil {
		m["type"] = []string{kind, "null"}
		return m
	}
	return object{"anyOf": []object{m, {"type": "null"}}}
}

// signed are the whole numbers that may be negative.
var signed = []string{"cpu", "default", "index", "max", "min", "rank", "slope", "subproblems", "sum"}

// described adds a description and the least value to a member of a type: its comment in the
// source, else what testdata/members.txt says.
func (s *schemas) described(m object, typeName, name, comment string) object {
	m["description"] = cmp.Or(comment, usual()[typeName+"."+name], usual()[name])
	if m["description"] == "" {
		s.t.Errorf("%s.%s: neither a comment nor testdata/members.txt says what it means", typeName, name)
	}
	if m["type"] == "integer" && m["minimum"] == nil && !slices.Contains(signed, name) {
		m["minimum"] = 0
	}
	return m
}

var usual = sync.OnceValue(func() map[string]string {
	text, err := os.ReadFile(filepath.Join("testdata", "members.txt"))
	if err != nil {
		panic(err)
	}
	lines := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, says, _ := strings.Cut(strings.TrimSpace(line), "  ")
		lines[name] = says
	}
	return lines
})

// sources has the comments and the words of a package.
type sources struct {
	comments map[string]string   // of types and of their fields, "Type.Field"
	values   map[string][]string // constants of a type of words
}

var packages = map[string]*sources{}

var ofSchema = regexp.MustCompile(`,? queens\.[a-z-]+/\d+`)

// readSource reads the package of a type.
func readSource(t *testing.T, of reflect.Type) *sources {
	if !strings.HasPrefix(of.PkgPath(), "queens") {
		return &sources{}
	}
	if s := packages[of.PkgPath()]; s != nil {
		return s
	}
	s := &sources{map[string]string{}, map[string][]string{}}
	packages[of.PkgPath()] = s
	dir := filepath.Join("..", "..", "..", filepath.FromSlash(strings.TrimPrefix(of.PkgPath(), "queens")))
	for _, file := range must.Get(filepath.Glob(filepath.Join(dir, "*.go")))(t) {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		tree := must.Get(parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments))(t)
		for n := range ast.Preorder(tree) {
			d, ok := n.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					s.readType(spec, cmp.Or(spec.Doc, d.Doc))
				case *ast.ValueSpec:
					s.readValue(d, spec)
				}
			}
		}
	}
	return s
}

func (s *sources) readType(spec *ast.TypeSpec, doc *ast.CommentGroup) {
	st, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	s.comments[spec.Name.Name] = about(spec.Name.Name, ofSchema.ReplaceAllString(doc.Text(), ""))
	for _, f := range st.Fields.List {
		for _, name := range f.Names {
			s.comments[spec.Name.Name+"."+name.Name] = about(name.Name, cmp.Or(f.Comment.Text(), f.Doc.Text()))
		}
	}
}

func (s *sources) readValue(d *ast.GenDecl, spec *ast.ValueSpec) {
	kind, ok := spec.Type.(*ast.Ident)
	if !ok || d.Tok != token.CONST {
		return
	}
	for _, value := range spec.Values {
		if literal, ok := value.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			word, _ := strconv.Unquote(literal.Value)
			s.values[kind.Name] = append(s.values[kind.Name], word)
		}
	}
}

// about returns a comment on one line, without the name that it begins with.
func about(name, comment string) string {
	text := strings.Join(strings.Fields(comment), " ")
	rest, ok := strings.CutPrefix(text, name+" ")
	if !ok {
		return text
	}
	rest = strings.TrimPrefix(strings.TrimPrefix(rest, "is "), "are ")
	return strings.ToUpper(rest[:1]) + rest[1:]
}
