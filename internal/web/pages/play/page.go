// Package play is the page of puzzles with exactly one solution: of a day, in levels, or of any
// order, kind and grade.
package play

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"queens"
	"queens/find/puzzle"
	"queens/internal/answer"
	"queens/internal/web/page"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page is the page of puzzles.
var Page = page.Page{
	Name: "play", Title: "Play", Place: "Play",
	Summary: "Puzzles with exactly one solution, and no need to guess",
	Files:   files, View: view, Item: "id", Items: items,
}

// daily is the puzzle of every day, but for its date; so is `queens puzzle`.
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

var firstDay = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

func items(now time.Time) (list []string) {
	for _, l := range levels {
		list = append(list, l.ID())
	}
	for day := firstDay; day.Before(now.AddDate(1, 0, 0)); day = day.AddDate(0, 0, 1) {
		spec := daily
		spec.Seed = day.Format(time.DateOnly)
		list = append(list, spec.ID())
	}
	return list
}

type shown struct {
	puzzle.Spec
	ID, Title, Rule string
	JSON            string // the puzzle
	Day             bool   // it is one of a day
	Levels          []string
	Kinds           []puzzle.Kind
	Grades          []string
	MinOrder        int
	MaxOrder        int
	First           string // day of the archive
	Daily           string // the ID of the puzzle of a day, but for its date
}

func view(_ context.Context, q page.Query) (page.View, error) {
	spec, err := specOf(q)
	if err != nil {
		return page.View{}, err
	}
	p, err := answer.NewPuzzle(spec)
	if err != nil {
		return page.View{}, err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return page.View{}, err
	}
	kind, err := puzzle.FindKind(spec.Kind)
	if err != nil {
		return page.View{}, err
	}
	s := shown{
		Spec: spec, ID: p.ID, JSON: string(text), Rule: kind.Summary, Kinds: puzzle.Kinds(), Grades: puzzle.Grades(),
		MinOrder: puzzle.MinOrder, MaxOrder: puzzle.MaxOrder, First: firstDay.Format(time.DateOnly),
	}
	day := daily
	day.Seed = s.First
	s.Daily = strings.TrimSuffix(day.ID(), s.First)
	for _, l := range levels {
		s.Levels = append(s.Levels, l.ID())
	}
	date, err := time.Parse(time.DateOnly, spec.Seed)
	s.Day = err == nil
	level := slices.Index(levels, spec)
	switch {
	case level >= 0:
		s.Title = fmt.Sprintf("Level %d", level+1)
	case s.Day:
		s.Title = date.Format("2 January 2006")
	default:
		s.Title = "Puzzle " + spec.Seed
	}
	base := "/api/v1/puzzles/" + p.ID
	v := page.View{
		Command: "queens puzzle " + p.ID, Preview: base + ".png?size=600", Data: s,
		Exports: page.Exports("", base, "puzzle", "svg", "png", "pdf", "json"),
		Heading: fmt.Sprintf("Queens, %s: %s, %d by %d, %s", s.Title, spec.Kind, spec.Order, spec.Order, spec.Grade),
	}
	return v, nil
}

// specOf returns which puzzle the address means; today's if it does not say.
func specOf(q page.Query) (spec puzzle.Spec, err error) {
	if id := q.Get("id"); id != "" {
		return puzzle.ParseID(id)
	}
	spec = daily
	spec.Kind, spec.Grade = cmp.Or(q.Get("kind"), spec.Kind), cmp.Or(q.Get("grade"), spec.Grade)
	spec.Seed = cmp.Or(q.Get("seed"), q.Get("date"), time.Now().Format(time.DateOnly))
	if q.Get("date") != "" && !strings.Contains(spec.Seed, "-") && q.Get("seed") == "" {
		return spec, fmt.Errorf("date: %q: want a day like 2026-11-24: %w", spec.Seed, queens.ErrFormat)
	}
	spec.Order = q.Int("n", spec.Order, puzzle.MinOrder, puzzle.MaxOrder)
	return spec, nil
}
