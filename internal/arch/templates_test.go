package arch

import (
	"go/ast"
	"go/token"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestTemplatesNameWhatExists looks for each name behind a dot in a template: a field, a method or
// a key of a map must have it. A template is executed only when it is printed, and in each run some
// of its branches are not.
func TestTemplatesNameWhatExists(t *testing.T) {
	files, _ := readModule(t)
	names := definedNames(files)
	for m := range reflect.TypeFor[*cobra.Command]().Methods() { // of help
		names[m.Name] = true
	}
	templates := 0
	walkModule(t, func(rel string) {
		if !slices.Contains([]string{".tmpl", ".html"}, path.Ext(rel)) {
			return
		}
		templates++
		for _, name := range namesIn(readText(t, rel)) {
			if !names[name] {
				t.Errorf("%s: nothing has the name .%s", rel, name)
			}
		}
	})
	if templates < 20 {
		t.Errorf("%d templates, want more", templates)
	}
}

// TestNamesInTemplates reads the names of a template with every kind of node.
func TestNamesInTemplates(t *testing.T) {
	const text = `.Z {{define "part.Z"}}{{.A}}{{end}}{{if .B.C}}{{template "part" .D}}{{else}}{{with $x := .E}}{{$x.F}}{{end}}` +
		`{{range $i, $y := f .G}}{{(index $y 1).H}}{{else}}{{$.I | printf "%v" .J}}{{end}}{{end}}`
	if got := strings.Join(namesIn(text), ""); got != "ABCDEFGHIJ" {
		t.Errorf("%v, want A to J", got)
	}
}

// definedNames returns the names of fields and methods, and the strings that are keys of maps.
func definedNames(files []sourceFile) map[string]bool {
	names := map[string]bool{}
	add := func(key ast.Expr) {
		if text, ok := key.(*ast.BasicLit); ok && text.Kind == token.STRING {
			if name, err := strconv.Unquote(text.Value); err == nil {
				names[name] = true
			}
		}
	}
	for _, f := range files {
		if f.test {
			continue
		}
		for n := range ast.Preorder(f.tree) {
			switch n := n.(type) {
			case *ast.Field: // also of a function; an embedded field has the name of its type
				for _, name := range n.Names {
					names[name.Name] = true
				}
			case *ast.FuncDecl:
				names[n.Name.Name] = names[n.Name.Name] || n.Recv != nil
			case *ast.TypeSpec:
				names[n.Name.Name] = true
			case *ast.KeyValueExpr:
				add(n.Key)
			case *ast.IndexExpr:
				add(n.Index)
			}
		}
	}
	return names
}

var (
	action  = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	literal = regexp.MustCompile("\"[^\"]*\"|`[^`]*`")
	dotted  = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// namesIn returns the names behind dots in the templates of a text.
func namesIn(text string) (names []string) {
	for _, part := range action.FindAllString(text, -1) {
		for _, m := range dotted.FindAllStringSubmatch(literal.ReplaceAllString(part, ""), -1) {
			names = append(names, m[1])
		}
	}
	return names
}
