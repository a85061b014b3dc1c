package draw

import (
	"fmt"
	"strings"

	"queens"
	"queens/internal/errs"
)

// Worksheet is puzzles to be printed: pages with a line for the name, the rules and one to six
// boards with squares of at least 8 mm, then the answers on pages of their own. Margins are 15 mm.
type Worksheet struct {
	Width, Height float64 // of the paper, in pixels
	Tasks         []Task
	Note          string // above the answers
}

// Task is a puzzle of a worksheet.
type Task struct {
	Board  Board  // of an order up to 21
	Name   string // stands below the board, after the number
	Rule   string // a page has each rule of its tasks once
	Answer []queens.Square
	Text   string // the answer as text
}

// The measures of a page, in pixels.
const (
	millimetre  = 72 / 25.4
	pageMargin  = 15 * millimetre
	leastSquare = 8 * millimetre
	taskGap     = 12 // between boards
	headSize    = 12 // of letters
	headLine    = 17 // height of a line
	kerning     = 3  // by which a line may be wider on paper
)

type grid struct{ columns, rows int }

// The ways to put boards on a page, most boards first.
var (
	taskGrids   = []grid{{2, 3}, {2, 2}, {1, 2}, {1, 1}}
	answerGrids = []grid{{3, 4}}
)

// Pages lays out the pages, all of one size.
//
// Errors: those of Board.Picture; queens.ErrOrder for a board without room for squares of 8 mm.
func (w Worksheet) Pages() (pages []*Picture, err error) {
	for _, grids := range [][]grid{taskGrids, answerGrids} {
		for done := 0; done < len(w.Tasks); {
			var page *Picture
			var tasks []Task
			for i := 0; i < len(grids) && page == nil; i++ {
				tasks = w.Tasks[done:min(done+grids[i].columns*grids[i].rows, len(w.Tasks))]
				if page, err = w.page(grids[i], done, tasks); err != nil {
					return nil, err
				}
			}
			if page == nil {
				return nil, errs.Errorf("worksheet: order %d: the paper has no room for squares of 8 mm: %w",
					tasks[0].Board.Order, queens.ErrOrder)
			}
			pages, done = append(pages, page), done+len(tasks)
		}
	}
	return pages, nil
}

// rules returns the text above some tasks. If there are several rules, each has the numbers of its
// tasks.
func rules(done int, tasks []Task) string {
	var list []string
	numbers := map[string]string{}
	for i, task := range tasks {
		if numbers[task.Rule] == "" {
			list = append(list, task.Rule)
		}
		numbers[task.Rule] += fmt.Sprintf(", %d", done+i+1)
	}
	lines := []string{"Name", ""}
	for _, rule := range list {
		if len(list) > 1 {
			rule = "For " + numbers[rule][2:] + ": " + rule
		}
		lines = append(lines, rule)
	}
	return strings.Join(lines, "\n")
}

// page lays out a page of tasks or answers, or returns nil if squares of a task would be too small.
func (w Worksheet) page(g grid, done int, tasks []Task) (*Picture, error) {
	text, look, answers := rules(done, tasks), lettering{size: headSize}, g == answerGrids[0]
	if answers {
		text = "Answers\n" + w.Note
	}
	lines := look.wrap(text, w.Width-2*pageMargin-kerning)
	top := pageMargin + headLine*float64(len(lines)+1)
	width := (w.Width-2*pageMargin+taskGap)/float64(g.columns) - taskGap
	height := (w.Height-top-pageMargin+taskGap)/float64(g.rows) - taskGap
	var boards []*boardLayout
	for i, task := range tasks {
		b := task.Board
		b.Layers, b.Caption = []string{"coordinates"}, fmt.Sprintf("%d. %s", done+i+1, task.Name)
		if answers {
			b.Layers, b.Queens, b.Caption = nil, task.Answer, b.Caption+"\n"+task.Text
		}
		b.Size = int(min(width, height-headLine*float64(1+strings.Count(b.Caption, "\n"))-taskGap))
		l, err := b.layout()
		if err != nil || l.side < leastSquare && !answers {
			return nil, err
		}
		boards = append(boards, l)
	}
	return lay("", lines[0]+", from "+boards[0].Caption, w.Width, w.Height, func(p *pen) {
		for i, line := range lines {
			at := point{pageMargin, pageMargin + headLine*(float64(i)+.5)}
			p.text(at, line, look)
			if line == "Name" {
				at = at.plus(look.width(line)+6, capHeight*look.size/2)
				p.stroke(p.theme.Ink, 1, new(shape).polyline(at, point{w.Width - pageMargin, at.y}))
			}
		}
		for i, l := range boards {
			x, y := float64(i%g.columns)*(width+taskGap), float64(i/g.columns)*(height+taskGap)
			p.place(l.draw, pageMargin+x, top+y)
		}
	})
}
