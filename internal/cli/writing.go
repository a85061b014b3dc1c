package cli

import (
	"bufio"
	"cmp"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/format"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/named"
)

// formatNames returns the names of the list formats, the values of --format in commands that write
// placements.
func formatNames() []string {
	return named.Names(format.All(), func(f format.Format) string { return f.Name })
}

// writing has the options for writing placements, besides --format.
type writing struct {
	Symbols  string
	spelling queens.Spelling
}

// AddWriting adds --format with the list formats, unless the command has it, --spelling and, unless
// another part of the command has it, --symbols.
func (a *app) AddWriting(cmd *cobra.Command, name *string, w *writing) {
	if cmd.Flags().Lookup("format") == nil {
		*name = "text"
		a.AddFormat(cmd, name, formatNames()...)
	}
	var spelling string // which the text of every placement follows
	kit.Flag(cmd, "spelling", &spelling, queens.Spellings()...)
	kit.Before(cmd, func() (err error) {
		w.spelling, err = queens.ParseSpelling(spelling)
		a.Spelling = w.spelling
		return err
	})
	if cmd.Flags().Lookup("symbols") == nil {
		kit.Flag(cmd, "symbols", &w.Symbols)
		kit.Before(cmd, func() error { return kit.Without(cmd, *name != "board", "needs --format board", "symbols") })
	}
}

// Encoder returns the encoder of a list format for placements of order n.
func (w writing) Encoder(name string, n, base int) (*format.Encoder, error) {
	f, err := format.Find(name)
	if err != nil {
		return nil, err
	}
	if _, _, err := format.ParseSymbols(w.Symbols); err != nil {
		return nil, err
	}
	return f.Encoder(n, format.Options{Spelling: w.spelling, FromZero: base == 0, Symbols: w.Symbols}), nil
}

// List returns placements of one order as a list.
func (w writing) List(name string, base int, placements ...queens.Perm) (string, error) {
	e, err := w.Encoder(name, len(placements[0]), base)
	if err != nil {
		return "", err
	}
	var text strings.Builder
	list := format.NewWriter(&text, e)
	for _, p := range placements {
		err = cmp.Or(err, list.WritePerm(p))
	}
	err = cmp.Or(err, list.Close())
	return text.String(), err
}

// EachPlacement is Each for placements, whose answers are only for JSON and text. Other formats
// hold a list of them.
func (a *app) EachPlacement(things, name string, w writing, base int, limit uint64,
	placements iter.Seq2[queens.Perm, error], show func(queens.Perm) (printer.Answer, error),
) (n uint64, err error) {
	if a.JSON || name == "text" {
		return a.Each(things, base, limit, kit.Answers(placements, show))
	}
	buffer := bufio.NewWriter(a.Stdout)
	defer func() { err = cmp.Or(err, buffer.Flush()) }()
	var list *format.Writer
	tally := a.Status.Tally(things)
	for p, err := range placements {
		if err == nil && list == nil {
			var e *format.Encoder
			e, err = w.Encoder(name, len(p), base)
			list = format.NewWriter(buffer, e)
		}
		if err == nil {
			err = list.WritePerm(p)
		}
		if err != nil {
			return n, err
		}
		tally(1)
		if n++; n == limit {
			break
		}
	}
	if list == nil {
		return 0, nil
	}
	return n, list.Close()
}
