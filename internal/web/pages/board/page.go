// Package board is the page with a free board: any order, with conflicts and completions.
package board

import (
	"context"
	"embed"
	"fmt"
	"net/url"
	"strings"

	"queens"
	"queens/internal/web/page"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page places queens by hand.
var Page = page.Page{
	Name: "board", Title: "Board", Place: "Play", Old: []string{"/compose"},
	Summary: "See conflicts as you place queens; let the program finish the board",
	Files:   files, View: view, Embeds: true,
}

// MaxOrder is the largest order of a board that is composed by hand.
const MaxOrder = 100

type shown struct{ Order, MaxOrder int }

func view(_ context.Context, q page.Query) (page.View, error) {
	s := shown{Order: 8, MaxOrder: MaxOrder}
	s.Order = q.Int("n", s.Order, 1, MaxOrder)
	named := map[queens.Square]bool{}
	for _, name := range []string{"queens", "blocked"} {
		for word := range strings.FieldsSeq(strings.ReplaceAll(q.Get(name), ",", " ")) {
			sq, err := queens.ParseSquare(word, s.Order)
			if err == nil && named[sq] {
				err = fmt.Errorf("%s is listed twice: %w", word, queens.ErrFormat)
			}
			if err != nil {
				return page.View{}, fmt.Errorf("%s: %w", name, err)
			}
			named[sq] = true
		}
	}
	topology := q.Word("topology", "regular", "regular", "modular")
	return s.view(q, topology), nil
}

func (s shown) view(q page.Query, topology string) page.View {
	placed, blocked := strings.ReplaceAll(q.Get("queens"), " ", ","), strings.ReplaceAll(q.Get("blocked"), " ", ",")
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
	v := page.View{Command: strings.Join(command, " "), Preview: fmt.Sprintf("/api/v1/squares/%d.png?%s", s.Order,
		look.Encode()), Data: s}
	if k > 0 || q.Get("n") != "" {
		v.Heading = fmt.Sprintf("Queens: %d by %d, %d placed", s.Order, s.Order, k)
	}
	return v
}
