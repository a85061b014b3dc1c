package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"queens/internal/must"
	"queens/known"
)

func TestGlossaryExplainsEveryStatus(t *testing.T) {
	glossary := must.Get(os.ReadFile("glossary.md"))(t)
	for _, status := range known.Statuses() {
		if !strings.Contains(string(glossary), "* **"+string(status)+"**: ") {
			t.Errorf("glossary.md does not explain the status %q", status)
		}
	}
}

// TestGlossaryNamesExist looks for the Go names, package.Name or Type.Method, in the source.
func TestGlossaryNamesExist(t *testing.T) {
	names := map[string]bool{}
	must.Do(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file := must.Get(parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution))(t)
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				of := file.Name
				if d.Recv != nil {
					of, _ = d.Recv.List[0].Type.(*ast.Ident)
				}
				if of != nil {
					names[of.Name+"."+d.Name.Name] = true
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						names[file.Name.Name+"."+s.Name.Name] = true
					case *ast.ValueSpec:
						for _, name := range s.Names {
							names[file.Name.Name+"."+name.Name] = true
						}
					}
				}
			}
		}
		return nil
	}))
	glossary := must.Get(os.ReadFile("glossary.md"))(t)
	for _, name := range regexp.MustCompile("`([A-Za-z]+\\.[A-Z]\\w*)`").FindAllStringSubmatch(string(glossary), -1) {
		if !names[name[1]] {
			t.Errorf("glossary.md: there is no %s", name[1])
		}
	}
}
