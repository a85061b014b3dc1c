package format_test

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/format"
	"queens/internal/must"
	"queens/math/torus"
)

// amount is less with -short.
func amount(short, long int) int {
	if testing.Short() {
		return short
	}
	return long
}

// boards yields all permutations of orders 1 to 6 and 10,000 random boards to order 12: most are
// permutations, in some two queens share a row, or a column, or one is missing.
func boards(t *testing.T) iter.Seq2[int, format.Board] {
	return func(yield func(int, format.Board) bool) {
		i := -1
		for n := 1; n <= 6; n++ {
			for p := range must.Get(torus.Permutations.Members(n))(t) {
				if i++; !yield(i, format.Board{Order: n, Perm: p.Clone()}) {
					return
				}
			}
		}
		source := rand.New(rand.NewPCG(51, 1))
		for range amount(2_000, 10_000) {
			n := 1 + source.IntN(12)
			b := format.Board{Order: n, Perm: source.Perm(n)}
			switch source.IntN(8) {
			case 0:
				b.Perm[source.IntN(n)] = source.IntN(n)
			case 1:
				b.Queens = b.Perm.Squares()[1:]
				b.Perm = nil
			case 2:
				squares := b.Perm.Squares()
				if sq := (queens.Square{Row: source.IntN(n), Col: source.IntN(n)}); !slices.Contains(squares, sq) {
					squares[source.IntN(n)] = sq
					b.Queens, b.Perm = squares, nil
				}
			}
			if i++; !yield(i, b) {
				return
			}
		}
	}
}

// TestReadsEverySpelling writes boards in all spellings: every permutation to order 4 in each of
// them, and every spelling with its share of the others. A board is read as itself, or refused with
// the flag that then reads it. Orders 1 and 2 may be refused: they have no rarer symbol.
func TestReadsEverySpelling(t *testing.T) {
	ways := append(spellings(t), respelled()...)
	next, read, refused, small := 0, 0, 0, 0
	for i, b := range boards(t) {
		share := 6
		if i < 1+2+6+24 {
			share = len(ways)
		}
		for range share {
			s := ways[next%len(ways)]
			next++
			written := s.write(b)
			text := written.String()
			if written.body == "" {
				continue
			}
			o := format.Reading{Base: format.AnyBase, By: s.by}
			if s.base == 0 && !isPermutation(b.Perm) {
				o.Base = 0 // without a 0 in it
			}
			got, err := format.ReadBoard(text, o)
			if err != nil && strings.Contains(err.Error(), "--from "+s.shape) {
				refused++
				o.From = s.shape
				got, err = format.ReadBoard(text, o)
			}
			switch {
			case b.Order < 3 && errors.Is(err, queens.ErrFormat):
				small++
			case err != nil || got.Order != b.Order || !slices.Equal(sorted(got.Squares()), sorted(b.Squares())):
				t.Errorf("%v, %s: %q is read as %v, %v", b.Squares(), s.name, text, got.Squares(), err)
			default:
				read++
			}
		}
	}
	if refused > read/200 || small > 4*len(ways) {
		t.Errorf("%d are read, %d refused at first, and %d of orders 1 and 2", read, refused, small)
	}
}

func sorted(squares []queens.Square) []queens.Square {
	return slices.SortedFunc(slices.Values(squares), func(a, b queens.Square) int {
		return 1000*(a.Row-b.Row) + a.Col - b.Col
	})
}

// TestMutations damages boards in all spellings. What is still read, alone or after a heading, has
// the verdict of a reader that knows the shape and the symbols.
func TestMutations(t *testing.T) {
	source, accepted, solutions := rand.New(rand.NewPCG(51, 4)), 0, 0
	var samples []format.Board
	for n := 4; n <= 8; n++ {
		for p := range must.Get(torus.Permutations.Members(n))(t) {
			if queens.Check(p, queens.Regular) == nil {
				samples = append(samples, format.Board{Order: n, Perm: p.Clone()})
			}
		}
	}
	for _, s := range spellings(t) {
		for range 30 {
			text := s.write(samples[source.IntN(len(samples))])
			frame := strings.NewReplacer("─", "-", "═", "-").Replace(text.begin + text.end)
			if s.shape == format.Pictures && (strings.ContainsAny(frame+" ", s.marks) || s.marks == "Q*") {
				break // the slow reader cannot tell symbols from frames; with * any other symbol is an empty square
			}
			damaged := damage(source, s, text)
			if lost.MatchString(damaged.body) || brackets(damaged) != brackets(text) {
				continue // rows would move
			}
			for _, heading := range []string{"", "Board number one:\n"} {
				if (s.facts || s.name == "csv") && heading != "" {
					break // they begin the text
				}
				is, err := verdict(heading+damaged.String(), s)
				if err != nil {
					continue
				}
				accepted++
				if is {
					solutions++
				}
				if want := slowVerdict(damaged, s); is != want {
					t.Errorf("%s: %q is a solution: %t; want %t", s.name, heading+damaged.String(), is, want)
				}
			}
		}
	}
	if accepted < 8_000 || solutions < 4_000 {
		t.Errorf("%d are read, %d solutions", accepted, solutions)
	}
}

