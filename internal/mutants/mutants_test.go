package mutants

import (
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/cpu"

	"queens/internal/must"
)

var wanted = flag.Bool("mutants", false, "test every mutant, for minutes")

type mutant struct {
	file  string // relative to the root of the module
	in    string // occurs once in the file; « and » mark an expression or statement, otherwise all of it is one
	by    string // replacement: an expression of the same type, always evaluated unless it is a condition
	pkg   string // of the tests
	tests string // names
	same  string // why no result changes, if it must pass the tests
	needs string // instructions without which the changed code does not run: avx512
}

//go:embed table.json
var rows []byte

// table lists the mutants: overflow guards, weights, checksums, residues, the hash chain of a
// ledger, merging and repair. For each source file, the JSON names the tests that must fail, the
// instructions that they need, and the changes: original, replacement and, if no result changes,
// the reason.
var table = func() (list []mutant) {
	var files []struct {
		File, Package, Tests, Needs string
		Changes                     [][]string
	}
	if err := json.Unmarshal(rows, &files); err != nil {
		panic(fmt.Sprintf("mutants: table.json: %v", err)) // embedded
	}
	for _, f := range files {
		for _, c := range f.Changes {
			c = append(c, "") // no reason
			list = append(list, mutant{
				file: f.File, in: c[0], by: c[1], pkg: f.Package, tests: f.Tests, same: c[2], needs: f.Needs,
			})
		}
	}
	return list
}()

func (m *mutant) String() string {
	return fmt.Sprintf("%s: %s -> %s", m.file, m.in, m.by)
}

// variable holds the number of the mutant under test: its place in the table, from 1.
const variable = "QUEENS_MUTANT"

const chooser = `package %s

import (
	"os"
	"strconv"
)

var mutantChosen, _ = strconv.Atoi(os.Getenv("` + variable + `"))

func mutantIs(number int) bool { return mutantChosen == number }

func mutantOf[T any](number int, original, changed T) T {
	if mutantChosen == number {
		return changed
	}
	return original
}

var _ = mutantOf[int]
`

// Every mutant must fail its tests, and every change that alters no result must pass them.
func TestMutants(t *testing.T) {
	if !*wanted {
		t.Skip("minutes, on demand: go test -timeout=0 ./internal/mutants -mutants")
	}
	t.Chdir("../..")
	dir := t.TempDir()
	must.Do(t, writeOverlay(dir, table))
	binaries := map[string]string{}
	slots := make(chan struct{}, runtime.GOMAXPROCS(0))
	var running sync.WaitGroup
	for _, m := range table {
		if binaries[m.pkg] != "" {
			continue
		}
		binary := filepath.Join(dir, strconv.Itoa(len(binaries))+".test")
		binaries[m.pkg] = binary
		slots <- struct{}{}
		running.Go(func() {
			build := exec.Command("go", "test", "-c", "-vet=off", "-overlay", filepath.Join(dir, "overlay.json"), "-o",
				binary, "./"+m.pkg)
			if out, err := build.CombinedOutput(); err != nil {
				t.Errorf("build the tests of %s: %v\n%s", m.pkg, err, out)
			}
			<-slots
		})
	}
	if running.Wait(); t.Failed() {
		return
	}
	passed := map[[2]string]bool{}
	for i := range table {
		m := &table[i]
		if m.needs != "" && !(cpu.X86.HasAVX512BITALG && cpu.X86.HasAVX512GFNI) {
			t.Logf("not on a processor without %s: %v", m.needs, m)
			continue
		}
		sound := passed[[2]string{m.pkg, m.tests}]
		passed[[2]string{m.pkg, m.tests}] = true
		slots <- struct{}{}
		running.Go(func() {
			var err error
			if !sound {
				err = m.sound(binaries[m.pkg])
			}
			if err = errors.Join(err, m.judge(binaries[m.pkg], i+1)); err != nil {
				t.Error(err)
			}
			<-slots
		})
	}
	running.Wait()
	t.Logf("%d mutants", len(table))
}

