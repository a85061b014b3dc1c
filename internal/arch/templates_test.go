package arch

import (
	"go/ast"
	"go/token"
	"path"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"text/template/parse"
)

// TestTemplatesNameWhatExists looks for each name behind a dot in a template: a field, a method or
// a key of a map must have it. A template is executed only when it is printed, and in each run some
// of its branches are not.
func TestTemplatesNameWhatExists(t *testing.T) {
	files, _ := readModule(t)
	names := definedNames(files)
	templates := 0
	walkModule(t, func(rel string) {
		if !slices.Contains([]string{".tmpl", ".html"}, path.Ext(rel)) {
			return
		}
		templates++
		for _, name := range namesIn(t, rel, readText(t, rel)) {
			if !names[name] {
				t.Errorf("%s: nothing has the name .%s", rel, name)
			}
		}
	})
	if templates < 20 {
		t.Errorf("%d templates, want more", templates)
	}
}

// TestWrongNamesInTemplates tries a template with every kind of node.
func TestWrongNamesInTemplates(t *testing.T) {
	const text = `{{define "part"}}{{.A}}{{end}}{{if .B.C}}{{template "part" .D}}{{else}}{{with $x := .E}}{{$x.F}}{{end}}` +
		`{{range $i, $y := f .G}}{{(index $y 1).H}}{{else}}{{$.I | printf "%v" .J}}{{end}}{{end}}`
	got := namesIn(t, "text", text)
	slices.Sort(got)
	if want := []string{"A", "B", "C", "D", "E", "F", "G", "H", "I", "J"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
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

// namesIn returns the names behind dots in the templates of a text.
func namesIn(t *testing.T, name, text string) (names []string) {
	t.Helper()
	tree := parse.New(name)
	tree.Mode = parse.SkipFuncCheck
	trees := map[string]*parse.Tree{}
	if _, err := tree.Parse(text, "", "", trees); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer, reflect.Interface:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Slice:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		case reflect.Struct:
			switch n := v.Addr().Interface().(type) {
			case *parse.FieldNode:
				names = append(names, n.Ident...)
			case *parse.VariableNode:
				names = append(names, n.Ident[1:]...)
			case *parse.ChainNode:
				names = append(names, n.Field...)
			}
			for field, value := range v.Fields() {
				if field.IsExported() {
					walk(value)
				}
			}
		}
	}
	for _, each := range trees {
		walk(reflect.ValueOf(each.Root))
	}
	return names
}
