package arch

import (
	"strings"
	"testing"
)

// TestHouseRuleViolationsAreFound breaks each rule on purpose, and looks for the finding.
func TestHouseRuleViolationsAreFound(t *testing.T) {
	for _, tc := range []struct {
		name string
		rule func(sourceFile) []string
		path string
		text string
		want string
	}{
		{"print", silenceFindings, "sym/a.go", `import "fmt"; func f() { fmt.Println() }`, "fmt.Println"},
		{"renamed import", silenceFindings, "sym/a.go", `import x "os"; var w = x.Stderr`, "x.Stderr"},
		{"builtin", silenceFindings, "sym/a.go", `func f() { println() }`, "println"},
		{
			"logger of the process", silenceFindings, "sym/a.go", `import "log/slog"; func f() { slog.Info("") }`,
			"slog.Info",
		},
		{
			"writer passed in", silenceFindings, "sym/a.go",
			`import ("fmt"; "io"); func f(w io.Writer) { fmt.Fprintln(w) }`, "",
		},
		{
			"internal parameter", signatureFindings, "sym/a.go", `import "m/internal/x"; func F(a []x.T) {}`,
			"exported F names x.T",
		},
		{
			"internal result", signatureFindings, "sym/a.go",
			`import y "m/internal/x"; func (p *P) F() (y.T, error) { return y.T{}, nil }`, "exported F names y.T",
		},
		{
			"internal field", signatureFindings, "sym/a.go",
			`import "m/internal/x"; type S struct { A map[string]*x.T; b x.T }`, "exported S names x.T",
		},
		{
			"internal embedded", signatureFindings, "sym/a.go", `import "m/internal/x"; type S struct { x.T }`,
			"exported S names x.T",
		},
		{
			"internal in a method", signatureFindings, "sym/a.go",
			`import "m/internal/x"; type D interface { Count(u x.T) int }`, "exported D names x.T",
		},
		{
			"internal in a function", signatureFindings, "sym/a.go", `import "m/internal/x"; type F func(a x.T)`,
			"exported F names x.T",
		},
		{
			"internal alias", signatureFindings, "sym/a.go", `import "m/internal/x"; type S = x.T`,
			"exported S names x.T",
		},
		{
			"internal variable", signatureFindings, "sym/a.go", `import "m/internal/x"; var V x.T`,
			"exported V names x.T",
		},
		{
			"internal inside", signatureFindings, "sym/a.go",
			`import "m/internal/x"; type S struct { b x.T }; type s struct { B x.T }; func (s s) F(x.T) {}; func F() { x.F() }`, "",
		},
		{"internal package", signatureFindings, "internal/a/a.go", `import "m/internal/x"; func F(a x.T) {}`, ""},
		{"method of a value", silenceFindings, "sym/a.go", `func f(fmt interface{ Print() }) { fmt.Print() }`, ""},
		{
			"command line may print", silenceFindings, "internal/cli/a.go", `import "fmt"; func f() { fmt.Println() }`,
			"",
		},
		{"function without comment", commentFindings, "sym/a.go", `func F() {}`, "comment of F"},
		{"comment of another name", commentFindings, "sym/a.go", "// G does.\nfunc F() {}", "comment of F"},
		{
			"method without comment", commentFindings, "sym/a.go", "// T is.\ntype T int\nfunc (t *T) M() {}",
			"comment of M",
		},
		{"method of hidden type", commentFindings, "sym/a.go", "type t int\nfunc (t) M() {}", ""},
		{"article before the name", commentFindings, "sym/a.go", "// A T is.\ntype T int", ""},
		{"group with one comment", commentFindings, "sym/a.go", "// Sizes of boards.\nconst (\nA = 1\nB = 2\n)", ""},
		{"group without comment", commentFindings, "sym/a.go", "const (\nA = 1\nb = 2\n)", "A has no comment"},
		{"init", initFindings, "sym/a.go", `func init() {}`, "no init functions"},
		{"wide comment", widthFindings, "sym/a.go", "// " + strings.Repeat("a", 98), "101 columns, want at most 100"},
		{"wide code", widthFindings, "sym/a.go", "\tvar x = `a" + strings.Repeat("a", 98) + "`; var s" +
			strings.Repeat("s", 95) + " string", "121 columns, want at most 120"},
		{"wide raw string", widthFindings, "sym/a.go", "var x = `a\n" + strings.Repeat("a", 121) + "`", ""},
		{
			"name in JSON", jsonFindings, "sym/a.go", "type t struct { A int `json:\"a_b,omitempty\"` }",
			"no underscores",
		},
		{"name in JSON of two words", jsonFindings, "sym/a.go", "type t struct { A int `json:\"aB\"` }", ""},
		{
			"context kept", contextFindings, "sym/a.go", `import "context"; type s struct { ctx context.Context }`,
			"keeps a context",
		},
		{
			"context of one call", contextFindings, "sym/a.go",
			"import \"context\"\ntype s struct {\nctx context.Context // of the search\n}", "",
		},
		{
			"unknown source", func(f sourceFile) []string { return citationFindings(f, "| `polya1918` |") }, "sym/a.go",
			"// Source: [nobody1900], [polya1918].\nvar x int", "[nobody1900]",
		},
		{
			"package comment", func(f sourceFile) []string { return packageCommentFindings([]sourceFile{f}) },
			"sym/a.go", "var x int", "package sym has no package comment",
		},
		{
			"loose variables", func(f sourceFile) []string { return looseFindings([]sourceFile{f}) }, "sym/a.go",
			strings.Repeat("var X = 1\n", maxLoose+1), "come first",
		},
		{
			"grouped variables", func(f sourceFile) []string { return looseFindings([]sourceFile{f}) }, "sym/a.go",
			"var (\n" + strings.Repeat("X = 1\n", maxLoose+1) + ")", "",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			wantFinding(t, tc.rule(parseText(t, tc.path, "package p\n"+tc.text)), tc.want)
		})
	}
}