// run runs the tests of a mutant, or the original if number is 0.
func (m *mutant) run(binary string, number int, flags ...string) (out string, failed bool, err error) {
	const limit = "20m" // on the busiest machine
	pattern := "^(" + strings.Join(strings.Fields(m.tests), "|") + ")$"
	test := exec.Command(binary, append([]string{
		"-test.short", "-test.failfast", "-test.timeout=" + limit,
		"-test.run=" + pattern,
	}, flags...)...)
	test.Dir = m.pkg
	test.Env = append(os.Environ(), variable+"="+strconv.Itoa(number))
	b, err := test.CombinedOutput()
	out = string(b)
	_, failed = errors.AsType[*exec.ExitError](err)
	switch {
	case err != nil && !failed:
		return out, false, err
	case strings.Contains(out, "panic: test timed out"):
		return out, true, fmt.Errorf("the tests %s of %s take more than %s with mutant %v", m.tests, m.pkg, limit, m)
	}
	return out, failed, nil
}

func (m *mutant) sound(binary string) error {
	out, failed, err := m.run(binary, 0, "-test.v")
	if err == nil && failed {
		err = fmt.Errorf("the tests %s of %s fail without a mutant:\n%s", m.tests, m.pkg, out)
	}
	for name := range strings.FieldsSeq(m.tests) {
		if err == nil && !strings.Contains(out, "--- PASS: "+name+" ") {
			err = fmt.Errorf("%s has no test %s that runs", m.pkg, name)
		}
	}
	return err
}

func (m *mutant) judge(binary string, number int) error {
	out, failed, err := m.run(binary, number)
	switch {
	case err != nil:
		return err
	case m.same == "" && !failed:
		return fmt.Errorf("survives the tests %s of %s: %v", m.tests, m.pkg, m)
	case m.same != "" && failed:
		return fmt.Errorf("fails the tests %s of %s, although %s: %v\n%s", m.tests, m.pkg, m.same, m, out)
	}
	return nil
}

func writeOverlay(dir string, mutants []mutant) error {
	replace := map[string]string{}
	write := func(path string, text []byte) error {
		path, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		replace[path] = filepath.Join(dir, strconv.Itoa(len(replace))+".go")
		return os.WriteFile(replace[path], text, 0o644)
	}
	packages := map[string]string{} // by folder
	for i := range mutants {
		file := mutants[i].file
		if slices.ContainsFunc(mutants[:i], func(m mutant) bool { return m.file == file }) {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		text, name, err := rewrite(file, string(source), mutants)
		if err != nil {
			return err
		}
		if err := write(file, []byte(text)); err != nil {
			return err
		}
		packages[filepath.Dir(file)] = name
	}
	for folder, name := range packages {
		if err := write(filepath.Join(folder, "zmutants.go"), fmt.Appendf(nil, chooser, name)); err != nil {
			return err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "overlay.json"), text, 0o644)
}

// edit keeps a part of the source and writes texts around it.
type edit struct {
	from, to      int
	before, after string
}

// rewrite returns a file that chooses between the original and each mutant at run time. Expressions
// and statements are nested or apart, and so are the edits.
func rewrite(file, source string, mutants []mutant) (text, pkg string, err error) {
	tree, err := parser.ParseFile(token.NewFileSet(), file, source, parser.SkipObjectResolution)
	if err != nil {
		return "", "", err
	}
	var edits []edit
	for i := range mutants {
		if m := &mutants[i]; m.file == file {
			e, err := m.find(i+1, source, tree)
			if err != nil {
				return "", "", err
			}
			edits = append(edits, e)
		}
	}
	// Outer edits come before inner ones; of equal parts the last of the table is the outer one.
	slices.Reverse(edits)
	slices.SortStableFunc(edits, func(a, b edit) int { return (b.to - b.from) - (a.to - a.from) })
	before, after := map[int]string{}, map[int]string{} // by position
	for _, e := range edits {
		before[e.from] += e.before
		after[e.to] = e.after + after[e.to]
	}
	var b strings.Builder
	for at := range len(source) {
		b.WriteString(after[at] + before[at] + source[at:at+1])
	}
	return b.String(), tree.Name.Name, nil
}

func (m *mutant) find(number int, source string, tree *ast.File) (e edit, err error) {
	lead, marked, inner := strings.Cut(m.in, "«")
	marked, rest, _ := strings.Cut(marked, "»")
	if !inner {
		lead, marked = "", m.in
	}
	text := lead + marked + rest
	if n := strings.Count(source, text); n != 1 {
		return e, fmt.Errorf("%s: %q occurs %d times, want once", m.file, text, n)
	}
	e.from = strings.Index(source, text) + len(lead)
	e.to = e.from + len(marked)
	ast.Inspect(tree, func(n ast.Node) bool {
		if n == nil || int(n.Pos()-tree.FileStart) != e.from || int(n.End()-tree.FileStart) != e.to {
			return true
		}
		switch n := n.(type) {
		case ast.Stmt:
			e.before, e.after = fmt.Sprintf("if mutantIs(%d) { %s } else { ", number, m.by), " }"
			return false // the expression inside has the same text
		case ast.Expr:
			if isCondition(n) || m.by == "true" || m.by == "false" {
				e.before = fmt.Sprintf("(mutantIs(%d) && (%s) || !mutantIs(%[1]d) && (", number, m.by)
				e.after = "))"
			} else { // of any type
				e.before, e.after = fmt.Sprintf("mutantOf(%d, ", number), ", "+m.by+")"
			}
		}
		return true
	})
	if e.before == "" {
		return e, fmt.Errorf("%s: %q in %q is no expression or statement", m.file, marked, text)
	}
	return e, nil
}

func isCondition(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR, token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return true
		}
	case *ast.UnaryExpr:
		return e.Op == token.NOT
	}
	return false
}

