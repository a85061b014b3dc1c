package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/list"
	"queens/math/orbit"
	"queens/symmetry"
)

// Figure is a picture of a placement other than its board. The zero value is not valid.
type Figure struct {
	Name     string // stable identifier: "orbit"
	Summary  string // one sentence, no final period
	MaxOrder int    // largest order that is drawn

	lay func(p queens.Perm, theme string) (*Picture, error)
}

// figures holds every figure, sorted by name. To add one, add a line. All solutions of order 10 are
// 724 boards.
var figures = []Figure{
	{"orbit", "The eight images, and the rotations and reflections between them", 200, layOrbit},
	{"signature", "The triangles of the orbit signature", 200, laySignature},
	{
		"solutions", "All solutions of the same order, orbit by orbit, with the placement framed",
		MaxGalleryOrder, laySolutions,
	},
}

// MaxGalleryOrder is the largest order whose solutions are drawn in one picture.
const MaxGalleryOrder = 10

// Figures returns every figure, sorted by name.
func Figures() []Figure { return slices.Clone(figures) }

// FindFigure returns the figure with this name.
func FindFigure(name string) (Figure, error) {
	return named.Find("figure", name, figures, func(f Figure) string { return f.Name })
}

// Picture draws the figure of a placement.
//
// Errors: queens.ErrOrder for an order that is not 1 to MaxOrder, or has no solution to draw;
// queens.ErrFormat for what is no permutation and for an unknown theme.
func (f Figure) Picture(p queens.Perm, theme string) (*Picture, error) {
	n := len(p)
	if n < 1 || n > f.MaxOrder {
		return nil, errs.Errorf("%s of order %d: want 1 to %d: %w", f.Name, n, f.MaxOrder, queens.ErrOrder)
	}
	seen := make([]bool, n)
	for c, r := range p {
		if r < 0 || r >= n || seen[r] {
			return nil, errs.Errorf("column %d has its queen in row %d: want every row from 1 to %d once: %w", c+1, r+1,
				n, queens.ErrFormat)
		}
		seen[r] = true
	}
	return f.lay(p, theme)
}

func (p *pen) drawSmall(placement queens.Perm, t queens.Topology, at point, side float64) *boardLayout {
	l := &boardLayout{
		Board: Board{Order: len(placement), Queens: placement.Squares(), Topology: t}, tiles: 1,
		side: side / float64(len(placement)), left: at.x, top: at.y,
	}
	l.draw(p)
	return l
}

// The measures of a picture of an orbit, in pixels.
const (
	orbitSize   = 1000
	orbitGap    = 44 // between boards, where the arrows are
	orbitMargin = 16
	captionRoom = 40                                             // below a board
	footRoom    = 54                                             // for what the picture says
	orbitSide   = (orbitSize - 2*orbitMargin - 3*orbitGap) / 4.0 // of a board
)

// layOrbit lays the eight images of a placement out, as eight boards. They are arranged as in the
// Cayley graph of the symmetries: quarter turns lead along the rows, in the lower one from right to
// left, and exchanging top and bottom leads from one row to the other. Images equal to the
// placement itself, those of its stabilizer, have a thick frame.
func layOrbit(placement queens.Perm, theme string) (*Picture, error) {
	images := symmetry.Images(placement)
	const down, middle = orbitSide + captionRoom + orbitGap/2, orbitSide / 2
	return lay(theme, describeOrbit(placement), orbitSize, 2*down+footRoom, func(p *pen) {
		first := map[string]string{} // by placement: the name of the board that shows it first
		for row, s := range []symmetry.Symmetry{symmetry.Identity, symmetry.FlipRows} {
			for i := range 4 {
				at := point{orbitMargin + float64(i)*(orbitSide+orbitGap), orbitMargin + float64(row)*down}
				p.drawImage(at, images[s], s, images[s].Equal(placement), first)
				from, to := at.plus(orbitSide+7, middle), at.plus(orbitSide+orbitGap-7, middle)
				if row > 0 { // a flip turns the sense of rotation round
					from, to = to, from
				}
				if i < 3 {
					p.arrow(from, to)
				}
				if row == 0 {
					p.arrow(at.plus(middle, orbitSide+captionRoom), at.plus(middle, down-3))
				}
				s = symmetry.Rot90.Then(s)
			}
		}
		for i, text := range []string{describeOrbit(placement), arrowText} {
			look := lettering{size: 14}
			if over := look.width(text) / (orbitSize - 2*orbitMargin); over > 1 {
				look.size /= over
			}
			p.text(point{orbitMargin, 2*down + 14 + 22*float64(i)}, text, look)
		}
	})
}

