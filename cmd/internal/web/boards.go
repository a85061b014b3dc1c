package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/cmd/internal/answer"
	"queens/draw"
	"queens/find/complete"
	"queens/find/puzzle"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/internal/shell"
	"queens/known"
	"queens/list"
	"queens/math/orbit"
	"queens/symmetry"
)

func addPlacements(a *API) {
	add(a, "orbit", func(_ context.Context, in *Placement) (*answer.Orbit, error) {
		return answer.NewOrbit(in.perm, false), nil
	})
	add(a, "apply", apply)
	add(a, "solutions", func(ctx context.Context, in *Listing) (*answer.Solutions, error) {
		return listSolutions(ctx, *in)
	})
	add(a, "lattice", lattice)
	add(a, "complete", completeBoard)
}

const maxRows = 1000

// Placement is the path of a request about one placement with one queen in each row and column.
type Placement struct {
	Perm string `path:"perm" maxLength:"6000" doc:"a board: the row of the queen of each column, such as 15863724; squares; n lines of n squares; or FEN" example:"15863724"`
	perm queens.Perm
}

func (in *Placement) read() (err error) {
	in.perm, err = readPermutation(in.Perm)
	return err
}

// readPlacement reads a board of any shape that has one queen in each column. Errors:
// queens.ErrFormat.
func readPlacement(text string) (queens.Perm, error) {
	b, err := parseBoard(text)
	if err == nil && b.Perm == nil {
		err = errs.Errorf("%s, not one in each column: %w", b.Spelled(1), queens.ErrFormat)
	}
	return b.Perm, err
}

func parseBoard(text string) (format.Board, error) {
	b, err := format.ReadBoard(text, format.Reading{Base: format.AnyBase})
	if err == nil && (b.Order < 1 || b.Order > maxRows) {
		err = errs.Errorf("order %d: want 1 to %d: %w", b.Order, maxRows, queens.ErrFormat)
	}
	return b, err
}

// readPermutation is readPlacement for a board that also has one queen in each row.
func readPermutation(text string) (queens.Perm, error) {
	p, err := readPlacement(text)
	if shared := answer.OneQueenPerRow(p, 1); err == nil && shared != nil {
		err = errs.Errorf("%w: %w", shared, queens.ErrFormat)
	}
	return p, err
}

const maxOperations = 64

func apply(_ context.Context, in *struct {
	Body struct {
		Perm       string `json:"perm" maxLength:"6000" doc:"the placement to start from"`
		Operations string `json:"operations" maxLength:"4000" doc:"one after another, separated by spaces"`
	}
},
) (*answer.Apply, error) {
	p, err := readPermutation(in.Body.Perm)
	if err != nil {
		return nil, err
	}
	list, err := orbit.ParseOperations(strings.Fields(in.Body.Operations), 1)
	if err != nil {
		return nil, err
	}
	if len(list) > maxOperations {
		return nil, errs.Errorf("%d operations: want at most %d: %w", len(list), maxOperations, queens.ErrFormat)
	}
	return answer.NewApply(p, list)
}

// Listing is what is asked of a list.
type Listing struct {
	Order       int    `query:"n" required:"true" minimum:"1" maximum:"32"`
	Fundamental bool   `query:"fundamental" doc:"one solution of each orbit"`
	Class       string `query:"class" enum:"asymmetric,central,rotational" doc:"only this class"`
	Modular     bool   `query:"modular" doc:"only solutions also valid on the torus"`
	Limit       int    `query:"limit" minimum:"1" maximum:"500" default:"60"`
	After       string `query:"after" maxLength:"200" doc:"cursor: the list starts after this placement"`
}

// maxNodes is the most queens placed for one page of a list: some tenths of a second.
const maxNodes = 30_000_000

// listSolutions returns a page of a list, a short one where more take longer than a moment.
func listSolutions(ctx context.Context, in Listing) (*answer.Solutions, error) {
	o := list.Options{Fundamental: in.Fundamental, Modular: in.Modular, Limit: uint64(in.Limit)}
	if in.Class != "" {
		class, _ := symmetry.ParseClass(in.Class) // the enum has its name
		o.Classes = []symmetry.Class{class}
	}
	if in.After != "" {
		after, err := readPlacement(in.After)
		if err != nil {
			return nil, errs.Errorf("cursor: %w", err)
		}
		o.After = after
	}
	found, err := list.NextPage(ctx, in.Order, o, maxNodes)
	if err != nil {
		return nil, err
	}
	page := &answer.Solutions{Order: in.Order, None: found.None}
	series := "solutions"
	if in.Fundamental {
		series = "fundamental"
	}
	if v, ok := known.Lookup(series, in.Order); ok {
		page.Known = v.Value.String()
	}
	if found.Next != nil {
		page.Cursor = found.Next.String()
	}
	page.Solutions = named.Each(found.Solutions, answer.NewListed)
	return page, nil
}

