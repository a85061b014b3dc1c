package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"queens/internal/must"
)

type sourceFile struct {
	path string // relative to the root of the module, with slashes
	pkg  string // its folder, "." for the root
	test bool
	text string
	fset *token.FileSet
	tree *ast.File
}

func (f sourceFile) imports() []string {
	var paths []string
	for _, spec := range f.tree.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}

func (f sourceFile) imported() map[string]string {
	byName := map[string]string{}
	for i, p := range f.imports() {
		local := path.Base(p)
		if name := f.tree.Imports[i].Name; name != nil {
			local = name.Name
		}
		byName[local] = p
	}
	return byName
}

func (f sourceFile) at(pos token.Pos) string {
	return f.path + ":" + strconv.Itoa(f.fset.Position(pos).Line)
}

func (f sourceFile) finding(at ast.Node, format string, args ...any) string {
	return f.at(at.Pos()) + ": " + fmt.Sprintf(format, args...)
}

func (f sourceFile) generated() bool { return ast.IsGenerated(f.tree) }

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir := must.Get(os.Getwd())(t)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod at or above the working folder")
		}
		dir = parent
	}
}

// readText reads a file of the module.
func readText(t *testing.T, rel string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(filepath.Join(moduleRoot(t), filepath.FromSlash(rel))))(t))
}

func modulePath(t *testing.T) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^module (\S+)$`).FindStringSubmatch(readText(t, "go.mod"))
	if m == nil {
		t.Fatal("go.mod has no module line")
	}
	return m[1]
}

// walkModule calls visit with the relative path of every file of the module, except in folders that
// Go ignores and in nested modules.
func walkModule(t *testing.T, visit func(rel string)) {
	t.Helper()
	root := moduleRoot(t)
	must.Do(t, filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || p == root {
			return err
		}
		if d.IsDir() {
			_, statErr := os.Stat(filepath.Join(p, "go.mod"))
			name := d.Name()
			if statErr == nil || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" ||
				name == "node_modules" {
				return filepath.SkipDir
			}
			return nil
		}
		rel, err := filepath.Rel(root, p)
		visit(filepath.ToSlash(rel))
		return err
	}))
}

// parsed caches the files, which no test changes.
var parsed []sourceFile

func readModule(t *testing.T) (files []sourceFile, module string) {
	t.Helper()
	if parsed == nil {
		walkModule(t, func(rel string) {
			if strings.HasSuffix(rel, ".go") {
				parsed = append(parsed, parseText(t, rel, readText(t, rel)))
			}
		})
	}
	return parsed, modulePath(t)
}

// parseText parses a Go file as if it were at the path rel.
func parseText(t *testing.T, rel, text string) sourceFile {
	t.Helper()
	fset := token.NewFileSet()
	tree := must.Get(parser.ParseFile(fset, rel, text, parser.ParseComments))(t)
	return sourceFile{rel, path.Dir(rel), strings.HasSuffix(rel, "_test.go"), text, fset, tree}
}

func report(t *testing.T, findings []string) {
	t.Helper()
	for _, f := range findings {
		t.Error(f)
	}
}

// wantFinding requires exactly one finding that contains want, or none if want is empty.
func wantFinding(t *testing.T, findings []string, want string) {
	t.Helper()
	switch {
	case want == "" && len(findings) > 0:
		t.Errorf("found %q, want nothing", findings)
	case want != "" && (len(findings) != 1 || !strings.Contains(findings[0], want)):
		t.Errorf("found %q, want one with %q", findings, want)
	}
}