func brackets(text framed) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("[](){}", r) {
			return r
		}
		return -1
	}, text.String())
}

// damage alters, inserts, deletes or exchanges one to three characters. It leaves labels alone.
func damage(source *rand.Rand, s spelling, text framed) framed {
	if !s.labels {
		text = framed{body: text.String()}
	}
	body, with := []rune(text.body), []rune("Q.qx0123456789 ,;|\n[]-"+s.marks)
	for range 1 + source.IntN(3) {
		at, mark := source.IntN(len(body)), with[source.IntN(len(with))]
		switch source.IntN(4) {
		case 0:
			body[at] = mark
		case 1:
			body = slices.Insert(body, at, mark)
		case 2:
			body = slices.Delete(body, at, at+1)
		default:
			other := source.IntN(len(body))
			body[at], body[other] = body[other], body[at]
		}
	}
	text.body = string(body)
	return text
}

// verdict reports whether a text is one solution.
func verdict(text string, s spelling) (bool, error) {
	boards, _, err := read(text, format.Reading{Base: format.AnyBase, By: s.by})
	if err != nil || len(boards) == 0 || slices.ContainsFunc(boards, func(b format.Board) bool { return b.Order < 2 }) {
		return false, cmp.Or(err, queens.ErrFormat) // a digit between brackets is one
	}
	return len(boards) == 1 && boards[0].Perm != nil && queens.Check(boards[0].Perm, queens.Regular) == nil, nil
}

var (
	lost   = regexp.MustCompile(`, *\]|\dQ?[A-H]\d`) // the second number of a pair, or a square
	called = regexp.MustCompile(`[^\s()\[\]{}"',;]+ *([(\[{=])|(\])\.`)
	digits = regexp.MustCompile(`\d+`)
	names  = regexp.MustCompile(`(?i)[a-h]\d+`)
)

// slowVerdict takes all squares of a picture as n rows of n, and all numbers as pairs, or those of
// a line as a placement.
func slowVerdict(damaged framed, s spelling) bool {
	text := called.ReplaceAllString(damaged.body, "$1$2")
	if s.shape == format.Pictures {
		return slowPicture(text, s)
	}
	lines := []string{text}
	if s.shape == format.Lists {
		lines[0] = names.ReplaceAllStringFunc(lines[0], func(m string) string {
			return fmt.Sprintf(" %d %s ", m[0]|0x20-'a', m[1:])
		})
	} else if !strings.ContainsAny(damaged.String(), "[{(") {
		lines = strings.Split(strings.Trim(text, "\r\n"), "\n")
	}
	return !slices.ContainsFunc(lines, func(line string) bool {
		words := digits.FindAllString(line, -1)
		if len(words) == 1 {
			words = strings.Split(words[0], "")
		}
		n, step := len(words), 1
		if s.shape == format.Lists {
			step = 2
		}
		var on [][2]int
		for i := 0; i+step <= len(words); i += step {
			on = append(on, [2]int{numberIn(words[i]), i})
			if step == 2 {
				on[i/2][1] = numberIn(words[i+1])
			}
		}
		if n /= step; s.facts {
			n = numberIn(digits.FindString(damaged.begin))
		}
		return !isSolution(on, n)
	})
}

func numberIn(word string) int {
	no, _ := strconv.Atoi(word)
	return no
}

func slowPicture(text string, s spelling) bool {
	queen, empty := string([]rune(s.marks)[:1]), string([]rune(s.marks)[1:])
	if isChess(queen) {
		queen = chessQueens
	}
	if s.name == "fen" {
		text = digits.ReplaceAllStringFunc(text, func(no string) string { return strings.Repeat(".", numberIn(no)%99) })
	}
	squares := slices.DeleteFunc([]rune(text), func(r rune) bool { return !strings.ContainsRune(queen+empty, r) })
	n := 0
	for n*n < len(squares) {
		n++
	}
	var on [][2]int
	for i, r := range squares {
		if strings.ContainsRune(queen, r) {
			on = append(on, [2]int{i / n, i % n})
		}
	}
	return n*n == len(squares) && isSolution(on, n)
}

// isSolution compares all pairs of n queens.
func isSolution(on [][2]int, n int) bool {
	for i, a := range on {
		for _, b := range on[:i] {
			if rows, columns := a[0]-b[0], a[1]-b[1]; rows*columns == 0 || rows == columns || rows == -columns {
				return false
			}
		}
	}
	return len(on) == n
}