// maxLattice is the largest order of a lattice: it has (n+1)² positions.
const maxLattice = 60

func lattice(_ context.Context, in *struct {
	Placement
	Column int `query:"column" minimum:"0" maximum:"60" doc:"move the queen in this column; 0: insert one"`
},
) (*answer.Lattice, error) {
	n := in.perm.Order()
	if n > maxLattice || in.Column > n {
		return nil, errs.Errorf("order %d, column %d: want an order of at most %d and a column on the board: %w", n,
			in.Column, maxLattice, queens.ErrFormat)
	}
	return answer.NewLattice(in.perm, in.Column)
}

// Limits of one completion.
const (
	maxCompleted  = 1000 // order
	completeNodes = 3_000_000
	explainNodes  = 200_000
	countTime     = 1500 * time.Millisecond
	countMissing  = 14 // queens: with more the number is not looked for
)

// problemOf reads a partial board: a topology, and the names of squares.
func problemOf(n int, topology, given, blocked string) (p queens.Problem, err error) {
	p.Order = n
	p.Topology, _ = queens.ParseTopology(topology) // the enum has its name
	lists, err := format.ReadSquareLists(n, format.AnyBase, given, blocked)
	if err == nil {
		p.Given, p.Blocked = lists[0], lists[1]
	}
	return p, err
}

func completeBoard(ctx context.Context, in *struct {
	Body struct {
		Text     string `json:"text,omitempty" maxLength:"65536" doc:"instead of all else: a problem in any format of queens complete"`
		Order    int    `json:"order,omitempty" minimum:"1" maximum:"1000" doc:"unless there is a text"`
		Queens   string `json:"queens,omitempty" maxLength:"8000" doc:"squares of the given queens"`
		Blocked  string `json:"blocked,omitempty" maxLength:"30000" doc:"squares without queens"`
		Topology string `json:"topology,omitempty" enum:"regular,modular" default:"regular"`
		Seed     int    `json:"seed,omitempty" minimum:"0" maximum:"2147483647"`
	}
},
) (*answer.Complete, error) {
	p, err := problemOf(in.Body.Order, in.Body.Topology, in.Body.Queens, in.Body.Blocked)
	switch {
	case in.Body.Text != "" && (in.Body.Order > 0 || in.Body.Queens+in.Body.Blocked != ""):
		err = errs.Errorf("text: want it alone, as it has the whole problem: %w", queens.ErrFormat)
	case in.Body.Text != "":
		p, _, err = format.ReadProblem(strings.NewReader(in.Body.Text), format.Reading{Base: format.AnyBase})
	case in.Body.Order == 0:
		err = errs.Errorf("neither an order nor a text: %w", queens.ErrFormat)
	}
	if err == nil && p.Order > maxCompleted {
		err = errs.Errorf("order %d: want 1 to %d: %w", p.Order, maxCompleted, queens.ErrFormat)
	}
	if err == nil {
		err = p.Validate()
	}
	if err != nil {
		return nil, err
	}
	o := complete.Options{Seed: uint64(in.Body.Seed), Nodes: completeNodes}
	c, err := answer.NewComplete(ctx, p, o, false, func(found complete.Answer) (complete.Reason, error) {
		return complete.Explain(ctx, p, found, explainNodes, o)
	}, nil)
	if err != nil {
		return nil, err
	}
	if c.Rows != nil && p.Order-len(p.Given) <= countMissing {
		counting, cancel := context.WithTimeout(ctx, countTime)
		defer cancel()
		if number, err := answer.NewCompletions(counting, p, complete.Options{}); err == nil { // else it takes too long
			c.Completions = number.Completions
		}
	}
	return c, nil
}

func addPuzzles(a *API) {
	addFile(a, "puzzle-file", func(id string) (puzzle.Puzzle, error) {
		spec, err := puzzle.ParseID(id)
		if err != nil {
			return puzzle.Puzzle{}, err
		}
		return puzzle.Generate(spec)
	}, puzzleFile)
	addAbout(a, "puzzle-check", func(ctx context.Context, p puzzle.Puzzle) (*answer.PuzzleCheck, error) {
		return answer.NewPuzzleCheck(ctx, p, 0)
	})
	addAbout(a, "puzzle-solution", func(ctx context.Context, p puzzle.Puzzle) (*answer.PuzzleSolution, error) {
		return answer.NewPuzzleSolution(ctx, p, 10)
	})
	addAbout(a, "puzzle-hint", answer.NewPuzzleHint)
}

