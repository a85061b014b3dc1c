package format

import (
	"cmp"
	"html"
	"regexp"
	"strings"
)

// The names of rows, from the top, and of columns, from the left.
const (
	rowNames    = `rows?|[ry]`
	columnNames = `columns?|cols?|[cx]`
	namedNo     = `(` + rowNames + `|` + columnNames + `)["']?\s*[:=]?\s*["']?(\d+)`
)

var (
	// row 1, column 2; R1C2; "x": 2, "y": 1. A letter and a number may be a square such as c1.
	namedSquare  = regexp.MustCompile(`(?i)["']?\b` + namedNo + `["']?\s*(?:[,;:]|->|and)?\s*["']?` + namedNo + `\b["']?`)
	chessSquares = regexp.MustCompile(`(?i)^[a-z]\d+\W+[a-z]\d+$`)
	halfSquare   = regexp.MustCompile(`(?i)\b(?:` + rowNames + `|` + columnNames + `)["']?\s*[:=]\s*["']?\d+["']?` +
		`\s*,?\s*$`)
	rowName = regexp.MustCompile(`(?i)^(?:` + rowNames + `)$`)

	// x[1] = 2; x_1=2; queens[0] -> 1; 1 -> 2
	indexed = regexp.MustCompile(`(?:[A-Za-z]\w*?(?:[\[(](\d+)[\])]|_?(\d+))\s*(?::?=|[-=]>|:)|(\d+)\s*[-=]>)\s*` +
		`(\d{1,3})(?:\s*[,;.]\s*|\s+|$)`)
	// x[1,2] = 1 of 0 and 1
	chosen = regexp.MustCompile(`[A-Za-z]\w*?[\[(_]?(\d+)(?:,\s*|\]\[|_)(\d+)[\])]?\s*(?::?=|[-=]>|:)\s*([01])(?:\.0*)?` +
		`(?:\s*[,;.]\s*|\s+|$)`)
	dashed = regexp.MustCompile(`(\d{1,3})[-:](\d{1,3})(?:\s*[,;.]\s*|\s+|$)`) // 1-2 1:2

	printed = regexp.MustCompile(`^\s*(?:\[(\d+)(,?)\]\s+([^()\[\]{}]+)|(?:\[,\d+\]\s*)+)$`) // by R

	lineBreak = regexp.MustCompile(`(?i)<br ?/?>$`)
	tableTag  = regexp.MustCompile(`(?i)<(?:table|t[rdh])\b`)
	rowEnd    = regexp.MustCompile(`(?i)</?tr\b[^>]*>|</table>`)
	cellTag   = regexp.MustCompile(`(?i)<t[dh]\b[^>]*>`)
	anyTag    = regexp.MustCompile(`</?[A-Za-z][^>]*>`)

	latex = regexp.MustCompile(`\\begin\{[^{}]*\}(?:\{(?:[^{}]|\{[^{}]*\})*\})*|\\end\{[^{}]*\}|` +
		`\\[a-z]*(?:line|rule)(?:\{[^{}]*\})?`)
)

// take reads a line. It rewrites squares whose row and column have names, numbers with an index,
// print-outs of R, and tables of HTML and LaTeX.
func (s *shaper) take(line string) {
	s.no++
	if before := s.half; before != "" { // the row and the column are on two lines
		s.half = ""
		if both := s.named(before + blank + line); strings.Contains(both, squareName) {
			line = both
		} else {
			s.no--
			s.line(before)
			s.no++
		}
	}
	if !s.inTable && !strings.ContainsAny(line, `<\&cCxX:=`) { // nothing to rewrite
		s.latex = false
		s.line(line)
		return
	}
	line = lineBreak.ReplaceAllString(line, "")
	switch {
	case s.inTable || strings.Contains(line, "<") && tableTag.MatchString(line):
		s.html(line)
		return
	case strings.ContainsAny(line, `\&`) && s.latexRows(line):
		return
	}
	s.latex = false
	line = s.named(line)
	if strings.ContainsAny(line, ":=") && !strings.HasSuffix(line, "}") && halfSquare.MatchString(line) {
		s.half = line
		return
	}
	s.line(line)
}

const (
	mostPrinted      = 1 << 16 // bytes of a vector of R, against hostile input
	squareName       = "queen("
	lettersAndDigits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
)

