package cli

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"queens/internal/must"
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
