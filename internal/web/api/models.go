package api

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"

	"queens"
	"queens/model"
)

func addModels(a *API) {
	addRaw(a, operation{
		id: "model", heavy: true, path: Prefix + "/models/{file}", tag: "models",
		example: "/api/v1/models/8.cnf?encoding=pairwise",
		media:   "text/plain",
		summary: "The problem in the language of another solver",
		text: "The file is an order and a format: 8.cnf, .opb, .lp, .mzn, .asp and others; the page Formulations " +
			"lists them. Squares have chess names.",
	}, modelText)
}

// MaxModel is the largest order of a model that is sent: its text grows with the
// third or fourth power.
const MaxModel = 40

// ModelRequest says which model.
type ModelRequest struct {
	File     string `path:"file" maxLength:"40" example:"8.cnf"`
	Encoding string `query:"encoding" maxLength:"40" doc:"of \"at most one\" in clauses"`
	Topology string `query:"topology" enum:"regular,modular" default:"regular"`
	Queens   string `query:"queens" maxLength:"4000" doc:"squares of given queens"`
	Blocked  string `query:"blocked" maxLength:"8000" doc:"squares without queens"`
}

func modelText(_ context.Context, in *ModelRequest) (*raw, error) {
	order, name, _ := strings.Cut(in.File, ".")
	n, err := strconv.Atoi(order)
	if err != nil || n < 1 || n > MaxModel {
		return nil, fmt.Errorf("%q: want an order from 1 to %d, a dot and a format, like 8.cnf; the command line "+
			"has larger ones: %w", in.File, MaxModel, queens.ErrFormat)
	}
	body, err := WriteModel(n, name, *in)
	if err != nil {
		return nil, err
	}
	return &raw{Type: "text/plain; charset=utf-8", Disposition: fmt.Sprintf("inline; filename=%q",
		fmt.Sprintf("queens-%d.%s", n, name)), Body: body}, nil
}

// WriteModel returns the problem of an order in a format, with the options of in.
func WriteModel(n int, name string, in ModelRequest) ([]byte, error) {
	format, err := model.FindFormat(name)
	if err != nil {
		return nil, err
	}
	p, err := problemOf(n, cmp.Or(in.Topology, "regular"), in.Queens, in.Blocked)
	if err != nil {
		return nil, err
	}
	m, err := model.New(p, model.Options{AtMostOne: in.Encoding})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := format.Write(&out, m); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