func puzzleFile(_ context.Context, in *struct {
	File
	Theme string `query:"theme" enum:"light,dark" default:"light"`
	Size  int    `query:"size" minimum:"0" maximum:"2048" doc:"pixels per side; 0: chosen by order"`
}, p puzzle.Puzzle,
) (*raw, error) {
	b := draw.Board{
		Order: p.Order, Queens: p.Given, Blocked: p.Blocked, Regions: p.Regions, Theme: in.Theme,
		Size: in.Size, Layers: []string{"coordinates"}, Caption: p.Caption(),
	}
	text := func() (string, error) { return p.Text(), nil }
	return drawing{p, text, b.Picture}.in(in.File)
}

type puzzleRequest struct {
	RawBody []byte
	Body    struct {
		_      struct{} `additionalProperties:"true"` // of levels
		Schema string   `json:"schema,omitempty" enum:"queens.puzzle/1"`
		Text   string   `json:"text,omitempty" maxLength:"65536" doc:"instead of all else: a board as people write it"`
		Kind   string   `json:"kind,omitempty" enum:"completion,diagonals,regions"` // that of the puzzle is required
		Order  int      `json:"order,omitempty" maximum:"26"`
		puzzle.Puzzle
	}
}

// addAbout adds an operation about the puzzle in the body.
func addAbout[A any](a *API, id string, do func(context.Context, puzzle.Puzzle) (*A, error)) {
	add(a, id, func(ctx context.Context, in *puzzleRequest) (*A, error) {
		p, err := in.puzzle()
		if err != nil {
			return nil, err
		}
		result, err := do(ctx, p)
		if errors.Is(err, puzzle.ErrNotUnique) {
			err = errs.Errorf("%w: %w", err, queens.ErrFormat)
		}
		return result, err
	})
}

// puzzle returns the puzzle of a body: its members, its text, or a level.
func (in *puzzleRequest) puzzle() (p puzzle.Puzzle, err error) {
	strict := json.NewDecoder(bytes.NewReader(in.RawBody))
	strict.DisallowUnknownFields()
	unknown := strict.Decode(&in.Body)
	p, p.Kind, p.Order = in.Body.Puzzle, in.Body.Kind, in.Body.Order
	switch text := in.Body.Text; {
	case unknown != nil && bytes.Contains(in.RawBody, []byte(`"colorRegions"`)):
		p, _, err = puzzle.Parse(in.RawBody)
	case unknown != nil:
		err = errs.Errorf("body: %s: %w", strings.TrimPrefix(unknown.Error(), "json: "), queens.ErrFormat)
	case text != "" && !reflect.DeepEqual(p, puzzle.Puzzle{}):
		err = errs.Errorf("text: want it alone, as it has the whole puzzle: %w", queens.ErrFormat)
	case text != "":
		p, _, err = puzzle.Parse([]byte(text))
	}
	return p, err
}

// week returns what the IDs of the puzzles of the days have before the day, and their titles after
// it, from Sunday on.
func week() (list [7][2]string) {
	for day := range list { // the first day of November 2026 is a Sunday
		spec, _ := puzzle.Daily(firstDay.AddDate(0, 0, day).Format(time.DateOnly)) // which is a day
		list[day][0] = strings.TrimSuffix(spec.ID(), spec.Seed)
		_, list[day][1], _ = strings.Cut(spec.Title(), ": ")
	}
	return list
}

func levels() []string { return named.JSON[[]string](ownFile("pages/play/levels.json")) }

var firstDay = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

func playItems(now time.Time) []string {
	list, before := levels(), week()
	for day := firstDay; day.Before(now.AddDate(1, 0, 0)); day = day.AddDate(0, 0, 1) {
		list = append(list, before[day.Weekday()][0]+day.Format(time.DateOnly))
	}
	return list
}

