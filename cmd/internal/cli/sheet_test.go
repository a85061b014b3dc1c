package cli

import (
	"bytes"
	"compress/zlib"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/cmd/internal/answer"
	"queens/find/puzzle"
	"queens/internal/must"
)

type spot struct{ x, y float64 } // in points from the top left corner

// printedPage is what a page of a PDF shows.
type printedPage struct {
	width, height float64
	texts         []string
	places        []spot   // where the texts begin
	shapes        [][]spot // corners of polygons, without repeating the first, or points of lines
}

var (
	pageStream = regexp.MustCompile(`(?s)stream\r?\n(.*?)endstream`)
	shownText  = regexp.MustCompile(`(?s)BT (\S+) (\S+) Td \((.*)\) Tj`)
	escaped    = regexp.MustCompile(`\\(.)`)
	drawn      = regexp.MustCompile(`^(\S+) (\S+) [ml]$`)
)

// readPDF reads the pages of a PDF as this program writes them. It knows no more of the format.
func readPDF(t *testing.T, pdf []byte) (pages []printedPage) {
	t.Helper()
	size := regexp.MustCompile(`/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]`).FindSubmatch(pdf)
	if size == nil {
		t.Fatal("no page has a size")
	}
	for _, m := range pageStream.FindAllSubmatch(pdf, -1) {
		z, err := zlib.NewReader(bytes.NewReader(m[1]))
		if err != nil {
			continue
		}
		content, _ := io.ReadAll(z) // what follows the stream is no part of it
		if !bytes.HasPrefix(content, []byte("0 J")) {
			continue // a font
		}
		p := printedPage{width: real(t, size[1]), height: real(t, size[2])}
		p.read(t, string(content))
		pages = append(pages, p)
	}
	return pages
}

func real[T string | []byte](t *testing.T, text T) float64 {
	t.Helper()
	return must.Get(strconv.ParseFloat(string(text), 64))(t)
}

func (p *printedPage) read(t *testing.T, content string) {
	t.Helper()
	for line := range strings.Lines(content) {
		if m := shownText.FindStringSubmatch(line); m != nil {
			text := strings.ReplaceAll(escaped.ReplaceAllString(m[3], "$1"), "\x00", "") // ASCII as UTF-16
			// An ID may be too wide for the line.
			if last := len(p.texts) - 1; strings.HasPrefix(text, "2-") {
				p.texts[last] += " " + text
			} else {
				p.texts = append(p.texts, text)
			}
			p.places = append(p.places, spot{real(t, m[1]), p.height - real(t, m[2])})
		} else if m := drawn.FindStringSubmatch(strings.TrimSpace(line)); m != nil {
			corner := spot{real(t, m[1]), p.height - real(t, m[2])}
			if last := len(p.shapes) - 1; strings.HasSuffix(m[0], "m") {
				p.shapes = append(p.shapes, []spot{corner})
			} else if corner != p.shapes[last][0] {
				p.shapes[last] = append(p.shapes[last], corner)
			}
		}
	}
}

// side returns the side of an upright square.
func side(s []spot) (length float64, isSquare bool) {
	if len(s) != 4 || s[0].y != s[1].y || s[1].x != s[2].x || s[2].y != s[3].y || s[3].x != s[0].x {
		return 0, false
	}
	length = s[2].x - s[0].x
	far := length - (s[2].y - s[0].y)
	return length, -.02 < far && far < .02
}

const (
	crownCorners = 13
	smallSquare  = 8 // points, with a dot for a queen
)

// boards returns the squares of the queens of the boards of a page, each within the last frame
// before them, which is two points wider on each side than the board.
func (p *printedPage) boards(t *testing.T, orders []int) (boards [][]queens.Square) {
	t.Helper()
	var frame []spot
	framed := 0.0
	for _, s := range p.shapes[1:] {
		length, isSquare := side(s)
		switch last := len(boards) - 1; {
		case isSquare && (frame == nil || s[0].x < frame[0].x || s[0].y < frame[0].y || s[0].x > frame[2].x ||
			s[0].y > frame[2].y):
			frame, framed, boards = s, length-4, append(boards, nil)
		case last < 0 || last >= len(orders):
		case len(s) == crownCorners, len(s) == 1 && framed/float64(orders[last]) < smallSquare:
			square := framed / float64(orders[last])
			boards[last] = append(boards[last], queens.Square{
				Row: int((s[0].y - frame[0].y - 2) / square), Col: int((s[0].x - frame[0].x - 2) / square),
			})
		}
	}
	return boards
}

const millimetre = 72 / 25.4

// TestWorksheets reads sheets back: rules and puzzles on pages with margins of 15 mm, in squares of
// at least 8 mm, and the answers, in digits and as boards, each judged by the rules of the puzzle
// of its ID.
func TestWorksheets(t *testing.T) {
	oneByOne(t)
	for _, c := range []struct {
		line   string
		width  float64 // of a page
		number int
		pages  []int // puzzles on each
	}{
		{"--seed 7", 595, 6, []int{6}},
		{"8 --seed 3 --number 10 --kind regions,completion,diagonals", 595, 10, []int{4, 4, 2}},
		{"5..7 --seed 5 --number 25 --kind completion,diagonals --grade medium,easy --page Letter", 612, 25, nil},
		{"10 14 --seed 4 --number 5 --grade easy,medium", 595, 5, []int{2, 1, 1, 1}},
		{"9 --seed 1 --number 2 --grade expert --page Letter", 612, 2, []int{2}},
		{"5 --seed 999999999 --number 200 --kind completion", 595, 200, nil},
	} {
		t.Run(c.line, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "sheet.pdf")
			answerOf(t, "", append(strings.Fields("puzzle sheet "+c.line), "-o", file)...)
			pages := readPDF(t, must.Get(os.ReadFile(file))(t))
			var ids []string
			var counts []int
			answers := 0
			for i := range pages {
				p := &pages[i]
				if p.width != c.width {
					t.Errorf("page %d is %v points wide, want %v", i+1, p.width, c.width)
				}
				p.checkMargins(t)
				if p.texts[0] == "Name" && answers == 0 {
					list := p.checkTasks(t, len(ids))
					ids, counts = append(ids, list...), append(counts, len(list))
					continue
				}
				answers += p.checkAnswers(t, answers, ids[answers:])
			}
			if len(ids) != c.number || answers != c.number || c.pages != nil && !slices.Equal(counts, c.pages) {
				t.Errorf("%d puzzles, %v on pages, %d answers; want %d, %v on pages", len(ids), counts, answers,
					c.number, c.pages)
			}
			if len(slices.Compact(slices.Sorted(slices.Values(ids)))) != len(ids) {
				t.Error("a puzzle is on the sheet twice")
			}
			checkWords(t, file)
		})
	}
}

