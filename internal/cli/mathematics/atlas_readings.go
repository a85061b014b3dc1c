package mathematics

import (
	"context"
	"io"
	"slices"

	"queens/internal/answer/printer"
)

func (a *app) compareReadings(ctx context.Context, order int, o atlasOptions, w io.Writer) error {
	fundamental, err := representatives(ctx, order)
	if err != nil {
		return err
	}
	r, err := compareReadings(ctx, order, slices.Collect(fundamental))
	if err != nil {
		return err
	}
	return a.writeReport(w, r, o)
}

func (a *app) writeReport(w io.Writer, r printer.Answer, o atlasOptions) error {
	if o.picture.Format == atlasJSON {
		return printer.WriteJSON(w, r)
	}
	_, err := io.WriteString(w, r.Text(a.Style(1)))
	return err
}
