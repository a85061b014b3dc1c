package mathematics

import (
	"context"
	"io"
	"slices"

	"queens/internal/answer"
)

// compareReadings answers `queens math atlas --readings`.
func (a *app) compareReadings(ctx context.Context, order int, o atlasOptions, w io.Writer) error {
	fundamental, err := representatives(ctx, order)
	if err != nil {
		return err
	}
	r, err := answer.NewReadings(ctx, order, slices.Collect(fundamental))
	if err != nil {
		return err
	}
	return a.writeReport(w, r, o)
}

// writeReport writes an answer as JSON or for people.
func (a *app) writeReport(w io.Writer, r answer.Answer, o atlasOptions) error {
	if o.picture.Format == atlasJSON {
		return answer.WriteJSON(w, r)
	}
	_, err := io.WriteString(w, r.Text(a.Style(1)))
	return err
}
