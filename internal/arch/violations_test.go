package arch

import (
	"strings"
	"testing"
)

// importX begins a file that may use an internal type.
const importX = `import "m/internal/x"; `

func TestHouseRuleViolationsAreFound(t *testing.T) {
	for _, tc := range []struct {
		name string
		rule func(sourceFile) []string
		text string
		want string
	}{
		{"print", silenceFindings, `import "fmt"; func f() { fmt.Println() }`, "fmt.Println"},
		{"renamed import", silenceFindings, `import x "os"; var w = x.Stderr`, "x.Stderr"},
		{"builtin", silenceFindings, `func f() { println() }`, "println"},
		{"logger of the process", silenceFindings, `import "log/slog"; func f() { slog.Info("") }`, "slog.Info"},
		{"writer passed in", silenceFindings, `import ("fmt"; "io"); func f(w io.Writer) { fmt.Fprintln(w) }`, ""},
		{"internal parameter", signatureFindings, importX + `func F(a []x.T) {}`, "exported F names x.T"},
		{
			"internal result", signatureFindings,
			`import y "m/internal/x"; func (p *P) F() (y.T, error) { return y.T{}, nil }`, "exported F names y.T",
		},
		{
			"internal field", signatureFindings,
			importX + `type S struct { A map[string]*x.T; b x.T }`, "exported S names x.T",
		},
		{"internal embedded", signatureFindings, importX + `type S struct { x.T }`, "exported S names x.T"},
		{
			"internal in a method", signatureFindings,
			importX + `type D interface { Count(u x.T) int }`, "exported D names x.T",
		},
		{"internal in a function", signatureFindings, importX + `type F func(a x.T)`, "exported F names x.T"},
		{"internal alias", signatureFindings, importX + `type S = x.T`, "exported S names x.T"},
		{"internal variable", signatureFindings, importX + `var V x.T`, "exported V names x.T"},
		{
			"internal inside", signatureFindings,
			importX + `type S struct { b x.T }; type s struct { B x.T }; func (s s) F(x.T) {}; func F() { x.F() }`, "",
		},
		{"method of a value", silenceFindings, `func f(fmt interface{ Print() }) { fmt.Print() }`, ""},
		{"function without comment", commentFindings, `func F() {}`, "comment of F"},
		{"comment of another name", commentFindings, "// G does.\nfunc F() {}", "comment of F"},
		{"method without comment", commentFindings, "// T is.\ntype T int\nfunc (t *T) M() {}", "comment of M"},
		{"method of hidden type", commentFindings, "type t int\nfunc (t) M() {}", ""},
		{"article before the name", commentFindings, "// A T is.\ntype T int", ""},
		{"group with one comment", commentFindings, "// Sizes of boards.\nconst (\nA = 1\nB = 2\n)", ""},
		{"group without comment", commentFindings, "const (\nA = 1\nb = 2\n)", "A has no comment"},
		{"init", initFindings, `func init() {}`, "no init functions"},
		{"wide comment", widthFindings, "// " + strings.Repeat("a", 98), "101 columns, want at most 100"},
		{"wide code", widthFindings, "\tvar x = `a" + strings.Repeat("a", 98) + "`; var s" +
			strings.Repeat("s", 95) + " string", "121 columns, want at most 120"},
		{"wide raw string", widthFindings, "var x = `a\n" + strings.Repeat("a", 121) + "`", ""},
		{"name in JSON", jsonFindings, "type t struct { A int `json:\"a_b,omitempty\"` }", "no underscores"},
		{"package in an error", errorFindings, `import "fmt"; var err = fmt.Errorf("p: no")`, "name of its package"},
		{"name in JSON of two words", jsonFindings, "type t struct { A int `json:\"aB\"` }", ""},
		{"context kept", contextFindings, `import "context"; type s struct { ctx context.Context }`, "keeps a context"},
		{
			"context of one call", contextFindings,
			"import \"context\"\ntype s struct {\nctx context.Context // of the search\n}", "",
		},
		{
			"unknown source", func(f sourceFile) []string { return citationFindings(f, "| `polya1918` |") },
			"// Source: [nobody1900], [polya1918].\nvar x int", "[nobody1900]",
		},
		{
			"package comment", func(f sourceFile) []string { return packageCommentFindings([]sourceFile{f}) },
			"var x int", "package sym has no package comment",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			wantFinding(t, tc.rule(parseText(t, "sym/a.go", "package p\n"+tc.text)), tc.want)
		})
	}
	inside := parseText(t, "internal/a/a.go", `package p; import "m/internal/x"; func F(a x.T) {}`)
	wantFinding(t, signatureFindings(inside), "")
	face := parseText(t, "cmd/internal/cli/a.go", `package p; import "fmt"; func f() { fmt.Println() }`)
	wantFinding(t, silenceFindings(face), "")
}
