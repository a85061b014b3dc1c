package docs

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/draw"
	"queens/find/construct"
	"queens/find/huge"
	"queens/internal/must"
	"queens/known"
	"queens/list"
	"queens/math/orbit"
	"queens/symmetry"
)

func Example_all() {
	total, err := count.All(context.Background(), 12)
	fmt.Println(total, err)
	// Output:
	// 14200 <nil>
}

func Example_check() {
	p, err := queens.ParsePerm("15863724")
	fmt.Println(p, err, queens.Check(p, queens.Regular))
	p[6], p[7] = p[7], p[6]
	fmt.Println(queens.Check(p, queens.Regular))
	// Output:
	// 15863724 <nil> <nil>
	// the queens at row 8, column 3 and row 4, column 7 share a rising diagonal: not a solution
}

func Example_list() {
	solutions, err := list.Solutions(7, list.Options{Fundamental: true})
	if err != nil {
		panic(err)
	}
	for p := range solutions {
		fmt.Println(p, symmetry.ClassOf(p), len(symmetry.Orbit(p)))
	}
	// Output:
	// 1357246 asymmetric 8
	// 1473625 asymmetric 8
	// 2417536 asymmetric 8
	// 2514736 central 4
	// 2574136 central 4
	// 2637415 asymmetric 8
}

func Example_listAll() {
	all, err := list.Solutions(6, list.Options{})
	if err != nil {
		panic(err)
	}
	for p := range all {
		fmt.Println(p)
	}
	// Output:
	// 246135
	// 362514
	// 415263
	// 531642
}

func Example_symmetry() {
	p, err := queens.ParsePerm("41582736")
	fmt.Println(symmetry.Canonical(p), symmetry.ClassOf(p), err)
	for _, s := range symmetry.All() {
		fmt.Print(symmetry.Apply(s, p), " ")
	}
	// Output:
	// 25713864 asymmetric <nil>
	// 41582736 74286135 36271485 46831752 58417263 63728514 25713864 53168247
}

func Example_draw() {
	p, err := queens.ParsePerm("15863724")
	if err != nil {
		panic(err)
	}
	picture, err := draw.Board{Order: 8, Queens: p.Squares(), Layers: []string{"chess"}}.Picture()
	if err != nil {
		panic(err)
	}
	format, err := draw.FindFormat("svg")
	if err != nil {
		panic(err)
	}
	file, err := os.Create(filepath.Join(os.TempDir(), "board."+format.Name))
	if err != nil {
		panic(err)
	}
	err = errors.Join(format.Encode(file, picture), file.Close())
	fmt.Println(picture.Title, err)
	// Output:
	// 8 by 8 board with queens at a8 b4 c1 d3 e6 f2 g7 h5 <nil>
}

func Example_huge() {
	p, _ := construct.Find("hoffman-loessi-moore")
	board, err := p.First(1_000_000)
	if err != nil {
		panic(err)
	}
	verifier := huge.NewVerifier(board.Order)
	for rows := range board.Blocks() {
		if err := verifier.Add(rows); err != nil {
			panic(err)
		}
	}
	fmt.Println(verifier.Close())

	rows, _, err := huge.Greedy(context.Background(), 1_000_000, 1, nil)
	if err != nil {
		panic(err)
	}
	profile := huge.NewProfile(huge.Of(rows))
	fmt.Printf("%.2f of the middle diagonals hold a queen, %.2f of those at the corner\n", profile.Rising[8],
		profile.Rising[0])
	// Output:
	// <nil> <nil>
	// 0.94 of the middle diagonals hold a queen, 0.06 of those at the corner
}

func Example_count() {
	report, err := count.Solve(context.Background(), count.Question{Order: 14, Of: count.Classes},
		count.Options{Workers: 2})
	if err != nil {
		panic(err)
	}
	published, _ := known.Solutions(14)
	fmt.Println(report.Solutions, *report.Solutions == published, report.Asymmetric, report.Central, report.Rotational)
	// Output:
	// 365596 true 45647 105 0
}