// Every change finds its place, and every test that is to fail is there.
func TestTable(t *testing.T) {
	t.Chdir("../..")
	sources, tests := map[string]string{}, map[string]string{}
	for i := range table {
		file, pkg := table[i].file, table[i].pkg
		if tests[pkg] == "" {
			for _, path := range must.Get(filepath.Glob(filepath.Join(pkg, "*_test.go")))(t) {
				tests[pkg] += string(must.Get(os.ReadFile(path))(t))
			}
		}
		for name := range strings.FieldsSeq(table[i].tests) {
			if !strings.Contains(tests[pkg], "\nfunc "+name+"(") {
				t.Errorf("%s has no test %s", pkg, name)
			}
		}
		if sources[file] != "" {
			continue
		}
		sources[file] = string(must.Get(os.ReadFile(file))(t))
		if _, _, err := rewrite(file, sources[file], table); err != nil {
			t.Error(err)
		}
	}
}

func TestRewrite(t *testing.T) {
	const source = "package p\n\nfunc f(a, b int) int {\n\tif a < b && b > 0 {\n\t\ta += 2*b\n\t}\n\treturn a\n}\n"
	for _, test := range []struct{ in, by, in2, by2, want string }{
		{"a < b", "a <= b", "", "", "if (mutantIs(1) && (a <= b) || !mutantIs(1) && (a < b)) && b > 0 {"},
		{"«b» > 0", "a", "", "", "if a < b && mutantOf(1, b, a) > 0 {"},
		{"b > 0", "true", "a < b && b > 0", "false", "if (mutantIs(2) && (false) || !mutantIs(2) && (a < b && " +
			"(mutantIs(1) && (true) || !mutantIs(1) && (b > 0)))) {"},
		{"a += 2*b", "", "2*b", "b", "\t\tif mutantIs(1) {  } else { a += mutantOf(2, 2*b, b) }"},
		{"2*b", "b", "2*b", "a", "\t\ta += mutantOf(2, mutantOf(1, 2*b, b), a)"},
		{"x", "a", "", "", "occurs 0 times"},
		{"b", "a", "", "", "occurs 4 times"},
		{"< b", "a", "", "", "no expression or statement"},
	} {
		mutants := []mutant{{file: "p.go", in: test.in, by: test.by}}
		if test.in2 != "" {
			mutants = append(mutants, mutant{file: "p.go", in: test.in2, by: test.by2})
		}
		text, pkg, err := rewrite("p.go", source, mutants)
		if err != nil {
			text = err.Error()
		}
		if !strings.Contains(text, test.want) || err == nil && pkg != "p" {
			t.Errorf("%s -> %s: %v\n%s\nwant %s", test.in, test.by, err, text, test.want)
		}
	}
}
