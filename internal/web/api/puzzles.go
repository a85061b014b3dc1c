package api

import (
	"context"
	"fmt"
	"strings"
	"time"

	"queens"
	"queens/draw"
	"queens/find/puzzle"
	"queens/internal/answer"
	"queens/internal/answer/printer"
)

func addPuzzles(a *API) {
	add(a, "puzzle", makePuzzle)
	addRaw(a, "puzzle-file", puzzleFile)
	add(a, "puzzle-check", func(ctx context.Context, in *puzzleRequest) (*answer.PuzzleCheck, error) {
		return answer.NewPuzzleCheck(ctx, in.Body.Puzzle)
	})
	add(a, "puzzle-solution", func(ctx context.Context, in *puzzleRequest) (*answer.PuzzleSolution, error) {
		solution, err := answer.NewPuzzleSolution(ctx, in.Body.Puzzle)
		if err == nil && solution == nil {
			err = fmt.Errorf("%w: %w", puzzle.ErrNotUnique, queens.ErrFormat)
		}
		return solution, err
	})
	add(a, "puzzle-hint", puzzleHint)
}

func makePuzzle(_ context.Context, in *struct {
	Date  string `query:"date" maxLength:"10" doc:"a day" example:"2026-11-24"`
	Seed  string `query:"seed" maxLength:"12" doc:"a number, instead of a day"`
	Kind  string `query:"kind" enum:"completion,diagonals,regions" default:"regions"`
	Grade string `query:"grade" enum:"easy,medium,hard,expert" default:"medium"`
	Order int    `query:"order" minimum:"5" maximum:"14" default:"8"`
},
) (*answer.Puzzle, error) {
	spec := puzzle.Spec{Kind: in.Kind, Order: in.Order, Grade: in.Grade, Seed: in.Date}
	switch {
	case in.Date != "" && in.Seed != "":
		return nil, fmt.Errorf("a date and a seed give different puzzles: use one: %w", queens.ErrFormat)
	case in.Seed != "":
		if spec.Seed = in.Seed; strings.Contains(in.Seed, "-") {
			return nil, fmt.Errorf("seed: %q: want a number, 0 or more: %w", in.Seed, queens.ErrFormat)
		}
	case in.Date == "":
		spec.Seed = time.Now().Format(time.DateOnly)
	case !strings.Contains(in.Date, "-"):
		return nil, fmt.Errorf("date: %q: want a day like 2026-11-24: %w", in.Date, queens.ErrFormat)
	}
	return answer.NewPuzzle(spec)
}

func puzzleFile(_ context.Context, in *struct {
	File  string `path:"file" maxLength:"50" doc:"the ID of a puzzle and the name of a format" example:"1-r8m-2026-11-24.svg"`
	Theme string `query:"theme" enum:"light,dark" default:"light"`
	Size  int    `query:"size" minimum:"0" maximum:"2048" doc:"pixels per side; 0: chosen by order"`
},
) (*raw, error) {
	id, ext, err := splitFile(in.File, "1-r8m-2026-11-24.svg")
	if err != nil {
		return nil, err
	}
	spec, err := puzzle.ParseID(id)
	if err != nil {
		return nil, err
	}
	p, err := answer.NewPuzzle(spec)
	if err != nil {
		return nil, err
	}
	b := draw.Board{
		Order: p.Order, Queens: p.Given, Blocked: p.Blocked, Regions: p.Regions, Theme: in.Theme,
		Size: in.Size, Layers: []string{"coordinates"}, Caption: p.Caption(),
	}
	text := func() (string, error) { return p.Text(printer.Style{}), nil }
	return drawing{printer.JSON{Schema: "queens.puzzle/1", Value: p}, text, b.Picture}.in(ext)
}

type puzzleRequest struct {
	Body struct {
		Schema string `json:"schema,omitempty" enum:"queens.puzzle/1"`
		puzzle.Puzzle
	}
}

type hintRequest struct {
	Body struct {
		Schema string `json:"schema,omitempty" enum:"queens.puzzle/1"`
		puzzle.Puzzle
		Queens  []queens.Square `json:"queens,omitempty" maxItems:"196"`
		Crossed []queens.Square `json:"crossed,omitempty" maxItems:"196"`
	}
}

func puzzleHint(ctx context.Context, in *hintRequest) (*puzzle.Deduction, error) {
	return answer.NewPuzzleHint(ctx, in.Body.Puzzle, in.Body.Queens, in.Body.Crossed)
}
