// Package solver defines an Algorithm, the Call that it answers, the Stats of its cost, and the
// Events of its steps. Package algorithms lists all algorithms.
//
//	call := solver.Call{Problem: queens.Problem{Order: 8}}
//	stats, err := alg.Solve(ctx, call, func(p queens.Perm) bool {
//		fmt.Println(p)
//		return true // continue
//	})
package solver

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
)

// ErrUnsupported reports that an algorithm does not accept the board or a parameter of a call.
var ErrUnsupported = errs.New(errs.Usage, "not supported by this algorithm")

// Finds is what an algorithm promises to find.
type Finds string

const (
	// All means every solution, each once.
	All Finds = "all"
	// Fundamental means one solution of each orbit.
	Fundamental Finds = "fundamental"
	// Some means any number of solutions, one at a time, perhaps repeated.
	Some Finds = "some"
)

// AllFinds returns the values of Finds in display order.
func AllFinds() []Finds { return []Finds{All, Fundamental, Some} }

// Heading returns the title of a list of algorithms that find f.
func (f Finds) Heading() string {
	return map[Finds]string{
		All:         "All solutions",
		Fundamental: "Fundamental solutions, one of each orbit",
		Some:        "Some solutions, one at a time",
	}[f]
}

// Param is an integer parameter of an algorithm.
type Param struct {
	Name    string `json:"name"`
	Summary string `json:"summary"` // one sentence, no final period
	Default int    `json:"default"`
	Min     int    `json:"min"`
	Max     int    `json:"max"` // 0 means no limit
}

// Algorithm is a way to solve the problem. The zero value is not valid. Its texts are for people
// (see Described): a sentence has no final period, a paragraph has one.
type Algorithm struct {
	Name       string   `json:"name"`               // stable identifier: "rohl-permutation"
	Title      string   `json:"title"`              // for headings: "Rohl's permutation method"
	Summary    string   `json:"summary"`            // one sentence, no final period
	Source     string   `json:"source"`             // key in docs/bibliography.md: "erbas1992"
	Finds      Finds    `json:"finds"`              // what it promises
	Sorted     bool     `json:"lexicographic"`      // solutions are in lexicographic order
	MinOrder   int      `json:"minOrder"`           // smallest order
	MaxOrder   int      `json:"maxOrder,omitempty"` // largest order; 0 means queens.MaxProblemOrder
	TestMax    int      `json:"-"`                  // largest order in the conformance suite, about 0.1 s
	Exact      bool     `json:"exact"`              // complete for what Finds promises; a heuristic, which may fail, is not
	Random     bool     `json:"random"`             // depends on the seed
	Traced     bool     `json:"traced"`             // reports its steps to an observer
	Modular    bool     `json:"modular"`            // accepts the modular board
	Params     []Param  `json:"parameters"`         // accepted parameters
	How        string   `json:"how"`                // how it works: paragraphs, separated by empty lines
	Cost       string   `json:"cost"`               // time and space, and practical limits
	Limits     string   `json:"limits"`             // what it does not do
	Pseudocode []string `json:"pseudocode"`         // lines, numbered from 0 by Event.Line; empty unless Traced

	// Refuses returns why the algorithm cannot solve an order between MinOrder and MaxOrder, such
	// as "needs an order prime to 6", or "". If nil, it accepts every order.
	Refuses func(n int) string `json:"-"`

	Run Run `json:"-"` // called through Solve, which checks the call and sets defaults
}

// Run does the work of an algorithm. It passes every solution to found, which owns it, and stops
// without an error when found returns false. It polls ctx at least every 100 ms and returns its
// error. A Meter counts, polls and reports.
type Run func(ctx context.Context, c Call, found func(queens.Perm) bool) (Stats, error)

// Words is the content of a file NAME.txt: a title, a sentence, and sections with their name after
// "# ".
type Words struct {
	Title, Summary string
	Sections       map[string]string
}

// ReadWords reads NAME.txt. It panics if the file is missing.
func ReadWords(texts fs.FS, name string) Words {
	text, err := fs.ReadFile(texts, name+".txt")
	if err != nil {
		panic(err)
	}
	head, sections, _ := strings.Cut(strings.TrimSpace(string(text)), "\n\n# ")
	w := Words{Sections: map[string]string{}}
	w.Title, w.Summary, _ = strings.Cut(head, "\n")
	for section := range strings.SplitSeq(sections, "\n\n# ") {
		name, body, _ := strings.Cut(section, "\n")
		w.Sections[name] = body
	}
	return w
}

