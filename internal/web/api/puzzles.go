package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"time"

	"queens"
	"queens/draw"
	"queens/find/puzzle"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/errs"
)

func addPuzzles(a *API) {
	add(a, "puzzle", makePuzzle)
	addRaw(a, "puzzle-file", puzzleFile)
	addAbout(a, "puzzle-check", func(ctx context.Context, p puzzle.Puzzle) (*answer.PuzzleCheck, error) {
		return answer.NewPuzzleCheck(ctx, p, 0)
	})
	addAbout(a, "puzzle-solution", func(ctx context.Context, p puzzle.Puzzle) (*answer.PuzzleSolution, error) {
		return answer.NewPuzzleSolution(ctx, p, 10)
	})
	addAbout(a, "puzzle-hint", answer.NewPuzzleHint)
}

func makePuzzle(_ context.Context, in *struct {
	Date  string `query:"date" maxLength:"10" doc:"a day" example:"2026-11-24"`
	Seed  string `query:"seed" maxLength:"12" doc:"a number, instead of a day"`
	Kind  string `query:"kind" enum:"completion,diagonals,regions" default:"regions"`
	Grade string `query:"grade" enum:"easy,medium,hard,expert" default:"medium"`
	Order int    `query:"order" minimum:"5" maximum:"14" default:"8"`
},
) (*answer.Puzzle, error) {
	seed, err := puzzle.SeedOf(in.Date, in.Seed, time.Now().Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	return answer.NewPuzzle(puzzle.Spec{Kind: in.Kind, Order: in.Order, Grade: in.Grade, Seed: seed})
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
