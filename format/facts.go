package format

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// factNames has the names in published instances and in those of this program.
var factNames = map[string]string{
	"n": "order", "order": "order", "size": "order", "board": "order",
	"queen": "given", "queens": "given", "given": "given", "init": "given",
	"block": "blocked", "blocked": "blocked", "hole": "blocked", "holes": "blocked",
	"row": "row", "rows": "row", "col": "col", "cols": "col", "column": "col", "columns": "col",
	"diag": "excluded", "diags": "excluded", "m": "m", "numdiags": "amount", "amount": "amount", "modular": "topology",
}

var (
	// comments, and the first line of Essence'
	factComments = regexp.MustCompile(`(?s)/\*.*?\*/|%\*.*?\*%|(?:%|\$|//)[^\n]*|\A\s*language [^\n]*`)
	// queen(1,4). of ASP, row = [1,2]; of MiniZinc, letting init be [[0,3]] of Essence'
	statement = regexp.MustCompile(`\A\s*(?:letting\s+|#const\s+)?([\p{L}_]\w*)\s*(?:\(([^()]*)\)|(?:[=:]|be\s)\s*` +
		`(true|false|-?\d+|\[(?:[^\[\]]|\[[^\[\]]*\])*\]|\{[^{}]*\})|\.)\s*[.;]?\s*`)
	factDomain = regexp.MustCompile(`;\s*int\([^)]*\)`) // of a list of Essence'
	factList   = regexp.MustCompile(`[^\[\]{}|]+`)
)

// readFacts returns the members of lists, by what factNames calls their name.
func readFacts(text string) (map[string][]item, error) {
	by, line := map[string][]item{}, 1
	rest := factComments.ReplaceAllStringFunc(text, func(comment string) string {
		return strings.Repeat("\n", strings.Count(comment, "\n"))
	})
	for strings.TrimSpace(rest) != "" {
		begin := strings.TrimLeft(rest, " \t\r\n")
		line += strings.Count(rest[:len(rest)-len(begin)], "\n")
		m := statement.FindStringSubmatch(begin)
		if m == nil {
			return nil, fault(line, "%s: want a fact like queen(1,4). or numbers like n = 8 and "+
				"queens = [[1,4]]", abbreviate(strings.SplitN(begin, "\n", 2)[0]))
		}
		name, value := factNames[strings.ToLower(m[1])], factDomain.ReplaceAllString(m[3], "")
		if name == "" {
			return nil, fault(line, "%q: want n, queens, blocked, row and col, diags; or board, queen, block", m[1])
		}
		switch flat := strings.Count(value, "[") == 1 && !strings.Contains(value, "|"); {
		case value == "" || value == "true":
			by[name] = append(by[name], item{line: line, words: strings.FieldsFunc(m[2], isSeparator)})
		case value == "false":
		default:
			for _, list := range factList.FindAllString(value, -1) {
				words := strings.FieldsFunc(list, isSeparator)
				if flat {
					for _, word := range words {
						by[name] = append(by[name], item{line: line, words: []string{word}})
					}
				} else if len(words) > 0 {
					by[name] = append(by[name], item{line: line, words: words})
				}
			}
		}
		line += strings.Count(m[0], "\n")
		rest = begin[len(m[0]):]
	}
	return by, nil
}

// problemOf returns the problem of facts, and what its rows and columns count from: o.Base, or what
// a 0 or an n shows, or else byDefault if it is 0 or 1.
func problemOf(by map[string][]item, o Reading, byDefault int) (p queens.Problem, base int, err error) {
	p.Order = -1
	if list := by["order"]; len(list) == 1 && len(list[0].words) == 1 {
		p.Order = numberOf(list[0].words[0])
	} else if given := by["given"]; len(by) == 1 && len(given) > 0 && isPair(given[0]) { // a placement
		p.Order = len(given)
	}
	if p.Order < 0 || p.Order > maxReadOrder {
		return p, 0, errs.Errorf("want the order once, from 0 to %d, like n = 8 or board(8): %w", maxReadOrder,
			queens.ErrFormat)
	}
	for _, it := range by["topology"] { // "modular." as a fact has no words
		p.Topology = queens.Modular
		if len(it.words) > 0 {
			p.Topology, err = queens.ParseTopology(strings.Join(it.words, blank))
		}
		if err != nil {
			return p, 0, fmt.Errorf("line %d: %w", it.line, err)
		}
	}
	if err := shorten(by); err != nil {
		return p, 0, err
	}
	squares := slices.Concat(by["given"], by["blocked"])
	if base = baseOf(numbersIn(squares), p.Order, o.Base, byDefault); base < 0 && len(squares) > 0 {
		return p, 0, errs.Errorf("its rows and columns may count from 0 or from 1; want --base 0 or --base 1: %w",
			queens.ErrFormat)
	}
	if list := by["given"]; len(list) == p.Order { // perhaps the row of the queen of each column
		for i := range list {
			if len(list[i].words) == 1 {
				list[i].words = append(list[i].words, strconv.Itoa(i+base))
			}
		}
	}
	if p.Given, err = squaresOf(by["given"], p.Order, base); err != nil {
		return p, 0, err
	}
	if p.Blocked, err = squaresOf(by["blocked"], p.Order, base); err != nil {
		return p, 0, err
	}
	// [d, 1] is row + column = d and [d, 0] row - column + n - 1 = d, both counted from 0
	for _, it := range by["excluded"] {
		if len(it.words) == 0 || !isNumber(it.words[0]) {
			if err := readEach(&p.Excluded, it.words, p); err != nil {
				return p, 0, fmt.Errorf("line %d: %w", it.line, err)
			}
			continue
		}
		var d queens.Diagonal
		if isPair(it) && (it.words[1] == "0" || it.words[1] == "1") {
			d.Index, _ = strconv.Atoi(it.words[0])
			d.Line = map[string]queens.Line{"0": queens.Falling, "1": queens.Rising}[it.words[1]]
		}
		if !d.On(p.Order, p.Topology) {
			return p, 0, fault(it.line, "diagonal %s: want its number, from 0, and 1 if row + column is fixed or "+
				"0 if row - column is", it.quote())
		}
		p.Excluded = append(p.Excluded, d)
	}
	return p, base, nil
}