func playView(ctx context.Context, q Query) (View, error) {
	if q.Get("text") != "" {
		return ownPuzzle(ctx, q)
	}
	today := time.Now().Format(time.DateOnly)
	spec, err := puzzle.Spec{Kind: puzzle.Regions, Order: 8, Grade: puzzle.Medium.String()}, error(nil)
	switch {
	case q.Get("id") != "":
		spec, err = puzzle.ParseID(q.Get("id"))
	case q.Get("n")+q.Get("kind")+q.Get("grade")+q.Get("seed") == "":
		spec, err = puzzle.Daily(q.text("date", today))
	default:
		spec.Kind, spec.Grade = q.text("kind", spec.Kind), q.text("grade", spec.Grade)
		spec.Order = q.number("n", spec.Order, puzzle.MinOrder, puzzle.MaxOrder)
		spec.Seed, err = puzzle.SeedOf(q.Get("date"), q.Get("seed"), today)
	}
	if err != nil {
		return View{}, err
	}
	p, err := puzzle.Generate(spec)
	if err != nil {
		return View{}, err
	}
	title, size, isDaily := strings.Cut(spec.Title(), ": ")
	if level := slices.Index(levels(), p.ID); level >= 0 {
		title = fmt.Sprintf("Level %d", level+1)
	} else if !isDaily {
		title = "Puzzle " + spec.Seed
	}
	v := puzzleView(p, title, size)
	preview := p.ID
	if len(q.Values) == 0 { // a link to the page of the day shows no day: a new one comes, and days differ by place
		v.Heading, preview = "Queens: the puzzle of the day", levels()[len(levels())/2]
	}
	v.Command, v.Preview = shell.Queens("puzzle", p.ID), "/api/v1/puzzles/"+preview+".png?size=600"
	v.Exports = exports("", "/api/v1/puzzles/"+p.ID, "puzzle", "svg", "png", "pdf", "json")
	if isDaily {
		v.Data.(data)["Day"] = spec.Seed
	}
	return v, nil
}

// puzzleView returns the page of a puzzle, which has a size if it is that of a day.
func puzzleView(p puzzle.Puzzle, title, size string) View {
	what := fmt.Sprintf("%s, %d by %d", p.Kind, p.Order, p.Order)
	switch {
	case size != "":
		what = size + "; " + what
	case p.Grade != "":
		what += ", " + p.Grade
	}
	kind, _ := puzzle.FindKind(p.Kind) // which is valid
	return View{Heading: "Queens, " + title + ": " + what, Data: data{
		"Title": title, "What": what, "Rule": kind.Summary, "Puzzle": p, "Day": "", "Levels": levels(),
		"Kind": p.Kind, "Order": p.Order, "Grade": p.Grade, "Kinds": puzzle.Kinds(), "Grades": puzzle.Grades(),
		"MinOrder": puzzle.MinOrder, "MaxOrder": puzzle.MaxOrder, "First": firstDay.Format(time.DateOnly),
		"Week": week(), "Check": (*answer.PuzzleCheck)(nil),
	}}
}

// ownPuzzle shows a puzzle that the visitor has brought, with what is true of it.
func ownPuzzle(ctx context.Context, q Query) (View, error) {
	p, how, err := puzzle.Parse([]byte(q.Get("text")))
	if err != nil {
		return View{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	check, err := answer.NewPuzzleCheck(ctx, p, 0)
	if err != nil {
		return View{}, errs.Errorf("this puzzle takes too long to check here; see queens puzzle check: %w",
			queens.ErrOrder)
	}
	if !check.Unique {
		if more, _ := p.Solutions(ctx, 11); len(more) > 2 { // or as many as there was time for
			check.Samples = more
		}
	}
	p.ID, p.Grade = "", check.Grade // what is true, not what is claimed
	v := puzzleView(p, "Your puzzle", "")
	maps.Copy(v.Data.(data), data{"Check": check, "Read": how})
	return v, nil
}

// maxComposed is the largest order of a board that is composed by hand.
const maxComposed = 100

func boardView(_ context.Context, q Query) (View, error) {
	n, topology := q.number("n", usualOrder, 1, maxComposed), q.word("topology", "regular", "regular", "modular")
	look := url.Values{"layers": {"coordinates,conflicts"}, "size": {"512"}, "topology": {topology}}
	seen := map[queens.Square]bool{}
	for _, name := range []string{"queens", "blocked"} {
		squares, err := format.ReadSquares(q.Get(name), n, format.AnyBase)
		for _, sq := range squares {
			if seen[sq] {
				err = errs.Errorf("%s is listed twice: %w", sq.Name(n), queens.ErrFormat)
			}
			seen[sq] = true
		}
		if err != nil {
			return View{}, errs.Errorf("%s: %w", name, err)
		}
		if len(squares) > 0 {
			look.Set(name, queens.SquareNames(squares, n))
		}
	}
	placed := strings.FieldsFunc(look.Get("queens"), func(r rune) bool { return r == ',' })
	v := View{
		Command: shell.Queens("complete", n, placed, "--blocked", look.Get("blocked"),
			"--topology", strings.TrimPrefix(topology, "regular")),
		Preview: fmt.Sprintf("/api/v1/squares/%d.png?%s", n, look.Encode()),
		Data:    struct{ Order, MaxOrder int }{n, maxComposed},
	}
	if k := len(placed); k > 0 || q.Get("n") != "" {
		v.Heading = fmt.Sprintf("Queens: %d by %d, %d placed", n, n, k)
	}
	return v, nil
}