func (p *printedPage) checkMargins(t *testing.T) {
	t.Helper()
	for _, s := range append([][]spot{p.places}, p.shapes[1:]...) { // the first shape is the paper
		for _, at := range s {
			if m := 15*millimetre - .01; at.x < m || at.y < m || at.x > p.width-m || at.y > p.height-m {
				t.Fatalf("something is printed at %v, in the margin", at)
			}
		}
	}
}

// label is the number and the ID below a board.
var label = regexp.MustCompile(`^(\d+)\. (2-\S+)$`)

// checkTasks checks a page of puzzles and returns their IDs.
func (p *printedPage) checkTasks(t *testing.T, before int) (ids []string) {
	t.Helper()
	rules := strings.Join(p.texts, " ")
	var puzzles []puzzle.Puzzle
	var orders []int
	for _, text := range p.texts {
		if m := label.FindStringSubmatch(text); m != nil {
			made := must.Get(puzzle.Generate(must.Get(puzzle.ParseID(m[2]))(t)))(t)
			ids, puzzles, orders = append(ids, m[2]), append(puzzles, made), append(orders, made.Order)
			if m[1] != strconv.Itoa(before+len(ids)) {
				t.Errorf("puzzle %d has the label %q", before+len(ids), text)
			}
		}
	}
	boards := p.boards(t, orders)
	if len(boards) != len(puzzles) {
		t.Fatalf("%d boards, want %d", len(boards), len(puzzles))
	}
	for i, made := range puzzles {
		kind := must.Get(puzzle.FindKind(made.Kind))(t)
		if !strings.Contains(rules, kind.Rule) {
			t.Errorf("the page has no rule %q", kind.Rule)
		}
		if !sameSquares(boards[i], made.Given) {
			t.Errorf("puzzle %s shows queens at %v, want %v", made.ID, boards[i], made.Given)
		}
	}
	for _, s := range p.shapes {
		if length, isSquare := side(s); isSquare && length < 8*millimetre {
			t.Fatalf("a square of %.2f mm", length/millimetre)
		}
	}
	return ids
}

// checkAnswers checks a page of answers and returns how many it has.
func (p *printedPage) checkAnswers(t *testing.T, before int, ids []string) (count int) {
	t.Helper()
	var perms []queens.Perm
	var orders []int
	for i, text := range p.texts {
		m := label.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		if m[1] != strconv.Itoa(before+len(perms)+1) || m[2] != ids[len(perms)] {
			t.Fatalf("answer %s, want number %d, %s", text, before+len(perms)+1, ids[len(perms)])
		}
		made := must.Get(puzzle.Generate(must.Get(puzzle.ParseID(m[2]))(t)))(t)
		var digits strings.Builder
		for _, line := range p.texts[i+1:] {
			if strings.Trim(line, "0123456789,") != "" {
				break
			}
			digits.WriteString(line)
		}
		perm := must.Get(queens.ParsePerm(digits.String()))(t)
		if verdict := must.Get(answer.NewPuzzleAnswer(made, perm.Squares()))(t); !verdict.Correct {
			t.Errorf("answer %v of %s: %+v", perm, made.ID, verdict)
		}
		perms, orders = append(perms, perm), append(orders, made.Order)
	}
	boards := p.boards(t, orders)
	for i, perm := range perms {
		if i >= len(boards) || !sameSquares(boards[i], perm.Squares()) {
			t.Fatalf("the boards of answers show %v, want %v in place %d", boards, perm, i+1)
		}
	}
	return len(perms)
}

func sameSquares(a, b []queens.Square) bool {
	order := func(a, b queens.Square) int { return 100*(a.Col-b.Col) + a.Row - b.Row }
	return slices.Equal(slices.SortedFunc(slices.Values(a), order), slices.SortedFunc(slices.Values(b), order))
}

// checkWords has another program look where words end.
func checkWords(t *testing.T, file string) {
	t.Helper()
	if _, err := exec.LookPath("pdftotext"); err != nil {
		t.Log("left out: needs pdftotext (Debian: poppler-utils)")
		return
	}
	out := must.Get(exec.CommandContext(t.Context(), "pdftotext", "-bbox", file, "-").Output())(t)
	width := real(t, regexp.MustCompile(`<page width="([\d.]+)"`).FindSubmatch(out)[1])
	words := regexp.MustCompile(`xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)"`).FindAllSubmatch(out, -1)
	for _, m := range words {
		if margin := 15*millimetre - 1; real(t, m[1]) < margin || real(t, m[2]) > width-margin {
			t.Fatalf("a word is in the margin: %s", m[0])
		}
	}
	if len(words) < 30 {
		t.Errorf("%d words", len(words))
	}
}
