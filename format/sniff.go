package format

import (
	"bufio"
	"bytes"
	"strings"
)

// Sniff returns the format of the list that follows in r, as its first line tells that is neither
// empty nor a comment: text unless it looks like another one. Nothing is taken from r, and no more
// is waited for than that line or what fits its buffer.
func Sniff(r *bufio.Reader) Format {
	for all := false; ; {
		start, _ := r.Peek(r.Buffered())
		all = all || len(start) == r.Size()
		for l := range bytes.Lines(start) {
			whole := all || l[len(l)-1] == '\n'
			if l = bytes.TrimSpace(l); whole && len(l) > 0 && l[0] != '#' {
				return formatOf(string(l))
			}
		}
		if all {
			return text
		}
		_, err := r.Peek(len(start) + 1)
		all = err != nil // reading meets it again
	}
}

func formatOf(line string) Format {
	switch {
	case line == "{", line[0] == '{' && strings.Contains(strings.ReplaceAll(line, " ", ""), `"solutions":[`):
		return json
	case line[0] == '{':
		return ndjson
	case isHeader(line):
		return csv
	case strings.Contains(line, "/"):
		return fen
	case strings.Trim(line, ".Q ") == "":
		return board
	default:
		return text
	}
}

// isHeader reports whether a line begins as one of CSV does, which no solution in squares does:
// its first two queens would share a file.
func isHeader(line string) bool {
	for _, base := range []int{0, 1} {
		if line == csvHeader(1, base) || strings.HasPrefix(line, csvHeader(2, base)) {
			return true
		}
	}
	return false
}
