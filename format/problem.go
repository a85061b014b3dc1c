package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/named"
)

// maxPicture is the largest order that WriteProblem draws; above it writes lists of squares.
const maxPicture = 64

const maxProblemLine = 16 << 20

const maxReadOrder = 1 << 22

// WriteProblem writes a valid problem in the format of docs/formats/problem.md, as a picture up to
// order 64 and as lists of squares above.
func WriteProblem(w io.Writer, p queens.Problem) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "order %d\n", p.Order)
	if p.Topology != queens.Regular {
		fmt.Fprintf(out, "topology %v\n", p.Topology)
	}
	if len(p.Excluded) > 0 {
		name := func(d queens.Diagonal) string { return d.Name(p.Order, p.Topology) }
		fmt.Fprintf(out, "excluded %s\n", strings.Join(named.Names(p.Excluded, name), " "))
	}
	if p.Order <= maxPicture {
		drawProblem(out, p)
		return out.Flush()
	}
	list := func(word string, squares []queens.Square) {
		for line := range slices.Chunk(squares, 16) {
			names := named.Names(line, func(sq queens.Square) string { return sq.Name(p.Order) })
			fmt.Fprintf(out, "%s %s\n", word, strings.Join(names, " "))
		}
	}
	list("given", p.Given)
	list("blocked", p.Blocked)
	return out.Flush()
}

func drawProblem(out *bufio.Writer, p queens.Problem) {
	if len(p.Given)+len(p.Blocked) == 0 {
		return
	}
	side := 2 * p.Order // with a blank, or the end of the line, after each square
	picture := bytes.Repeat([]byte(strings.Repeat(" .", p.Order)[1:]+"\n"), p.Order)
	for _, sq := range p.Blocked {
		picture[side*sq.Row+2*sq.Col] = '#'
	}
	for _, sq := range p.Given {
		picture[side*sq.Row+2*sq.Col] = 'Q'
	}
	out.Write(picture)
}

// ReadProblem reads the lines "order", "topology", "given", "blocked" and "excluded", with any
// number of values, "order" and "topology" first; or a picture of n lines of Q, . and #, with or
// without blanks. It ignores empty lines and comments from "//". Errors: queens.ErrFormat with the
// line number; those of queens.Problem.Validate.
func ReadProblem(r io.Reader) (queens.Problem, error) {
	d := problemReader{order: -1}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, maxProblemLine)
	for scanner.Scan() {
		d.line++
		// a byte order mark, which some editors insert
		text, _, _ := strings.Cut(strings.TrimPrefix(scanner.Text(), "\ufeff"), "//")
		if fields := strings.Fields(text); len(fields) > 0 {
			if err := d.take(fields); err != nil {
				return queens.Problem{}, fmt.Errorf("format: read problem: line %d: %w", d.line, err)
			}
		}
	}
	if err := scanner.Err(); err != nil {
		return queens.Problem{}, fmt.Errorf("format: read problem: after line %d: %w", d.line, err)
	}
	switch {
	case d.order < 0:
		return queens.Problem{}, fmt.Errorf("format: read problem: neither a picture nor a line %q: %w", "order 8",
			queens.ErrFormat)
	case d.drawn != 0 && d.drawn != d.order:
		return queens.Problem{}, fmt.Errorf("format: read problem: the picture has %d rows, want %d: %w", d.drawn,
			d.order, queens.ErrFormat)
	}
	d.p.Order = d.order
	if err := d.p.Validate(); err != nil {
		return queens.Problem{}, fmt.Errorf("format: read problem: %w", err)
	}
	return d.p, nil
}

type problemReader struct {
	p     queens.Problem
	order int // -1: unknown
	drawn int // rows of the picture
	line  int
}

func (d *problemReader) take(fields []string) error {
	word, values := fields[0], fields[1:]
	if strings.Trim(strings.Join(fields, ""), "Qq.#") == "" {
		return d.draw(strings.Join(fields, ""))
	}
	switch word {
	case "order":
		n, err := strconv.Atoi(strings.Join(values, " "))
		if err != nil || n < 0 || n > maxReadOrder || d.order >= 0 {
			return fmt.Errorf("%q: want one line with a number from 0 to %d, before the board: %w",
				strings.Join(fields, " "), maxReadOrder, queens.ErrFormat)
		}
		d.order = n
		return nil
	case "topology":
		if len(d.p.Excluded) > 0 {
			return fmt.Errorf("topology after excluded diagonals, whose names depend on it: %w", queens.ErrFormat)
		}
		var err error
		d.p.Topology, err = queens.ParseTopology(strings.Join(values, " "))
		return err
	}
	if d.order < 0 {
		return fmt.Errorf("%q before the order is known: want a picture of Q, . and #, or a line %q first: %w", word,
			"order 8", queens.ErrFormat)
	}
	square := func(name string) (queens.Square, error) { return queens.ParseSquare(name, d.order) }
	switch word {
	case "given":
		return readEach(&d.p.Given, values, square)
	case "blocked":
		return readEach(&d.p.Blocked, values, square)
	case "excluded":
		return readEach(&d.p.Excluded, values, func(s string) (queens.Diagonal, error) {
			return queens.ParseDiagonal(s, d.order, d.p.Topology)
		})
	}
	return fmt.Errorf("%.20q: want order, topology, given, blocked, excluded, or a row of Q, . and #: %w", word,
		queens.ErrFormat)
}

func readEach[E any](list *[]E, values []string, read func(string) (E, error)) error {
	for _, value := range values {
		x, err := read(value)
		if err != nil {
			return err
		}
		*list = append(*list, x)
	}
	return nil
}

func (d *problemReader) draw(row string) error {
	if d.order < 0 {
		d.order = len(row)
	}
	if len(row) != d.order || d.drawn == d.order {
		return fmt.Errorf("row %d of the picture has %d squares, want %d rows of %d: %w", d.drawn+1, len(row), d.order,
			d.order, queens.ErrFormat)
	}
	for c, square := range row {
		switch sq := (queens.Square{Row: d.drawn, Col: c}); square {
		case 'Q', 'q':
			d.p.Given = append(d.p.Given, sq)
		case '#':
			d.p.Blocked = append(d.p.Blocked, sq)
		}
	}
	d.drawn++
	return nil
}