// shorten pairs rows and columns of blocked squares, and drops all but the first members of lists
// whose number is given, as CSPLib does.
func shorten(by map[string][]item) error {
	rows, cols := by["row"], by["col"]
	if len(rows) != len(cols) {
		return errs.Errorf("%d rows and %d columns of blocked squares; want lists of the same length: %w", len(rows),
			len(cols), queens.ErrFormat)
	}
	for i, row := range rows {
		by["blocked"] = append(by["blocked"], item{line: row.line, words: slices.Concat(row.words, cols[i].words)})
	}
	for count, name := range map[string]string{"m": "blocked", "amount": "excluded"} {
		for _, it := range by[count] {
			k := numberOf(strings.Join(it.words, blank))
			if k < 0 || k > len(by[name]) {
				return fault(it.line, "%s: want a number, at most that of the members of the list", it.quote())
			}
			by[name] = by[name][:k]
		}
	}
	return nil
}

// pair is a square, or the number and the kind of a diagonal, in facts.
type pair [2]int

func pairsOf(squares []queens.Square, base int) []pair {
	return named.Each(squares, func(sq queens.Square) pair { return pair{sq.Row + base, sq.Col + base} })
}

func diagonalPairs(p queens.Problem) []pair {
	return named.Each(p.Excluded, func(d queens.Diagonal) pair { return pair{d.Index, int(queens.Falling - d.Line)} })
}

// writePairs writes nothing for an empty list.
func writePairs(out io.Writer, list []pair, open, member, between, end string) {
	for i, x := range list {
		_, _ = io.WriteString(out, open)
		_, _ = fmt.Fprintf(out, member, x[0], x[1])
		if open = between; i == len(list)-1 {
			_, _ = io.WriteString(out, end)
		}
	}
}

func writeASP(out *bytes.Buffer, p queens.Problem, base int) {
	fmt.Fprintf(out, "board(%d).\n", p.Order)
	if p.Topology == queens.Modular {
		out.WriteString("modular.\n")
	}
	writePairs(out, pairsOf(p.Given, base), "", "queen(%d,%d).", "\n", "\n")
	writePairs(out, pairsOf(p.Blocked, base), "", "block(%d,%d).", "\n", "\n")
	writePairs(out, diagonalPairs(p), "", "diag(%d,%d).", "\n", "\n")
}

func writeDZN(out *bytes.Buffer, p queens.Problem, base int) {
	fmt.Fprintf(out, "n = %d;\n", p.Order)
	if p.Topology == queens.Modular {
		out.WriteString("modular = true;\n")
	}
	given := pairsOf(p.Given, base)
	if slices.SortFunc(given, func(a, b pair) int { return a[1] - b[1] }); len(given) == p.Order { // one in each column
		writePairs(out, given, "queens = [", "%[1]d", ",", "];\n")
	} else {
		writePairs(out, given, "queens = [|", "%d,%d", "|", "|];\n")
	}
	if blocked := pairsOf(p.Blocked, base); len(blocked) > 0 {
		fmt.Fprintf(out, "m = %d;\n", len(blocked))
		writePairs(out, blocked, "row = [", "%[1]d", ",", "];\n")
		writePairs(out, blocked, "col = [", "%[2]d", ",", "];\n")
	}
	writePairs(out, diagonalPairs(p), "diags = [|", "%d,%d", "|", "|];\n")
}

// writeParam counts from 0, as CSPLib does.
func writeParam(out *bytes.Buffer, p queens.Problem, _ int) {
	fmt.Fprintf(out, "letting n be %d\n", p.Order)
	if p.Topology == queens.Modular {
		out.WriteString("letting modular be true\n")
	}
	writePairs(out, pairsOf(p.Given, 0), "letting init be [", "[%d, %d]", ", ", "]\n")
	writePairs(out, pairsOf(p.Blocked, 0), "letting blocked be [", "[%d, %d]", ", ", "]\n")
	writePairs(out, diagonalPairs(p), "letting diags be [", "[%d, %d]", ", ", "]\n")
}
