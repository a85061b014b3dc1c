package arch

import (
	"cmp"
	"fmt"
	"go/ast"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// public reports whether other modules may use a package. Package device is for the programs.
func public(pkg string) bool {
	return !strings.Contains("/"+pkg+"/", "/internal/") && !within(pkg, "count/device")
}

// speaks reports whether a package may write to the terminal: commands may, libraries may not.
func speaks(pkg string) bool {
	return within(pkg, "cmd/internal/cli") || strings.HasPrefix(pkg, "cmd/queens")
}

// mute lists, by import path, what a library must not use: standard streams and the logger of the
// process. A trailing "*" matches any suffix.
var mute = map[string][]string{
	"fmt":      {"Print*", "Scan", "Scanf", "Scanln"},
	"os":       {"Stdout", "Stderr", "Stdin", "Exit"},
	"log":      {"Print*", "Fatal*", "Panic*", "Default", "SetOutput"},
	"log/slog": {"Debug*", "Info*", "Warn*", "Error*", "Log", "LogAttrs", "Default", "SetDefault"},
}

func isMuted(importPath, name string) bool {
	return slices.ContainsFunc(mute[importPath], func(pattern string) bool {
		prefix, open := strings.CutSuffix(pattern, "*")
		return name == pattern || open && strings.HasPrefix(name, prefix)
	})
}

// silenceFindings lists where a library prints, logs or exits.
func silenceFindings(f sourceFile) (found []string) {
	if f.test || speaks(f.pkg) || f.tree.Name.Name == "main" {
		return nil
	}
	byName := f.imported()
	for n := range ast.Preorder(f.tree) {
		used := ""
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && isMuted(byName[x.Name], n.Sel.Name) {
				used = x.Name + "." + n.Sel.Name
			}
		case *ast.CallExpr:
			if x, ok := n.Fun.(*ast.Ident); ok && (x.Name == "print" || x.Name == "println") {
				used = x.Name
			}
		}
		if used != "" {
			found = append(found, f.finding(n, "a library does not use %s", used))
		}
	}
	return found
}

// commentFindings lists exported names whose doc comment is missing or does not begin with the
// name. Names in a group may share its comment or have one at the end of the line.
func commentFindings(f sourceFile) (found []string) {
	if f.test || f.generated() {
		return nil
	}
	need := func(name *ast.Ident, doc *ast.CommentGroup) {
		if name.IsExported() && !beginsWith(doc, name.Name) {
			found = append(found, f.finding(name, "the doc comment of %s is missing or does not begin with its name",
				name.Name))
		}
	}
	for _, decl := range f.tree.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if exported(d) {
				need(d.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					need(s.Name, cmp.Or(s.Doc, d.Doc))
				case *ast.ValueSpec:
					if !d.Lparen.IsValid() {
						need(s.Names[0], d.Doc)
					} else if s.Names[0].IsExported() && cmp.Or(s.Doc, s.Comment, d.Doc) == nil {
						found = append(found, f.finding(s, "%s has no comment", s.Names[0].Name))
					}
				}
			}
		}
	}
	return found
}

// beginsWith reports whether a comment begins with the name, or an article and the name.
func beginsWith(doc *ast.CommentGroup, name string) bool {
	words := strings.Fields(doc.Text())
	if len(words) > 1 && slices.Contains([]string{"A", "An", "The"}, words[0]) && words[0] != name {
		words = words[1:]
	}
	return len(words) > 0 && strings.TrimRight(words[0], ",.:;") == name
}

// initFindings lists init functions: a table is a literal, and an import has no side effects.
func initFindings(f sourceFile) (found []string) {
	for _, decl := range f.tree.Decls {
		if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "init" {
			found = append(found, f.finding(d, "no init functions: a table is a literal, see CONTRIBUTING.md"))
		}
	}
	return found
}

var underscored = regexp.MustCompile(`json:"[a-zA-Z0-9]*_`)

// jsonFindings lists JSON names that are not written likeThis.
func jsonFindings(f sourceFile) (found []string) {
	if f.test {
		return nil // they read other programs' output
	}
	for n := range ast.Preorder(f.tree) {
		if field, ok := n.(*ast.Field); ok && field.Tag != nil && underscored.MatchString(field.Tag.Value) {
			found = append(found, f.finding(n, "names in JSON have no underscores: want likeThis"))
		}
	}
	return found
}

