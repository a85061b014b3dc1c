package arch

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"queens/internal/must"
)

// allowed is policy, not a record: do not loosen it to make a build pass.
//
// Each line is a package: the packages of this module that it may import and, after the bar, the
// external libraries. "." is the root package. A line may name only packages above it, so there are
// no cycles. Lines are ordered by wing, and no wing imports one below it. Packages without a line
// fail. Every package may import internal/errs.
const allowed = `
internal/errs   :
internal/arch   :
internal/shell  :
internal/buildinfo :
internal/sys    : | golang.org/x/sys
internal/golden   : | github.com/rogpeppe/go-internal
internal/must     :
internal/humanize  :
internal/timing :
internal/proofcheck :
internal/bitmath :
count/unit      : internal/bitmath
count/internal/... : internal/bitmath count/unit | golang.org/x/sys
count/device/dense : count/unit count/internal/...
count/device : count/unit count/internal/... count/device/dense
count/device/driver : count/device count/device/dense | github.com/ebitengine/purego

.               :
symmetry        : .
internal/named  : .
known           : internal/named .
cmd/internal/option : . internal/named
format          : . symmetry known internal/humanize internal/named

count/ledger    : . internal/sys | github.com/fxamacker/cbor/v2
count/plan      : count/unit . count/ledger count/internal/... internal/named internal/sys internal/humanize
count/methods/search : . symmetry count/plan count/ledger count/internal/... internal/bitmath
count/methods/join : . count/plan count/ledger count/internal/... internal/bitmath
count/methods/parity : count/unit . count/plan count/ledger count/device/dense count/internal/... internal/named symmetry
count/methods/torus : . count/plan count/ledger internal/bitmath
count/methods/symmetric : . count/plan count/ledger count/internal/... internal/bitmath
count/methods : known . count/plan count/methods/search count/methods/join count/methods/parity count/methods/torus count/methods/symmetric internal/named count/ledger
count           : internal/humanize internal/sys count/internal/... . symmetry known count/plan count/methods count/methods/parity count/ledger
count/survey    : count/internal/... . symmetry known count/plan count/methods count/methods/search count/ledger count count/methods/parity
count/verify    : internal/humanize count/internal/... . symmetry known count/plan count/methods count/ledger count
cmd/internal/batch     : internal/humanize internal/shell internal/sys . count/plan count/methods count/ledger count count/survey count/verify internal/named
cmd/internal/runs      : internal/humanize internal/shell internal/sys . count/plan count/methods count/ledger count count/verify cmd/internal/batch

find/internal/... : . count/methods/search count/plan count
find/solver     : .
find/exactcover :
find/construct  : . find/solver internal/bitmath internal/named
find/huge       : .
list            : . symmetry find/solver
find/complete   : . find/internal/... find/construct find/solver internal/named count
find/puzzle     : internal/humanize . find/exactcover format internal/named
find/sample     : . known count/ledger count find/internal/...
find/trace      : . find/solver
find/race       : . known find/solver internal/sys internal/timing
find/algorithms : internal/named . symmetry count/methods/search find/solver find/exactcover find/huge list find/construct

math/density    : . symmetry known
math/miscount   : internal/named . symmetry known list
math/orbit      : . symmetry known list internal/named
math/torus      : . symmetry list internal/bitmath internal/humanize
math/orderly    : . symmetry internal/named math/torus
math/placements : . symmetry
math/tour       : . symmetry
math/design     : . internal/bitmath

draw            : internal/humanize . symmetry known list math/orbit math/torus internal/named | git.sr.ht/~sbinet/gg golang.org/x/image codeberg.org/go-pdf/fpdf codeberg.org/go-fonts/liberation

model           : . symmetry internal/named
model/solve     : internal/proofcheck . find/exactcover find/complete model internal/named
model/proof     : . find/solver find/complete model

docs            : internal/named
cmd/internal/claims : internal/named . symmetry known find/solver list find/algorithms math/orbit math/orderly math/torus math/placements
cmd/internal/answer/printer : internal/humanize .
cmd/internal/answer : internal/named cmd/internal/answer/printer internal/humanize internal/shell internal/proofcheck cmd/internal/claims . symmetry known count/plan count/methods/search count/ledger count count/survey find/solver list find/huge find/construct find/sample find/complete find/puzzle find/race find/trace find/algorithms math/orbit math/orderly math/placements math/torus math/design format model model/solve docs cmd/internal/runs
cmd/internal/web    : internal/named cmd/internal/option internal/humanize cmd/internal/answer cmd/internal/answer/printer . docs symmetry known count/plan count/methods count count/ledger cmd/internal/runs find/algorithms find/complete find/construct list find/huge find/puzzle find/race find/solver find/trace math/orbit format draw model internal/shell cmd/internal/claims | github.com/danielgtaylor/huma/v2

cmd/internal/cli/command : internal/named internal/buildinfo count/device internal/humanize cmd/internal/answer/printer internal/shell internal/sys . count/plan count cmd/internal/option docs | github.com/spf13/cobra github.com/spf13/pflag golang.org/x/term
cmd/internal/cli/counting : docs internal/buildinfo internal/humanize cmd/internal/answer/printer internal/shell internal/sys . symmetry known count/plan count/methods count/ledger count count/survey count/verify cmd/internal/batch cmd/internal/runs cmd/internal/cli/command internal/named count/device internal/timing cmd/internal/option | github.com/spf13/cobra github.com/spf13/pflag
cmd/internal/cli    : cmd/internal/option internal/shell internal/named internal/sys cmd/internal/answer/printer internal/humanize cmd/internal/answer cmd/internal/claims internal/proofcheck cmd/internal/web . symmetry known count/plan count/methods count/methods/search count/ledger count count/survey find/solver find/construct find/huge find/puzzle find/race find/trace list find/complete find/sample find/algorithms math/density math/miscount math/orbit math/orderly math/placements math/torus math/tour math/design format draw model model/proof model/solve docs cmd/internal/cli/command cmd/internal/cli/counting | github.com/spf13/cobra github.com/spf13/pflag golang.org/x/term
internal/mutants :
cmd/internal/site   : cmd/internal/answer docs count/plan count/methods find/algorithms cmd/internal/web | git.sr.ht/~sbinet/gg github.com/yuin/goldmark
cmd/internal/site/engine : cmd/internal/web
cmd/queens      : cmd/internal/cli
cmd/queens-count : cmd/internal/cli/command cmd/internal/cli/counting
cmd/queens-device : count/device count/device/dense count/device/driver
`

