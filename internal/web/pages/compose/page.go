// Package compose is the page on which one places queens oneself.
package compose

import (
	"context"
	"embed"
	"fmt"
	"net/url"
	"strings"
	"time"

	"queens"
	"queens/find/complete"
	"queens/internal/web/page"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page places queens by hand.
var Page = page.Page{
	Name: "compose", Title: "Compose", Group: "Play",
	Summary: "Place queens yourself; conflicts show at once, and the rest can be completed",
	Files:   files, View: view, Embeds: true,
}

// MaxOrder is the largest order of a board that is composed by hand.
const MaxOrder = 100

// levels are boards to complete, one harder than the other: order and queens that stand already.
var levels = []struct{ order, given int }{{4, 0}, {5, 1}, {6, 0}, {7, 2}, {8, 3}, {8, 2}, {9, 3}, {10, 4}, {10, 3}, {12, 5}, {12, 4}, {14, 5}}

// dayFormat is how the day of a board is written.
const dayFormat = "2006-01-02"

// shown is what the template shows.
type shown struct {
	Order, MaxOrder int
	Level, Levels   int    // 0: no level
	Day, Today      string // empty: no board of a day
	Given           string // queens that stand already
	Left            int    // queens to add to them
}

// Dealt reports whether the board is one to complete.
func (s shown) Dealt() bool { return s.Level > 0 || s.Day != "" }

// Numbers returns those of the levels.
func (s shown) Numbers() (list []int) {
	for k := range s.Levels {
		list = append(list, k+1)
	}
	return list
}

func view(ctx context.Context, q page.Query) (page.View, error) {
	s := shown{Order: 8, MaxOrder: MaxOrder, Levels: len(levels), Today: time.Now().UTC().Format(dayFormat)}
	var err error
	if s.Level, err = q.Int("level", 0, 1, len(levels)); err != nil {
		return page.View{}, err
	}
	switch s.Day = q.Get("day"); {
	case s.Level > 0:
		l := levels[s.Level-1]
		err = s.deal(ctx, l.order, l.given, uint64(s.Level))
	case s.Day != "":
		day, dayErr := time.Parse(dayFormat, s.Day)
		if dayErr != nil {
			return page.View{}, fmt.Errorf("day: %q: want a date like %s: %w", s.Day, s.Today, queens.ErrFormat)
		}
		number := day.Unix() / 86400
		order := 8 + int((number%5+5)%5)
		err = s.deal(ctx, order, order/3, uint64(number)<<8)
	default:
		s.Order, err = q.Int("n", s.Order, 1, MaxOrder)
	}
	if err != nil {
		return page.View{}, err
	}
	named := map[queens.Square]bool{}
	for _, name := range []string{"queens", "blocked"} {
		for word := range strings.FieldsSeq(strings.ReplaceAll(q.Get(name), ",", " ")) {
			sq, err := queens.ParseSquare(word, s.Order)
			if err == nil && named[sq] {
				err = fmt.Errorf("%s is named twice: %w", word, queens.ErrFormat)
			}
			if err != nil {
				return page.View{}, fmt.Errorf("%s: %w", name, err)
			}
			named[sq] = true
		}
	}
	topology, err := q.Word("topology", "regular", "regular", "modular")
	if err != nil {
		return page.View{}, err
	}
	return s.view(q, topology), nil
}

// view shows the task: of a board that is dealt the queens that stand already, and nothing that was played.
func (s shown) view(q page.Query, topology string) page.View {
	placed, blocked, what := strings.ReplaceAll(q.Get("queens"), " ", ","), strings.ReplaceAll(q.Get("blocked"), " ", ","), "placed"
	if s.Dealt() {
		placed, blocked, what = s.Given, "", "given"
	}
	look := url.Values{"layers": {"coordinates,conflicts"}, "size": {"512"}, "topology": {topology}}
	command := []string{fmt.Sprintf("queens complete %d", s.Order)}
	for name, squares := range map[string]string{"queens": placed, "blocked": blocked} {
		if squares != "" {
			look.Set(name, squares)
		}
	}
	k := 0
	for word := range strings.FieldsFuncSeq(placed, func(r rune) bool { return r == ',' }) {
		command = append(command, word)
		k++
	}
	if blocked != "" {
		command = append(command, "--blocked", blocked)
	}
	if topology != "regular" {
		command = append(command, "--topology", topology)
	}
	v := page.View{Command: strings.Join(command, " "), Preview: fmt.Sprintf("/api/v1/squares/%d.png?%s", s.Order, look.Encode()), Data: s}
	task := fmt.Sprintf("%d by %d, %d %s", s.Order, s.Order, k, what)
	switch day, err := time.Parse(dayFormat, s.Day); {
	case s.Level > 0:
		v.Heading = fmt.Sprintf("Queens, level %d: %s", s.Level, task)
	case s.Day != "" && err == nil:
		v.Heading = fmt.Sprintf("Queens, %s: %s", day.Format("2 January 2006"), task)
	case k > 0 || q.Get("n") != "":
		v.Heading = "Queens: " + task
	}
	return v
}

// deal puts queens on a board that can be completed; the seed decides which.
func (s *shown) deal(ctx context.Context, n, given int, seed uint64) error {
	for ; ; seed++ {
		p, err := complete.Generate("completion", n, given, queens.Regular, seed)
		if err != nil {
			return err
		}
		answer, err := complete.One(ctx, p, complete.Options{})
		if err != nil {
			return err
		}
		if answer.Solution == nil {
			continue
		}
		var names []string
		for _, sq := range p.Given {
			names = append(names, sq.Name(n))
		}
		s.Order, s.Given, s.Left = n, strings.Join(names, ","), n-len(names)
		return nil
	}
}
