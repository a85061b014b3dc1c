package api

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"queens"
	"queens/draw"
	"queens/find/puzzle"
	"queens/internal/answer"
	"queens/internal/answer/printer"
)

func addPuzzles(a *API) {
	example := `{"kind":"regions","order":5,"regions":["AABBC","AADBC","EADBB","EEDBB","EDDDD"]`
	add(a, operation{
		id: "puzzle", heavy: true, path: Prefix + "/puzzles", tag: "puzzles", example: Prefix +
			"/puzzles?date=2026-11-24&kind=regions&order=8",
		summary: "A puzzle with exactly one solution",
		text: "The puzzle of a date or a number (seed); without either, today's, in the time zone of the server. " +
			"Its id determines the puzzle and does not contain the solution.",
	}, makePuzzle)
	addRaw(a, operation{
		id: "puzzle-file", heavy: true, path: Prefix + "/puzzles/{file}", tag: "puzzles", example: Prefix +
			"/puzzles/1-r8m-2026-11-24.svg",
		media:   "image/svg+xml, image/png, application/pdf, text/plain, application/json",
		summary: "The puzzle with an ID, as a picture, text or JSON",
		text: "The file is the ID of a puzzle and a format: 1-r8m-2026-11-24.svg, .png, .pdf, .txt or .json. " +
			"queens puzzle writes the same bytes.",
	}, puzzleFile)
	add(a, operation{
		id: "puzzle-check", heavy: true, method: http.MethodPost, path: Prefix + "/puzzles/check", tag: "puzzles",
		body:    example + "}",
		summary: "Check that a puzzle has one solution, and grade it",
	}, func(ctx context.Context, in *puzzleRequest) (*answer.PuzzleCheck, error) {
		return answer.NewPuzzleCheck(ctx, in.Body.Puzzle)
	})
	add(a, operation{
		id: "puzzle-solution", heavy: true, method: http.MethodPost, path: Prefix + "/puzzles/solution", tag: "puzzles",
		body:    example + "}",
		summary: "Solve a puzzle step by step, with the rule of each step",
	}, func(ctx context.Context, in *puzzleRequest) (*answer.PuzzleSolution, error) {
		solution, err := answer.NewPuzzleSolution(ctx, in.Body.Puzzle)
		if err == nil && solution == nil {
			err = fmt.Errorf("%w: %w", puzzle.ErrNotUnique, queens.ErrFormat)
		}
		return solution, err
	})
	add(a, operation{
		id: "puzzle-hint", heavy: true, method: http.MethodPost, path: Prefix + "/puzzles/hint", tag: "puzzles",
		body:    example + `,"queens":[],"crossed":[]}`,
		summary: "Explain the next step of a puzzle in a sentence",
		text: "queens are those that the player placed; crossed are the squares crossed out. A wrong one is " +
			"reported first. The answer has the squares to mark.",
	}, puzzleHint)
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
		Size: in.Size, Caption: p.Caption(),
	}
	text := func() (string, error) { return p.Text(printer.Style{}), nil }
	return drawing{p, text, b.Picture}.in(ext)
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

func puzzleHint(ctx context.Context, in *hintRequest) (*answer.PuzzleHint, error) {
	return answer.NewPuzzleHint(ctx, in.Body.Puzzle, in.Body.Queens, in.Body.Crossed)
}
