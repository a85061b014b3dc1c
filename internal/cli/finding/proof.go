package finding

import (
	"errors"
	"io"

	"queens"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/model"
	"queens/model/proof"
)

type certificate struct {
	name, formula string // files
	file          io.Writer
	model         *model.Model
	writer        *proof.Writer
}

// errNoProof says that there is nothing to be proved; no file is written.
var errNoProof = errors.New("nothing to prove")

func newCertificate(name string) (c certificate, err error) {
	c.name = name
	c.formula, err = proof.FormulaFile(name)
	return c, err
}

// begin begins the proof that a problem of which some sets of squares must not all hold a
// queen has no solution.
func (c *certificate) begin(p queens.Problem, nogoods [][]queens.Square) (_ *proof.Writer, err error) {
	if c.writer != nil { // it had a solution, and now others are denied
		c.writer.Restart()
	}
	if c.model, err = proof.Model(p, nogoods); err != nil {
		return nil, err
	}
	c.writer = proof.New(c.file, c.model)
	return c.writer, nil
}

// write calls search with the certificate's file open; if it returns true both files are
// written, else neither.
func (a *app) writeProof(c *certificate, search func() (proved bool, err error)) error {
	err := kit.ReplaceFile(c.name, func(w io.Writer) error {
		c.file = w
		proved, err := search()
		if err == nil && !proved {
			err = errNoProof
		}
		if err != nil {
			return err
		}
		if err := c.writer.End(); err != nil {
			return err
		}
		return kit.ReplaceFile(c.formula, func(w io.Writer) error { return proof.WriteFormula(w, c.model) })
	})
	switch {
	case errors.Is(err, errNoProof):
		a.Note("nothing to prove: %s is not written", c.name)
		return nil
	case err == nil:
		a.Note("proof of %s in %s; the formula is in %s", humanize.Plural(c.writer.Steps(), "step"), c.name, c.formula)
	}
	return err
}
