// Command modulepath gives the module another path: in go.mod, in every import, in names
// of packages in Go strings, and in the programs of the documents. scripts/module-path
// runs it.
//
// Whoever publishes the module needs that, once: others can import it and the go command
// can install it only if its path is an address.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprint(os.Stderr, "usage: scripts/module-path example.org/you/queens\n")
		os.Exit(2)
	}
	changed, err := rename(".", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "module-path:", err)
		os.Exit(1)
	}
	fmt.Printf("%d files changed; see git diff, then run scripts/test --quick\n", changed)
}

// valid are the paths that the go command can fetch: the first element is the name of a
// host.
var valid = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$`)

// rename gives the module at root another path and returns how many files it changed.
func rename(root, path string) (changed int, err error) {
	if !valid.MatchString(path) {
		return 0, fmt.Errorf("path %q: want an address, like example.org/you/queens", path)
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return 0, err
	}
	m := moduleLine.FindSubmatch(text)
	if m == nil {
		return 0, errors.New("go.mod names no module")
	}
	r := renamer{root: root, from: string(m[1]), to: path}
	err = filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules", "dist-build"}, d.Name()):
			return fs.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		edit := r.editor(name)
		if edit == nil {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		edited, err := edit(text)
		if err != nil || bytes.Equal(text, edited) {
			return err
		}
		changed++
		return os.WriteFile(name, edited, 0o666)
	})
	return changed, err
}

// moduleLine is the line of a go.mod that names the module.
var moduleLine = regexp.MustCompile(`(?m)^module (\S+)$`)

// renamer changes one path to another in the files below root.
type renamer struct{ root, from, to string }

// editor returns what changes a file of that name, nil if nothing does.
func (r renamer) editor(name string) func([]byte) ([]byte, error) {
	switch {
	case filepath.Base(name) == "go.mod":
		return r.goMod
	case strings.HasSuffix(name, ".go"):
		return r.goFile
	case strings.HasSuffix(name, ".md"):
		return r.document
	}
	return nil
}

// goMod changes a go.mod: that of the module or of one inside it.
func (r renamer) goMod(text []byte) ([]byte, error) {
	return moduleLine.ReplaceAllFunc(text, func(line []byte) []byte {
		return []byte("module " + r.path(strings.TrimPrefix(string(line), "module ")))
	}), nil
}

// path returns the new path of a package of the module, and others as they are.
func (r renamer) path(old string) string {
	if rest, ok := strings.CutPrefix(old, r.from); ok && (rest == "" || rest[0] == '/') {
		return r.to + rest
	}
	return old
}

// goFile changes imports, and strings that are the path of a package below the root.
func (r renamer) goFile(text []byte) ([]byte, error) {
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "", text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var found []*ast.BasicLit
	for _, spec := range f.Imports {
		found = append(found, spec.Path)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && !slices.Contains(found, lit) {
			if value, err := strconv.Unquote(lit.Value); err == nil && r.isPackage(value) {
				found = append(found, lit)
			}
		}
		return true
	})
	slices.SortFunc(found, func(a, b *ast.BasicLit) int { return int(b.Pos() - a.Pos()) }) // from the end
	for _, lit := range found {
		value, err := strconv.Unquote(lit.Value)
		if err != nil {
			return nil, err
		}
		begin, end := files.Position(lit.Pos()).Offset, files.Position(lit.End()).Offset
		text = slices.Concat(text[:begin], []byte(strconv.Quote(r.path(value))), text[end:])
	}
	return text, nil
}

// isPackage reports whether a string is the path of a directory of the module, not the
// root, whose path is an ordinary word.
func (r renamer) isPackage(value string) bool {
	dir, ok := strings.CutPrefix(value, r.from+"/")
	if !ok || !fs.ValidPath(dir) {
		return false
	}
	info, err := os.Stat(filepath.Join(r.root, filepath.FromSlash(dir)))
	return err == nil && info.IsDir()
}

// document changes imports in programs, and what go doc and go get are asked for.
func (r renamer) document(text []byte) ([]byte, error) {
	from := regexp.QuoteMeta(r.from)
	imports := regexp.MustCompile(`(?m)^(\s*(?:import |_ )?")` + from + `((?:/[a-z0-9/]+)?"\s*)$`)
	calls := regexp.MustCompile(`(go (?:doc|get) )` + from + `(/[a-z0-9/]+)?\b`)
	text = imports.ReplaceAll(text, []byte("${1}"+r.to+"${2}"))
	return calls.ReplaceAll(text, []byte("${1}"+r.to+"${2}")), nil
}
