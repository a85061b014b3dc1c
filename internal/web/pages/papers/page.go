// Package papers is the page that tests claims of the texts: what they print beside what
// is true.
package papers

import (
	"context"
	"embed"
	"fmt"

	"queens"
	"queens/docs"
	"queens/internal/claims"
	"queens/internal/web/page"
)

//go:embed page.html style.css
var files embed.FS

// Page tries claims.
var Page = page.Page{
	Name: "papers", Title: "Papers", Place: "Numbers", Old: []string{"/claims"},
	Summary: "Mistakes in the literature, tested: definitions, counts and methods",
	Files:   files, View: view, Expensive: true,
}

const usual = "T2"

type shown struct {
	Texts          []text
	Trial          claims.Trial
	Order          int
	Finding        claims.Finding
	Erratum        docs.CheckedErratum
	Source         string
	Before, Behind string // claims that can be tried, empty at the ends
}

type text struct {
	docs.ErrataText
	Tried map[string]bool // claims that can be tried
	Items []docs.Item
}

func view(ctx context.Context, q page.Query) (page.View, error) {
	no := q.Get("claim")
	if no == "" {
		no = usual
	}
	var s shown
	all, found := claims.All(), false
	for i, t := range all {
		if t.No != no {
			continue
		}
		s.Trial, found = t, true
		if i > 0 {
			s.Before = all[i-1].No
		}
		if i+1 < len(all) {
			s.Behind = all[i+1].No
		}
	}
	if !found {
		return page.View{}, fmt.Errorf("no claim %q: %w", no, queens.ErrFormat)
	}
	var err error
	s.Order = q.Int("n", s.Trial.Usual, s.Trial.Low, s.Trial.High)
	if s.Finding, err = s.Trial.Run(ctx, s.Order); err != nil {
		return page.View{}, err
	}
	for _, t := range docs.Errata() {
		line := text{ErrataText: t, Tried: map[string]bool{}, Items: docs.Items(t.Source.Key)}
		for _, e := range t.Errata {
			_, line.Tried[e.No] = claims.Find(e.No)
			if e.No == no {
				s.Erratum, s.Source = e, t.Source.Text
			}
		}
		s.Texts = append(s.Texts, line)
	}
	v := page.View{
		Command: "queens papers try " + no, Preview: "/api/v1/plots/search.png", Heading: s.Trial.Question + "?",
		Data: s,
	}
	if len(s.Finding.Boards) > 0 {
		v.Preview = fmt.Sprintf("/api/v1/boards/%v.png?layers=coordinates,conflicts", s.Finding.Boards[0])
	}
	return v, nil
}
