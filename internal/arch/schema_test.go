package arch

import (
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"testing"
)

var schema = regexp.MustCompile(`queens\.[a-z-]+/[0-9]+`)

// others are schemas that are not answers: a server's saved state, exports
// (docs/formats/ledger.md), and the files of a directory of tasks (docs/machines.md).
var others = []string{
	"queens.serve/3", "queens.batch/1", "queens.export/1",
}

// TestSchemasAreListed compares the schemas in the source with the examples, which TestAnswers
// runs.
func TestSchemasAreListed(t *testing.T) {
	files, _ := readModule(t)
	written := map[string]bool{}
	for _, f := range files {
		if f.test {
			continue
		}
		for n := range ast.Preorder(f.tree) {
			if text, ok := n.(*ast.BasicLit); ok && text.Kind == token.STRING {
				for _, name := range schema.FindAllString(text.Value, -1) {
					written[name] = true
				}
			}
		}
	}
	for _, name := range schema.FindAllString(readText(t, "cmd/internal/web/operations.json"), -1) {
		written[name] = true
	}
	const page = "cmd/internal/cli/testdata/json.md"
	listed := map[string]bool{}
	heading := regexp.MustCompile("(?m)^### `(" + schema.String() + ")`$")
	for _, m := range heading.FindAllStringSubmatch(readText(t, page), -1) {
		listed[m[1]] = true
	}
	maps.DeleteFunc(written, func(name string, _ bool) bool { return slices.Contains(others, name) })
	if len(written) == 0 {
		t.Fatal("no schema found in the sources")
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		if !listed[name] {
			t.Errorf("%s: the schema %s is not listed", page, name)
		}
		delete(listed, name)
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		t.Errorf("%s: no answer has the schema %s", page, name)
	}
}