// errorFindings lists errors that begin with the name of their package.
func errorFindings(f sourceFile) (found []string) {
	begin := regexp.MustCompile(`(Errorf|errors\.New)\("` + f.tree.Name.Name + `: `)
	if !f.test && begin.MatchString(f.text) {
		found = append(found, f.path+": an error begins with the name of its package")
	}
	return found
}

// sourceKey is a citation in a comment: "[engelhardt2010]".
var sourceKey = regexp.MustCompile(`\[([a-z]+[0-9]{4}[a-z]?)\]`)

// contextFindings lists contexts stored in a struct without a comment about their owner.
func contextFindings(f sourceFile) (found []string) {
	if f.test {
		return nil
	}
	for n := range ast.Preorder(f.tree) {
		s, ok := n.(*ast.StructType)
		if !ok {
			continue
		}
		for _, field := range s.Fields.List {
			if x, ok := field.Type.(*ast.SelectorExpr); ok && field.Comment == nil && fmt.Sprint(x.X) == "context" &&
				x.Sel.Name == "Context" {
				found = append(found, f.finding(field, "a struct keeps a context: pass it as a parameter, or say on "+
					"its line whose it is"))
			}
		}
	}
	return found
}

// citationFindings lists citations that are not in the bibliography.
func citationFindings(f sourceFile, bibliography string) (found []string) {
	for _, group := range f.tree.Comments {
		for _, m := range sourceKey.FindAllStringSubmatch(group.Text(), -1) {
			if !strings.Contains(bibliography, "`"+m[1]+"`") {
				found = append(found, f.finding(group, "source %s is not in docs/bibliography.md", m[0]))
			}
		}
	}
	return found
}

// widthFindings lists hand-written lines that are too wide: comments above 100 columns, code above
// 120, with tabs of 4. Raw strings and the output of examples cannot be wrapped and do not count.
func widthFindings(f sourceFile) (list []string) {
	if f.generated() {
		return nil
	}
	text := []byte(f.text)
	hide := func(n ast.Node) {
		for i := f.fset.Position(n.Pos()).Offset; i < f.fset.Position(n.End()).Offset; i++ {
			if text[i] != '\n' {
				text[i] = 0
			}
		}
	}
	for n := range ast.Preorder(f.tree) {
		if s, ok := n.(*ast.BasicLit); ok && strings.HasPrefix(s.Value, "`") {
			hide(s)
		}
	}
	for _, c := range f.tree.Comments { // output of an example
		if strings.HasPrefix(c.Text(), "Output:") || strings.HasPrefix(c.Text(), "Unordered output:") {
			hide(c)
		}
	}
	bare := strings.NewReplacer("\x00", "", "\t", "    ")
	for i, line := range strings.Split(string(text), "\n") {
		line = bare.Replace(line)
		code, most := strings.TrimLeft(line, " "), 120
		if strings.HasPrefix(code, "// ") && !strings.HasPrefix(code, "//  ") { // a comment, and no code in one
			most = 100
		}
		if width := utf8.RuneCountInString(line); width > most && !strings.HasPrefix(code, "//go:") {
			list = append(list, fmt.Sprintf("%s:%d: %d columns, want at most %d", f.path, i+1, width, most))
		}
	}
	return list
}

// packageCommentFindings lists packages without a comment "Package <name>" or "Command <name>".
func packageCommentFindings(files []sourceFile) (found []string) {
	documented := map[string]bool{}
	for _, f := range files {
		name := f.tree.Name.Name
		if f.test || strings.HasSuffix(name, "_test") {
			continue
		}
		first := "Package " + name
		if name == "main" {
			first = "Command " + path.Base(f.pkg)
		}
		documented[f.pkg] = documented[f.pkg] || strings.HasPrefix(f.tree.Doc.Text(), first)
	}
	for pkg, ok := range documented {
		if !ok {
			found = append(found, fmt.Sprintf("package %s has no package comment that begins with its name", pkg))
		}
	}
	slices.Sort(found)
	return found
}