type permission struct {
	pkg       string
	imports   []string // packages of this module, relative to its root
	libraries []string // module paths
}

func parsePolicy(text string) ([]permission, error) {
	var policy []permission
	above := map[string]bool{}
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		pkg, rest, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("policy line %q has no colon", line)
		}
		imports, libraries, _ := strings.Cut(rest, "|")
		p := permission{strings.TrimSpace(pkg), strings.Fields(imports), strings.Fields(libraries)}
		for _, dep := range p.imports {
			if !above[dep] {
				return nil, fmt.Errorf("policy: %s may not import %s, which is not above it", p.pkg, dep)
			}
		}
		if above[p.pkg] {
			return nil, fmt.Errorf("policy: %s has two lines", p.pkg)
		}
		above[p.pkg] = true
		policy = append(policy, p)
	}
	return policy, nil
}

// importFindings compares the imports of the files, for all platforms unlike "go list", with the
// policy. Tests may import anything except cmd/internal/cli.
func importFindings(files []sourceFile, policy []permission, module string) (found []string) {
	lines := map[string]permission{}
	for _, p := range policy {
		lines[p.pkg] = p
	}
	for _, f := range files {
		pkg := room(f.pkg)
		line, known := lines[pkg]
		if !known {
			found = append(found, fmt.Sprintf("%s: package %s has no line in the import policy of internal/arch",
				f.path, f.pkg))
			continue
		}
		for _, path := range f.imports() {
			dep, own := withinModule(path, module)
			switch {
			case own && f.test:
				const cli = "cmd/internal/cli"
				if within(dep, cli) && !within(f.pkg, cli) && !strings.HasPrefix(f.pkg, "cmd/queens") {
					found = append(found, fmt.Sprintf("%s: a test of %s may not import %s", f.path, f.pkg, cli))
				}
			case own && room(dep) != pkg && dep != "internal/errs" && !slices.Contains(line.imports, room(dep)):
				found = append(found, fmt.Sprintf("%s: %s may not import %s", f.path, f.pkg, dep))
			case !own && !f.test && isLibrary(path) && !slices.ContainsFunc(line.libraries,
				func(lib string) bool { return within(path, lib) }):
				found = append(found, fmt.Sprintf("%s: %s may not import the library %s", f.path, f.pkg, path))
			}
		}
	}
	return found
}

// withinModule returns the path relative to the module, "." for the root, and whether path is in
// it.
func withinModule(path, module string) (rel string, own bool) {
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

// room returns the name of a package in the policy. The packages below the internal folder of a
// wing share a line: the compiler keeps other wings out. The faces have a line each.
func room(pkg string) string {
	if wing, _, below := strings.Cut(pkg, "/internal/"); below && wing != "cmd" {
		return wing + "/internal/..."
	}
	return pkg
}

func within(path, root string) bool { return path == root || strings.HasPrefix(path, root+"/") }

// isLibrary reports whether an import path is outside the standard library: its first element has a
// dot.
func isLibrary(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

func TestImportsFollowThePolicy(t *testing.T) {
	policy := must.Get(parsePolicy(allowed))(t)
	files, module := readModule(t)
	report(t, importFindings(files, policy, module))
	for _, p := range policy {
		if !slices.ContainsFunc(files, func(f sourceFile) bool { return room(f.pkg) == p.pkg }) {
			t.Errorf("the import policy has a line for %s, which is no package of the module", p.pkg)
		}
	}
}

func TestPolicyTextIsChecked(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"cycle", "a : b\nb : a\n", "is not above it"},
		{"twice", "a :\na :\n", "two lines"},
		{"no colon", "a\n", "no colon"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if _, err := parsePolicy(tc.text); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want an error with %q", err, tc.want)
			}
		})
	}
}

func TestImportViolationsAreFound(t *testing.T) {
	policy := must.Get(parsePolicy("internal/bare :\nlow :\nhigh : low | example.org/lib\nface : low high\n" +
		"cmd/internal/cli : high\n"))(t)
	for _, tc := range []struct{ name, path, text, want string }{
		{"upwards", "low/a.go", `import "m/high"`, "low may not import high"},
		{"downwards", "high/a.go", `import "m/low"`, ""},
		{"library allowed", "high/a.go", `import "example.org/lib/part"`, ""},
		{"library elsewhere", "low/a.go", `import "example.org/lib"`, "may not import the library"},
		{"library of a like name", "high/a.go", `import "example.org/library"`, "may not import the library"},
		{"a face names what it shows", "face/a.go", `import ("m/low"; "m/high")`, ""},
		{"no line", "new/a.go", ``, "no line in the import policy"},
		{"test may look up", "low/a_test.go", `import "m/high"`, ""},
		{
			"test may not use the command line", "low/a_test.go", `import "m/cmd/internal/cli"`,
			"may not import cmd/internal/cli",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := parseText(t, tc.path, "package p\n"+tc.text)
			wantFinding(t, importFindings([]sourceFile{f}, policy, "m"), tc.want)
		})
	}
}
