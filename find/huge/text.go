package huge

import (
	"context"
	"io"
	"slices"
	"strconv"
)

// digitsOrder is the largest order that is written without separators, as
// queens.Perm.String does.
const digitsOrder = 9

// WriteText writes the placement in one-line notation, rows counted from base, which is 0
// or 1: without separators up to order 9, with commas beyond; without anything at the
// end. It is what package queens writes.
//
// Time O(n), space O(1). Errors: that of w; ctx's error if it
// ends.
func WriteText(ctx context.Context, w io.Writer, p Placement, base int) error {
	return writeRows(ctx, w, p, base, p.Order > digitsOrder)
}

// WriteNumbers is WriteText for JSON: counted from 1, with commas whatever the order is.
func WriteNumbers(ctx context.Context, w io.Writer, p Placement) error {
	return writeRows(ctx, w, p, 1, true)
}

// writeRows writes the rows with commas between them, or without.
func writeRows(ctx context.Context, w io.Writer, p Placement, base int, commas bool) error {
	var buffer []byte
	first := true
	for block := range p.Rows {
		for rows := range slices.Chunk(block, blockRows) {
			if err := ctx.Err(); err != nil {
				return err
			}
			buffer = buffer[:0]
			for _, r := range rows {
				if commas && !first {
					buffer = append(buffer, ',')
				}
				first = false
				buffer = strconv.AppendUint(buffer, uint64(r)+uint64(base), 10)
			}
			if _, err := w.Write(buffer); err != nil {
				return err
			}
		}
	}
	return nil
}
