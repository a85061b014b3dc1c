package format

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"queens"
)

const (
	remarks   = `(?:\s*(?://|%|\$|language )[^\n]*\n|\s*/\*(?s:.*?)\*/)*\s*`
	factOrder = `(?:letting\s+|#const\s+)?(?:n|order|size)\s*(?:=|:|be\s)\s*\d+[;.]?`
	factName  = `(?:letting\s+)?(?:queens?|given|init|blocked|holes?|m|rows?|cols?|columns?|diags?|numdiags|amount|` +
		`modular)`
)

var (
	// Boards of letters and placements may follow "order 8" and "n = 8;": these are labels.
	problemBegins = regexp.MustCompile(`\A` + remarks + `(?:\{"schema":"queens\.problem/1"|board\(\d+\)\.|` +
		`letting\s|#const\s|` + factOrder + remarks + factName + `\s*(?:=|:|be\s)|` +
		`order\s+\d+\s*\n` + remarks + `(?:given|blocked|topology|excluded)\s)`)
	// what may still become the beginning of a problem
	problemMaybe = regexp.MustCompile(`\A` + remarks + `(?:(?:` + factOrder + `|order\s+\d+)\s*` + remarks + `)?[^\n]*\z`)
	problemOrder = regexp.MustCompile(`\A\s*(?:\{"schema"|board\(|order\s+\d|` + factOrder + `)`)
)

// isProblem reports whether the text is a problem, or several. It waits for a line or two.
func (r *Reader) isProblem() bool {
	if r.By == "rows" || r.From != "" && r.From != AutoShape {
		return false
	}
	for size := 1; ; size++ {
		_, err := r.in.Peek(size)
		size = max(size, r.in.Buffered())
		begin, _ := r.in.Peek(size)
		switch trimmed := strings.TrimLeft(string(begin), blank+"\t\r\n"); {
		case problemBegins.Match(begin):
			return true
		case err != nil, trimmed != "" && !strings.Contains("{bnols#/%$", trimmed[:1]), !problemMaybe.Match(begin):
			return false
		}
	}
}

// problems reads the given queens of problems; their order begins each.
func (r *Reader) problems() error {
	var text []byte
	begin, ordered := 1, false
	for no := 1; ; no++ {
		line, err := readLine(r.in, nil)
		if err == nil && len(text) > maxPending {
			return fault(no, "more than %d bytes of a problem", maxPending)
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("line %d: %w", no, err)
		}
		isOrder := problemOrder.Match(line)
		if ordered && isOrder {
			if err := r.problem(string(text), begin); err != nil {
				return err
			}
			text, begin = nil, no
		}
		ordered = ordered || isOrder
		if text = append(text, line...); err == io.EOF {
			return r.problem(string(text), begin)
		}
	}
}

// problem reads the given queens, which may attack each other.
func (r *Reader) problem(text string, line int) error {
	o := ProblemOptions{From: recognise(text), Base: r.Base}
	if o.From == "board" { // which is read by a Reader again
		o.From = "asp"
	}
	f, p, base, err := parseProblem(text, o)
	if errors.Is(err, queens.ErrNotSolution) {
		err = nil
	}
	if err != nil {
		return fmt.Errorf("line %d: a problem: %w", line, err)
	}
	b := newBoard(p.Order, p.Given, line, r.Base)
	b.Topology = p.Topology
	how := fmt.Sprintf("%s, rows and columns from %d", cmp.Or(f.title, "as this program writes it"), base)
	r.plainly = true
	if err := r.emit(b, OwnProblem, how); err != nil {
		return err
	}
	return r.flush(false)
}
