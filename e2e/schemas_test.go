package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// private are schemas of files that are not answers, see docs/machines.md.
var private = []string{"queens.batch/1"}

// answerSchemas compiles docs/schemas.
func answerSchemas(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	schemas := map[string]*jsonschema.Schema{}
	for _, file := range must(filepath.Glob(filepath.Join("..", "docs", "schemas", "*.json")))(t) {
		schema := must(compiler.Compile(file))(t)
		if schema.DraftVersion != 2020 {
			t.Errorf("%s: draft %d, want 2020-12", file, schema.DraftVersion)
		}
		name := strings.TrimSuffix(filepath.Base(file), ".json")
		i := strings.LastIndexByte(name, '-')
		schemas[name[:i]+"/"+name[i+1:]] = schema
	}
	return schemas
}

// TestAnswersAreValid validates every object that names a schema and that the tests of the commands
// and of the server printed or sent: those in the folder QUEENS_ANSWERS, else of tests that it runs.
func TestAnswersAreValid(t *testing.T) {
	dir := os.Getenv("QUEENS_ANSWERS")
	var text []byte
	if dir == "" {
		dir = t.TempDir()
		tests := exec.CommandContext(t.Context(), "go", "test", "-short", "-count=1", "-timeout=1h", "./cmd/internal/cli", "./cmd/internal/web")
		tests.Dir, tests.Env = "..", append(os.Environ(), "QUEENS_ANSWERS="+dir)
		text, _ = tests.CombinedOutput() // what else they find is reported where they belong
	}
	schemas, valid := answerSchemas(t), map[string]int{}
	for _, file := range must(os.ReadDir(dir))(t) {
		for _, object := range objects(must(os.ReadFile(filepath.Join(dir, file.Name())))(t)) {
			name := nameOf(object)
			if name == "" || slices.Contains(private, name) {
				continue
			}
			if schemas[name] == nil {
				t.Errorf("no schema %s of %.200s", name, object)
				continue
			}
			valid[name]++
			value := must(jsonschema.UnmarshalJSON(bytes.NewReader(object)))(t)
			if err := schemas[name].Validate(value); err != nil {
				t.Errorf("%.300s: %v", object, err)
			}
		}
	}
	for name := range schemas {
		if valid[name] == 0 {
			t.Errorf("no answer was of schema %s", name)
		}
	}
	if t.Failed() {
		t.Logf("%s", text)
	}
}

// objects returns the objects that a text begins with.
func objects(text []byte) (list []json.RawMessage) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		var object json.RawMessage
		if decoder.Decode(&object) != nil {
			return list
		}
		list = append(list, object)
	}
}

func nameOf(object json.RawMessage) string {
	var head struct{ Schema string }
	if json.Unmarshal(object, &head) != nil || !strings.HasPrefix(head.Schema, "queens.") {
		return ""
	}
	return head.Schema
}

// TestDescriptionHasTheSchemas compiles every schema of the OpenAPI document, with what it refers
// to, and validates the answers to the examples with those of their responses.
func TestDescriptionHasTheSchemas(t *testing.T) {
	s := serve(t, t.TempDir(), "127.0.0.1:0")
	text := bodyOf(t, s.url+"/openapi.json")
	compiler := jsonschema.NewCompiler()
	compiler.DefaultDraft(jsonschema.Draft2020)
	fine(t, compiler.AddResource("openapi.json", must(jsonschema.UnmarshalJSON(bytes.NewReader(text)))(t)))
	document := must(openapi3.NewLoader().LoadFromData(text))(t)
	schemas, used := map[string]*jsonschema.Schema{}, map[string]bool{}
	for name := range document.Components.Schemas {
		ref := "#/components/schemas/" + name
		schemas[ref] = must(compiler.Compile("openapi.json" + ref))(t)
	}
	for route, item := range document.Paths.Map() {
		for method, operation := range item.Operations() {
			for status, response := range operation.Responses.Map() {
				media := response.Value.Content["application/json"]
				if media == nil || !strings.HasPrefix(status, "2") {
					continue
				}
				if used[media.Schema.Ref] = true; schemas[media.Schema.Ref] == nil {
					t.Errorf("%s %s: the answer %s refers to no component: %q", method, route, status, media.Schema.Ref)
				}
			}
		}
	}
	valid := 0
	for _, line := range curlsOf(t, s) {
		request := requestOf(t, s, line)
		if request.Method != http.MethodGet || strings.Contains(line, " -N ") {
			continue
		}
		_, body := fetch(t, request)
		name := nameOf(body)
		if name == "" {
			continue
		}
		valid++
		ref := "#/components/schemas/" + strings.ReplaceAll(name, "/", "-")
		if !used[ref] || schemas[ref].Validate(must(jsonschema.UnmarshalJSON(bytes.NewReader(body)))(t)) != nil {
			t.Errorf("%s: not valid by %s: %.200s", line, ref, body)
		}
	}
	if valid < 10 || len(used) < 25 {
		t.Errorf("%d valid answers, %d schemas of answers", valid, len(used))
	}
}

// TestWrongAnswersAreInvalid breaks an answer in several ways.
func TestWrongAnswersAreInvalid(t *testing.T) {
	const right = `{"schema":"queens.check/1","order":2,"rows":[1,2],"solution":false,"attacks":[{"a":{"row":1,` +
		`"column":1},"b":{"row":2,"column":2},"line":"falling diagonal"}],"attackingPairs":1,"topology":"regular",` +
		`"modular":false}`
	schema := answerSchemas(t)["queens.check/1"]
	for _, c := range []struct{ old, new string }{
		{"", ""},
		{`"order":2,`, ``},
		{`"order":2,`, `"order":"2",`},
		{`"order":2,`, `"order":-2,`},
		{`"order":2,`, `"order":2,"colour":"red",`},
		{`[1,2]`, `[0,2]`},
		{`"line":"falling diagonal"`, `"line":"knight"`},
		{`{"row":1,"column":1}`, `{"row":1,"column":1,"rank":1}`},
		{`queens.check/1`, `queens.check/2`},
	} {
		text := strings.Replace(right, c.old, c.new, 1)
		err := schema.Validate(must(jsonschema.UnmarshalJSON(strings.NewReader(text)))(t))
		if wrong := c.old != c.new; wrong != (err != nil) {
			t.Errorf("%s: %v, want an error %v", text, err, wrong)
		}
	}
}
