package main

import (
	"os"
	"strings"
	"testing"

	"queens/internal/must"
)

func TestTable(t *testing.T) {
	t.Chdir("../..")
	sources := map[string]string{}
	for i := range table {
		file := table[i].file
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