// prose returns the paragraphs of a section, one per line, separated by empty lines.
func (w Words) prose(section string) string {
	list := strings.Split(w.Sections[section], "\n\n")
	for i, paragraph := range list {
		list[i] = strings.Join(strings.Fields(paragraph), " ")
	}
	return strings.Join(list, "\n\n")
}

// Described returns the algorithm with the texts of NAME.txt.
func (a Algorithm) Described(texts fs.FS) Algorithm {
	w := ReadWords(texts, a.Name)
	a.Title, a.Summary = w.Title, w.Summary
	a.How, a.Cost, a.Limits = w.prose("How"), w.prose("Cost"), w.prose("Limits")
	if lines := w.Sections["Pseudocode"]; lines != "" {
		a.Pseudocode = strings.Split(lines, "\n")
	}
	return a
}

// Call is the question to an algorithm. Every field except Problem may be zero.
type Call struct {
	Problem queens.Problem
	Seed    uint64         // for a random algorithm
	Params  map[string]int // by Param.Name; missing ones have their default
	Observe func(Event)    // receives the steps of a traced algorithm; may be nil

	// Progress receives the cost so far, many times a second, on the goroutine of the algorithm. It
	// may be nil.
	Progress func(Stats)
}

// Accepts returns why the algorithm cannot handle the call, or nil. Errors: queens.ErrOrder for the
// order, with the accepted ones; ErrUnsupported, also for a board that is not empty.
func (a *Algorithm) Accepts(c Call) error {
	p := c.Problem
	n := p.Order
	last := cmp.Or(a.MaxOrder, queens.MaxProblemOrder)
	switch {
	case n < a.MinOrder || n > last:
		return errs.Errorf("%s: order %d: want %d to %d: %w", a.Name, n, a.MinOrder, last, queens.ErrOrder)
	case len(p.Given)+len(p.Blocked)+len(p.Excluded) > 0:
		return errs.Errorf("%s: a board that is not empty: %w", a.Name, ErrUnsupported)
	case p.Topology != queens.Regular && !a.Modular:
		return errs.Errorf("%s: a %v board: %w", a.Name, p.Topology, ErrUnsupported)
	}
	if a.Refuses != nil {
		if why := a.Refuses(n); why != "" {
			return errs.Errorf("%s: order %d: %s: %w", a.Name, n, why, queens.ErrOrder)
		}
	}
	return a.acceptsParams(c.Params)
}

func (a *Algorithm) acceptsParams(params map[string]int) error {
	for name, v := range params {
		i := slices.IndexFunc(a.Params, func(p Param) bool { return p.Name == name })
		if i < 0 {
			return errs.Errorf("%s: parameter %q: %w", a.Name, name, ErrUnsupported)
		}
		p, upTo := a.Params[i], "or more"
		if p.Max != 0 {
			upTo = fmt.Sprint("to ", p.Max)
		}
		if v < p.Min || p.Max != 0 && v > p.Max {
			return errs.Errorf("%s: parameter %s = %d: want %d %s: %w", a.Name, name, v, p.Min, upTo, ErrUnsupported)
		}
	}
	return nil
}

// Solve checks the call and runs the algorithm. found owns each solution and returns whether to
// continue. Errors: those of Accepts, before any work; ctx's error.
func (a *Algorithm) Solve(ctx context.Context, c Call, found func(queens.Perm) bool) (Stats, error) {
	if err := a.Accepts(c); err != nil {
		return Stats{}, err
	}
	params := make(map[string]int, len(a.Params))
	for _, p := range a.Params {
		params[p.Name] = p.Default
	}
	maps.Copy(params, c.Params)
	c.Params = params
	return a.Run(ctx, c, found)
}

// Solutions yields what Solve finds, and its error if it has one.
func (a *Algorithm) Solutions(ctx context.Context, c Call) iter.Seq2[queens.Perm, error] {
	return func(yield func(queens.Perm, error) bool) {
		more := true
		_, err := a.Solve(ctx, c, func(p queens.Perm) bool {
			more = yield(p, nil)
			return more
		})
		if err != nil && more {
			yield(nil, err)
		}
	}
}

// RefuseNone is the Refuses of an algorithm that would search forever without a solution.
func RefuseNone(n int) string {
	if n == 2 || n == 3 {
		return "no solution exists"
	}
	return ""
}