func describeOrbit(placement queens.Perm) string {
	images := "8 images, all different"
	if size := len(symmetry.Orbit(placement)); size < symmetry.Count {
		images = fmt.Sprintf("8 images, %d different", size)
	}
	stabilizer := named.Names(symmetry.Stabilizer(placement), symmetry.Symmetry.OperationName)
	slices.Sort(stabilizer)
	return fmt.Sprintf("Orbit of %v: %s; stabilizer %s", placement, images, strings.Join(stabilizer, ", "))
}

const arrowText = "Arrows: along a row a quarter turn counterclockwise; down, top and bottom change places."

func (p *pen) drawImage(at point, image queens.Perm, s symmetry.Symmetry, fixed bool, first map[string]string) {
	p.drawSmall(image, queens.Regular, at, orbitSide)
	if fixed {
		const frame = 5.0
		const side = orbitSide + frame
		p.stroke(p.theme.Accent, frame, new(shape).rectangle(at.plus(-frame/2, -frame/2), side, side))
	}
	name, key := s.OperationName(), image.String()
	caption := name + "  " + s.String()
	if other, ok := first[key]; ok {
		caption += "  = " + other
	} else {
		first[key] = name
	}
	p.text(at.plus(orbitSide/2, orbitSide+13), caption, lettering{size: 14, bold: fixed, align: center})
	small := lettering{size: 12, align: center, color: p.theme.Faint}
	if small.width(key) <= orbitSide {
		p.text(at.plus(orbitSide/2, orbitSide+30), key, small)
	}
}

func (p *pen) arrow(from, to point) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	ux, uy := (to.x-from.x)/length, (to.y-from.y)/length
	const head, half = 7, 3.5 // its length, and half of its width
	neck := to.plus(-head*ux, -head*uy)
	p.stroke(p.theme.Faint, 1.6, new(shape).polyline(from, neck))
	p.fill(p.theme.Faint, new(shape).polygon(to, neck.plus(-half*uy, half*ux), neck.plus(half*uy, -half*ux)))
}

// The measures of a picture of all solutions, in pixels.
const (
	galleryMargin = 16
	galleryHead   = 36
	gallerySize   = 640 // of a line with one orbit
)

// laySolutions lays all solutions of the order of a placement out, the images of each orbit side by
// side. The orbit of the placement itself is framed.
func laySolutions(placement queens.Perm, theme string) (*Picture, error) {
	fundamental, _ := list.Solutions(len(placement), list.Options{Fundamental: true}) // an order to 10
	var all [][]queens.Perm
	n, boards := len(placement), 0
	for p := range fundamental {
		all = append(all, symmetry.Orbit(slices.Clone(p)))
		boards += len(all[len(all)-1])
	}
	if boards == 0 {
		return nil, errs.Errorf("all solutions of order %d: none exist: %w", n, queens.ErrOrder)
	}
	line := 1 // orbits
	for len(all) > 16*line*line {
		line *= 2
	}
	width := float64(gallerySize + (line-1)*gallerySize/2)
	cell := (width - 2*galleryMargin) / float64(line*symmetry.Count)
	lines := (len(all) + line - 1) / line
	solutions, orbits := humanize.Plural(boards, "solution"), humanize.Plural(len(all), "orbit")
	title := fmt.Sprintf("The %s of order %d, an orbit beside the other: %s", solutions, n, orbits)
	return lay(theme, title, width, galleryHead+float64(lines)*cell+galleryMargin, func(p *pen) {
		head := fmt.Sprintf("Order %d: %s, %s", n, solutions, orbits)
		p.text(point{galleryMargin, galleryHead / 2}, head, lettering{size: 15, bold: true})
		for i, images := range all {
			at := point{galleryMargin + float64(i%line*symmetry.Count)*cell, galleryHead + float64(i/line)*cell}
			if slices.ContainsFunc(images, placement.Equal) {
				p.stroke(p.theme.Accent, max(1.5, cell*.06), new(shape).rectangle(at.plus(.01*cell, .01*cell),
					float64(len(images))*cell-.02*cell, .98*cell))
			}
			for i, image := range images {
				p.drawSmall(image, queens.Regular, at.plus((float64(i)+.08)*cell, .08*cell), .84*cell)
			}
		}
	})
}

