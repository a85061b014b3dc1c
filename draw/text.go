package draw

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"queens"
	"queens/internal/errs"
)

// The marks of a board as text.
const (
	emptyMark   = "."
	queenMark   = "Q"
	attackMark  = "!" // a queen that another one attacks, with the layer "conflicts"
	blockedMark = "x"
	freeMark    = "+" // with the layer "free"
)

// Text returns the board as lines of marks, one for each square; with heat the numbers of squares
// without a queen. It shows the layers that are InText.
//
// Errors: those of Picture, and queens.ErrOrder above MaxTextOrder.
func (b Board) Text() (string, error) {
	if b.Order > MaxTextOrder {
		return "", errs.Errorf("board of order %d as text: want at most %d: %w", b.Order, MaxTextOrder, queens.ErrOrder)
	}
	l, err := b.layout()
	if err != nil {
		return "", err
	}
	coordinates, chess := l.has("coordinates"), l.has("chess")
	table := l.marks()
	head, foot := []string{""}, []string{""}
	for i, row := range table {
		head, foot = append(head, number(i)), append(foot, l.file(i))
		if chess && coordinates {
			row = append(row, l.rank(i))
		} else if chess {
			row = slices.Insert(row, 0, l.rank(i))
		}
		if coordinates {
			row = slices.Insert(row, 0, number(i))
		}
		table[i] = row
	}
	if coordinates {
		table = slices.Insert(table, 0, head)
	}
	if chess {
		table = append(table, foot)
	}
	var text strings.Builder
	out := tabwriter.NewWriter(&text, 0, 0, 1, ' ', tabwriter.AlignRight)
	for _, row := range table {
		fmt.Fprintln(out, strings.Join(row, "\t")+"\t")
	}
	_ = out.Flush()                                                     // a strings.Builder takes everything
	return strings.ReplaceAll("\n"+text.String(), "\n ", "\n")[1:], nil // no gap before the first column
}

func (l *boardLayout) marks() [][]string {
	table, free, shown := make([][]string, l.Order), l.free(), l.has("free")
	for r := range table {
		table[r] = make([]string, l.Order)
		for c := range table[r] {
			switch {
			case l.Heat != nil:
				table[r][c] = heatText(l.Heat.Values[r][c])
			case shown && free(queens.Square{Row: r, Col: c}):
				table[r][c] = freeMark
			default:
				table[r][c] = emptyMark
			}
		}
	}
	set := func(sq queens.Square, mark string) { table[sq.Row][sq.Col] = mark }
	for _, sq := range l.Blocked {
		set(sq, blockedMark)
	}
	for _, sq := range l.Queens {
		set(sq, queenMark)
	}
	if l.has("conflicts") {
		for _, a := range attacks(l.Board) {
			set(a.A, attackMark)
			set(a.B, attackMark)
		}
	}
	return table
}
