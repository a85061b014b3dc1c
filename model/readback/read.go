package readback

import (
	"context"
	"fmt"
	"io"
	"strings"

	"queens"
	"queens/model"
)

// statement is a text that has been read.
type statement interface {
	// solutions calls found with the squares of the queens of every solution
	// until it returns false, and polls the context.
	solutions(ctx context.Context, found func([]queens.Square) bool) error
}

// reader reads the texts of one format.
type reader struct {
	format string // name in model.Formats
	linear bool   // what is read is a *System
	read   func(io.Reader) (statement, error)
}

// readers holds the readers, sorted by format: one for each format whose
// solutions are solutions of the queens problem.
var readers = []reader{
	{"asp", true, as(readASP)},
	{"clq", false, as(readGraph)},
	{"cnf", true, as(readCNF)},
	{"dlx", false, as(readDLX)},
	{"lp", true, as(readLP)},
	{"mzn", false, as(readMiniZinc)},
	{"opb", true, as(readOPB)},
}

// as adapts a reader to the table.
func as[S statement](read func(io.Reader) (S, error)) func(io.Reader) (statement, error) {
	return func(r io.Reader) (statement, error) { return read(r) }
}

// Formats returns the names of the formats that can be read back.
func Formats() []string {
	names := make([]string, len(readers))
	for i, r := range readers {
		names[i] = r.format
	}
	return names
}

// Solutions reads a text in a format and calls found with the squares of each
// solution, in no particular order within it, until found returns false.
//
// The time is exponential in the order; n = 8 takes a fraction of a second.
// Errors: model.ErrOption for a format that cannot be read back; queens.ErrFormat for a
// text that does not follow the format, with the line; those of r; ctx's.
func Solutions(ctx context.Context, r io.Reader, format string, found func([]queens.Square) bool) error {
	for _, entry := range readers {
		if entry.format != format {
			continue
		}
		s, err := entry.read(r)
		if err != nil {
			return err
		}
		return s.solutions(ctx, found)
	}
	return fmt.Errorf("readback: format %q: want one of %s: %w", format, strings.Join(Formats(), ", "), model.ErrOption)
}

// Count returns the number of solutions of a text in a format. The errors are those of
// Solutions.
func Count(ctx context.Context, r io.Reader, format string) (queens.Total, error) {
	var count queens.Total
	err := Solutions(ctx, r, format, func([]queens.Square) bool {
		count = count.Add(1)
		return true
	})
	if err != nil {
		return queens.Total{}, err
	}
	return count, nil
}

// ReadSystem reads a text of clauses, linear constraints or rules as constraints on
// 0-1 variables.
//
// Errors: model.ErrOption for a format that is none of these; those of reading, as
// Solutions has them.
func ReadSystem(r io.Reader, format string) (*System, error) {
	for _, entry := range readers {
		if entry.format != format || !entry.linear {
			continue
		}
		s, err := entry.read(r)
		if err != nil {
			return nil, err
		}
		return s.(*System), nil
	}
	return nil, fmt.Errorf("readback: format %q does not hold linear constraints: %w", format, model.ErrOption)
}