// The measures of a picture of a signature, in pixels.
const (
	signatureSize   = 900
	signatureMargin = 16
	signatureGap    = 32 // between the boards
	signatureHead   = 30
	signatureLine   = 19                                                     // height of a line of the lists
	signatureSide   = (signatureSize - 2*signatureMargin - signatureGap) / 2 // of a board
)

// The lists of a signature.
const (
	listedTriangles = 40
	listColumns     = 3
)

// laySignature lays the orbit signature of a placement out as triangles: on the left those of three
// queens in neighbouring columns, on the right those in neighbouring rows, with their lists.
func laySignature(placement queens.Perm, theme string) (*Picture, error) {
	triangles := orbit.SignatureOf(placement)
	listed := min(len(triangles.X), listedTriangles)
	lines := (listed + listColumns - 1) / listColumns
	height := signatureMargin + signatureHead + signatureSide + 16 + lines*signatureLine + signatureMargin
	more := ""
	if listed < len(triangles.X) {
		more = " and more"
	}
	title := fmt.Sprintf("Signature of %v as triangles: columns %v%s, rows %v%[3]s", placement, triangles.X[:listed],
		more, triangles.Y[:listed])
	return lay(theme, title, signatureSize, float64(height), func(p *pen) {
		for i, half := range []struct {
			head string
			list orbit.Triples
			less func(a, b queens.Square) int // of the corners
		}{
			{"three neighbouring columns", triangles.X, func(a, b queens.Square) int { return a.Col - b.Col }},
			{"three neighbouring rows", triangles.Y, func(a, b queens.Square) int { return a.Row - b.Row }},
		} {
			at := point{signatureMargin + float64(i)*(signatureSide+signatureGap), signatureMargin + signatureHead}
			p.text(at.plus(0, -signatureHead/2), half.head, lettering{size: 15, bold: true})
			l := p.drawSmall(placement, queens.Regular, at, signatureSide)
			p.triangles(l.side, named.Each(slices.SortedFunc(slices.Values(l.Queens), half.less), l.middle))
			for k, t := range half.list[:listed] {
				column, line := float64(k%listColumns), float64(k/listColumns)
				entry := at.plus(column*signatureSide/listColumns, signatureSide+16+(line+.5)*signatureLine)
				p.text(entry, fmt.Sprintf("%d: %v", k+1, t), lettering{size: 13})
			}
		}
	})
}

// triangles draws the triangle of each three neighbours, in two colours and kinds of lines.
func (p *pen) triangles(side float64, corners []point) {
	if len(corners) < 3 {
		return
	}
	width := max(1, side*.045)
	for turn := range 2 {
		tone := p.theme.Series[turn]
		var triangles shape
		for i := turn; i+2 < len(corners); i += 2 {
			triangles.polygon(corners[i : i+3]...)
		}
		p.fill(transparent(tone, 0x38), triangles)
		dashes := [2][]float64{nil, {4 * width, 2.5 * width}}
		p.stroke(tone, width, triangles, dashes[turn]...)
	}
	if side < 16 {
		return
	}
	look := lettering{size: min(13, side*.4), bold: true, align: center}
	for i := range len(corners) - 2 {
		middle := point{
			(corners[i].x + corners[i+1].x + corners[i+2].x) / 3, (corners[i].y + corners[i+1].y + corners[i+2].y) / 3,
		}
		plate := new(shape).circle(middle, look.size*.72)
		p.fill(p.theme.Paper, plate)
		p.stroke(p.theme.Series[i%2], 1, plate)
		p.text(middle, number(i), look)
	}
}

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