// named rewrites squares such as R1C2 and "x": 2, "y": 1 as queen(1,2).
func (s *shaper) named(line string) string {
	return namedSquare.ReplaceAllStringFunc(line, func(square string) string {
		m := namedSquare.FindStringSubmatch(square)
		first := rowName.MatchString(m[1])
		if first == rowName.MatchString(m[3]) || chessSquares.MatchString(square) {
			return square
		}
		s.xy = s.xy || strings.EqualFold(m[1], "x") || strings.EqualFold(m[3], "x")
		if first {
			return squareName + m[2] + "," + m[4] + ")"
		}
		return squareName + m[4] + "," + m[2] + ")"
	})
}

// pairs reads a line of 1-2, x[1] = 2 or x[1,2] = 1, and nothing else.
func (s *shaper) pairs(line string) bool {
	line = strings.TrimSpace(line)
	if members := strings.TrimSuffix(line, "}"); line[0] == '{' && len(members) < len(line) { // of Python
		line = strings.ReplaceAll(strings.TrimSpace(members[1:]), ": ", ":")
	}
	if line == "" || !strings.ContainsAny(line[:1], lettersAndDigits) || !strings.ContainsAny(line, "=-:") {
		return false
	}
	for _, spelling := range []*regexp.Regexp{indexed, chosen, dashed} {
		var items []item
		length := 0
		for _, m := range spelling.FindAllStringSubmatch(line, -1) {
			length += len(m[0])
			last := len(m) - 1
			if spelling == chosen {
				if last--; m[last+1] == "0" {
					continue
				}
			}
			items = append(items, item{
				line: s.no, name: "queen", words: []string{strings.Join(m[1:last], ""), m[last]},
				indexed: spelling == indexed,
			})
		}
		if length == len(line) && length > 0 {
			s.endText()
			for _, it := range items {
				s.add(it)
			}
			return true
		}
	}
	return false
}

// html reads a part of a table: a row ends where the next one begins.
func (s *shaper) html(line string) {
	for s.inTable = true; s.inTable; {
		at := rowEnd.FindStringIndex(line)
		if at == nil {
			s.table.WriteString(line + blank)
			return
		}
		s.table.WriteString(line[:at[0]])
		row, end := s.table.String(), line[at[0]:at[1]]
		s.table.Reset()
		line = line[at[1]:]
		if len(cellTag.FindAllString(row, 2)) > 1 { // no heading
			row = anyTag.ReplaceAllString(cellTag.ReplaceAllString(row, "|"), "")
			s.cells(strings.Split(strings.TrimSpace(html.UnescapeString(row)), "|")[1:])
		}
		s.inTable = !strings.EqualFold(end, "</table>")
	}
	s.line("")
}

func (s *shaper) cells(cells []string) {
	for i, cell := range cells {
		cells[i] = cmp.Or(strings.TrimSpace(cell), blank)
	}
	s.line("|" + strings.Join(cells, "|") + "|")
}

// latexRows reads a line of a table, or of its begin or end; false if it is none.
func (s *shaper) latexRows(line string) bool {
	text := latex.ReplaceAllString(line, "")
	isRow := strings.Contains(text, "&") && (s.latex || text != line || strings.Contains(text, `\\`))
	if !isRow && (text == line || strings.Trim(text, `\ `) != "") {
		return false
	}
	s.latex = true
	for row := range strings.SplitSeq(text, `\\`) {
		if strings.TrimSpace(row) != "" {
			s.cells(strings.Split(row, "&"))
		}
	}
	if strings.Contains(line, `\end{`) {
		s.latex = false
		s.line("")
	}
	return true
}

// printOut reads a line of a print-out of R: [1] before a vector, [7] before its continuation, [1,]
// before a row, and [,1] above a column.
func (s *shaper) printOut(line string) bool {
	if !strings.HasPrefix(strings.TrimSpace(line), "[") {
		return false
	}
	m := printed.FindStringSubmatch(line)
	if m == nil {
		return false
	}
	words, k := strings.Fields(m[3]), len(s.text)-1
	if m[2] == "" && k >= 0 && s.printed > 0 && numberOf(m[1]) == s.printed+1 &&
		len(s.text[k].text) < mostPrinted {
		s.text[k].text += blank + m[3]
		s.printed += len(words)
	} else if len(words) > 0 {
		s.text, s.printed = append(s.text, textLine{s.no, m[3]}), len(words)
	}
	return true
}