// signatureFindings lists exports of a public package with internal types, which other modules
// cannot name.
func signatureFindings(f sourceFile) (found []string) {
	if f.test || f.tree.Name.Name == "main" || !public(f.pkg) {
		return nil
	}
	byName := f.imported()
	var signature func(what string, t *ast.FuncType)
	look := func(what string, n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncType:
				signature(what, n)
				return false
			case *ast.Field: // of a struct or an interface; an embedded field has no name
				return len(n.Names) == 0 || slices.ContainsFunc(n.Names, (*ast.Ident).IsExported)
			case *ast.SelectorExpr:
				if x, ok := n.X.(*ast.Ident); ok && strings.Contains("/"+byName[x.Name]+"/", "/internal/") {
					found = append(found, f.finding(n, "exported %s names %s.%s, which is internal", what, x.Name,
						n.Sel.Name))
				}
			}
			return true
		})
	}
	signature = func(what string, t *ast.FuncType) {
		for _, list := range []*ast.FieldList{t.TypeParams, t.Params, t.Results} {
			if list != nil {
				for _, field := range list.List {
					look(what, field.Type)
				}
			}
		}
	}
	for _, d := range f.tree.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && exported(d) {
				signature(d.Name.Name, d.Type)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if spec.Name.IsExported() {
						look(spec.Name.Name, spec.Type)
					}
				case *ast.ValueSpec:
					if spec.Type != nil && slices.ContainsFunc(spec.Names, (*ast.Ident).IsExported) {
						look(spec.Names[0].Name, spec.Type)
					}
				}
			}
		}
	}
	return found
}

// exported reports whether d is a function or a method of an exported type.
func exported(d *ast.FuncDecl) bool {
	if d.Recv != nil {
		for n := range ast.Preorder(d.Recv.List[0].Type) {
			if name, ok := n.(*ast.Ident); ok { // the type, before its parameters
				return name.IsExported()
			}
		}
	}
	return true
}

// noName matches file names that say nothing.
var noName = regexp.MustCompile(`^(utils?|helpers?|common|types|misc)(_test)?\.go$`)

// fileFinding returns what is wrong with the name or the place of a file, or "".
func fileFinding(rel string) string {
	dir := path.Dir(rel)
	switch {
	case noName.MatchString(path.Base(rel)):
		return rel + ": name a file after its main type or algorithm"
	case strings.HasSuffix(rel, ".s") && !within(dir, "count/internal"):
		return rel + ": assembly stands only in count/internal"
	}
	return ""
}

func TestSourceFollowsTheHouseRules(t *testing.T) {
	files, _ := readModule(t)
	bibliography := readText(t, "docs/bibliography.md")
	for _, f := range files {
		report(t, silenceFindings(f))
		report(t, commentFindings(f))
		report(t, initFindings(f))
		report(t, widthFindings(f))
		report(t, jsonFindings(f))
		report(t, errorFindings(f))
		report(t, contextFindings(f))
		report(t, signatureFindings(f))
		report(t, citationFindings(f, bibliography))
	}
	report(t, packageCommentFindings(files))
	walkModule(t, func(rel string) {
		if finding := fileFinding(rel); finding != "" {
			t.Error(finding)
		}
	})
}

func TestFileNamesAndPlaces(t *testing.T) {
	for _, tc := range []struct{ path, want string }{
		{"sym/utils.go", "name a file after"},
		{"sym/helpers_test.go", "name a file after"},
		{"sym/orbit.go", ""},
		{"count/sum_amd64.s", "assembly stands only"},
		{"count/internal/kernels/search/sum_amd64.s", ""},
	} {
		if got := fileFinding(tc.path); (tc.want == "") != (got == "") || !strings.Contains(got, tc.want) {
			t.Errorf("%s: got %q, want %q", tc.path, got, tc.want)
		}
	}
}

// todo must be followed by an issue number: "TODO(#12)".
var todo = regexp.MustCompile(`\bTODO\b(\(#\d+\))?`)

func TestNotesForLaterCarryAnIssue(t *testing.T) {
	files, _ := readModule(t)
	for _, f := range files {
		for _, group := range f.tree.Comments {
			if m := todo.FindStringSubmatch(group.Text()); m != nil && m[1] == "" && f.pkg != "internal/arch" {
				t.Error(f.finding(group, "a note for later carries the number of its issue"))
			}
		}
	}
}

// TestActionsArePinned requires hashes, since a tag of somebody else's repository can be moved.
func TestActionsArePinned(t *testing.T) {
	pinned := regexp.MustCompile(`uses: \S+@[0-9a-f]{40} # v\d`)
	for line := range strings.Lines(readText(t, ".github/workflows/ci.yml")) {
		if strings.Contains(line, "uses:") && !pinned.MatchString(line) {
			t.Errorf("ci.yml: %s: want a hash and its tag", strings.TrimSpace(line))
		}
	}
}
