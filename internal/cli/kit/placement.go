package kit

import (
	"strings"

	"queens"
)

// ParseSquares reads chess names of squares, in each text one or several with commas.
func ParseSquares(names []string, n int) (squares []queens.Square, err error) {
	for _, list := range names {
		for name := range strings.SplitSeq(list, ",") {
			sq, err := queens.ParseSquare(strings.TrimSpace(name), n)
			if err != nil {
				return nil, err
			}
			squares = append(squares, sq)
		}
	}
	return squares, nil
}

// InputName names where arg reads from.
func InputName(arg string) string {
	if path, isFile := strings.CutPrefix(arg, "@"); isFile {
		return path
	}
	return "standard input"
}

// InBase returns the rows of p counted from base.
func InBase(p queens.Perm, base int) []int {
	rows := make([]int, len(p))
	for c, r := range p {
		rows[c] = r + base
	}
	return rows
}

// PermText writes rows counted from base as the user would.
func PermText(rows []int, base int) string {
	if len(rows) == 0 {
		return queens.Perm{}.String()
	}
	p := make(queens.Perm, len(rows))
	for c, row := range rows {
		p[c] = row - base
	}
	return string(p.AppendText(nil, queens.Auto, base))
}
