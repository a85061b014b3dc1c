package pages

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"queens/internal/errs"

	"queens"
	"queens/find/puzzle"
	"queens/format"
	"queens/internal/answer/printer"
	"queens/internal/named"
	"queens/internal/shell"
)

// daily is the puzzle of the day without its date, the same as that of `queens puzzle`.
var daily = puzzle.Spec{Kind: puzzle.Regions, Order: 8, Grade: puzzle.Medium.String()}

var levels = func() (list []puzzle.Spec) {
	kinds := []string{puzzle.Regions, puzzle.Completion, puzzle.Diagonals}
	for g, orders := range [][]int{{5, 5, 5, 6, 6, 6}, {6, 6, 6, 7, 7, 7}, {7, 8, 8, 9, 9, 9}, {8, 8, 8, 10, 10, 10}} {
		for i, n := range orders {
			list = append(list, puzzle.Spec{Kind: kinds[i%3], Order: n, Grade: puzzle.Grades()[g], Seed: fmt.Sprint(
				len(list) + 1)})
		}
	}
	return list
}()

func levelIDs() []string { return named.Names(levels, puzzle.Spec.ID) }

var firstDay = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

func playItems(now time.Time) []string {
	list := levelIDs()
	for day := firstDay; day.Before(now.AddDate(1, 0, 0)); day = day.AddDate(0, 0, 1) {
		spec := daily
		spec.Seed = day.Format(time.DateOnly)
		list = append(list, spec.ID())
	}
	return list
}

func playView(_ context.Context, q Query) (View, error) {
	spec, err := puzzle.ParseID(q.Get("id"))
	if q.Get("id") == "" {
		spec = puzzle.Spec{
			Kind: q.text("kind", daily.Kind), Grade: q.text("grade", daily.Grade),
			Order: q.number("n", daily.Order, puzzle.MinOrder, puzzle.MaxOrder),
		}
		spec.Seed, err = puzzle.SeedOf(q.Get("date"), q.Get("seed"), time.Now().Format(time.DateOnly))
	}
	if err != nil {
		return View{}, err
	}
	p, err := puzzle.Generate(spec)
	if err != nil {
		return View{}, err
	}
	text, err := json.Marshal(printer.JSON{Schema: "queens.puzzle/1", Value: p})
	if err != nil {
		return View{}, err
	}
	kind, _ := puzzle.FindKind(spec.Kind) // which made p
	title, first := "Puzzle "+spec.Seed, firstDay.Format(time.DateOnly)
	date, notDay := time.Parse(time.DateOnly, spec.Seed)
	if notDay == nil {
		title = date.Format("2 January 2006")
	}
	if level := slices.Index(levels, spec); level >= 0 {
		title = fmt.Sprintf("Level %d", level+1)
	}
	base := "/api/v1/puzzles/" + p.ID
	return View{
		Command: shell.Queens("puzzle", p.ID), Preview: base + ".png?size=600",
		Exports: exports("", base, "puzzle", "svg", "png", "pdf", "json"),
		Heading: fmt.Sprintf("Queens, %s: %s, %d by %d, %s", title, spec.Kind, spec.Order, spec.Order, spec.Grade),
		Data: data{
			"Kind": spec.Kind, "Order": spec.Order, "Grade": spec.Grade, "Seed": spec.Seed, "ID": p.ID,
			"Title": title, "Rule": kind.Summary, "JSON": string(text), "Day": notDay == nil, "Levels": levelIDs(),
			"Kinds": puzzle.Kinds(), "Grades": puzzle.Grades(), "MinOrder": puzzle.MinOrder,
			"MaxOrder": puzzle.MaxOrder, "First": first, // day of the archive
			"Daily": strings.TrimSuffix(playItems(firstDay)[len(levels)], first),
		},
	}, nil
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
			look.Set(name, squareNames(squares, n))
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