func Example_orbits() {
	atlas, err := orbit.NewAtlas(context.Background(), 9, orbit.Options{})
	if err != nil {
		panic(err)
	}
	reach := atlas.Reach()
	fmt.Println("found", reach.Found, "of", atlas.Len())
	for i := range reach.Unreached() {
		fmt.Println(atlas.Orbit(i), orbit.SignatureOf(atlas.Orbit(i)).ShortKey())
	}
	// Output:
	// found 45 of 46
	// 285396417 9 {(10,10,50) (50,10,10) (10,0,10) (10,7,17) (17,7,10) (10,0,10) (10,10,50)}
}

func Example_resume() {
	state, err := os.MkdirTemp("", "queens")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(state)

	variant, err := methods.Find("search-border")
	if err != nil {
		panic(err)
	}
	p, err := plan.New(context.Background(), 15, variant)
	if err != nil {
		panic(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	options := count.Options{State: state, KeepAll: true, Progress: func(p count.Progress) {
		if p.Done > 0 {
			cancel() // like Ctrl-C
		}
	}}
	if _, err = count.Run(ctx, p, options); err != nil && !errors.Is(err, context.Canceled) {
		panic(err)
	}
	options.Progress = nil
	tally, err := count.Run(context.Background(), p, options) // continues
	if err != nil {
		panic(err)
	}
	run, err := ledger.Read(context.Background(), tally.Ledger)
	if err != nil {
		panic(err)
	}
	fmt.Println(tally.Total, run.Complete(), run.Tally.Total)
	// Output:
	// 2279184 true 2279184
}

func Example_plan() {
	variant, err := methods.Find("search")
	if err != nil {
		panic(err)
	}
	p, err := plan.New(context.Background(), 18, variant)
	if err != nil {
		panic(err)
	}
	families := p.Count.(*search.Count)
	fmt.Println(len(families.Families()), "families in", len(p.Subproblems), "subproblems, plan", p.HashText()[:8])
	board, weight := families.Board(p.Subproblems[0].Pieces.(search.Parts)[0])
	fmt.Println("each completion counts", weight, "times;", len(board.Rows), "rows are open")
	// Output:
	// 55 families in 302 subproblems, plan ad3849db
	// each completion counts 8 times; 15 rows are open
}

// TestPackagesFitOnAScreen checks the packages that the page lists first: go doc fits on one
// screen.
func TestPackagesFitOnAScreen(t *testing.T) {
	const screen = 55 // lines
	for _, name := range []string{"", "/count", "/list", "/symmetry", "/draw"} {
		path := reflect.TypeFor[queens.Perm]().PkgPath() + name
		out, err := exec.CommandContext(t.Context(), "go", "doc", path).Output()
		if lines := strings.Count(string(out), "\n"); err != nil || lines > screen {
			t.Errorf("go doc %s prints %d lines, error %v", path, lines, err)
		}
	}
}

// TestLibraryPageShowsTheExamples checks that every Go block is the body of an example, verbatim.
func TestLibraryPageShowsTheExamples(t *testing.T) {
	page := must.Get(os.ReadFile("library.md"))(t)
	var blocks []string
	for i, part := range strings.Split(string(page), "```go\n") {
		if block, _, ok := strings.Cut(part, "```"); ok && i > 0 {
			blocks = append(blocks, block)
		}
	}
	bodies := exampleBodies(t)
	if len(blocks) == 0 || len(blocks) != len(bodies) {
		t.Errorf("the page has %d Go blocks, this file %d examples", len(blocks), len(bodies))
	}
	for _, block := range blocks {
		if !slices.Contains(bodies, block) {
			t.Errorf("no example has this body:\n%s", block)
		}
	}
}

// exampleBodies returns the outdented bodies of the examples, with their output as a comment.
func exampleBodies(t *testing.T) []string {
	source := must.Get(os.ReadFile("library_test.go"))(t)
	files := token.NewFileSet()
	file := must.Get(parser.ParseFile(files, "library_test.go", source, parser.ParseComments))(t)
	var bodies []string
	for _, decl := range file.Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || !strings.HasPrefix(f.Name.Name, "Example") {
			continue
		}
		body := string(source[files.Position(f.Body.Lbrace).Offset+2 : files.Position(f.Body.Rbrace).Offset])
		body = strings.TrimPrefix(strings.ReplaceAll(body, "\n\t", "\n"), "\t")
		bodies = append(bodies, body)
	}
	return bodies
}
