package mathematics

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/answer/printer"
	"queens/known"
	"queens/math/orbit"
)

type readingsAnswer struct {
	Order    int             `json:"order"`
	Readings []readingAnswer `json:"readings"`
}

type readingAnswer struct {
	orbit.Reading
	orbit.Collision
}

func compareReadings(ctx context.Context, order int) (printer.Answer, error) {
	list, err := representatives(ctx, order)
	if err != nil {
		return nil, err
	}
	fundamental := slices.Collect(list)
	r := &readingsAnswer{Order: order}
	for _, reading := range orbit.Readings() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		r.Readings = append(r.Readings, readingAnswer{reading, reading.Collide(slices.Values(fundamental))})
	}
	return printer.Show("queens.readings/1", r, r.text), nil
}

func (r *readingsAnswer) text(printer.Style) string {
	var text strings.Builder
	fmt.Fprintf(&text, "order %d: keys of the orbits of solutions by reading of the signature\n", r.Order)
	for _, one := range r.Readings {
		verdict := "tells them apart here; not proved"
		switch {
		case one.Proved:
			verdict = "a key, by proof"
		case !one.Invariant:
			verdict = "not even the same for all members of an orbit"
		case one.Keys < one.Orbits:
			verdict = fmt.Sprintf("no key: %v and %v share one", one.Example[0], one.Example[1])
		}
		fmt.Fprintf(&text, "%-13s %d of %d  %s\n%-13s %s\n", one.Name, one.Keys, one.Orbits, verdict, "", one.Summary)
	}
	return text.String()
}

type searchAnswer struct {
	Order    int    `json:"order"`
	Strategy string `json:"strategy"`
	Orbits   int    `json:"orbits,string"`
	orbit.SearchReport
	Discoveries []discovery `json:"discoveries"`
}

type discovery struct {
	No     int         `json:"no"`     // in the order of discovery
	Orbit  int         `json:"orbit"`  // in the order of least members
	Parent int         `json:"parent"` // number of the discovery it came from; 0 in step 1
	Source queens.Perm `json:"source"`
	How    string      `json:"operation"`
	Result queens.Perm `json:"result"`
}

func searchOrbits(ctx context.Context, atlas *orbit.Atlas, smaller iter.Seq[queens.Perm], strategy orbit.Strategy, name string) (printer.Shown, error) {
	r := &searchAnswer{Order: atlas.Order(), Strategy: name, Orbits: atlas.Len(), Discoveries: []discovery{}}
	var err error
	r.SearchReport, err = orbit.Search(ctx, atlas.Order(), smaller, strategy, func(d orbit.Discovery) bool {
		i, _ := atlas.Find(d.Result)
		how := d.Move.String()
		if d.Parent == 0 {
			how = fmt.Sprintf("inc %v %v", d.Move.Row, d.Move.Col)
		}
		r.Discoveries = append(r.Discoveries, discovery{d.No, i + 1, d.Parent, slices.Clone(d.Source), how, slices.Clone(d.Result)})
		return true
	})
	if err != nil {
		return printer.Shown{}, err
	}
	return printer.Show("queens.search/1", r, r.text), nil
}

func (r *searchAnswer) text(printer.Style) string {
	var b strings.Builder
	for _, d := range r.Discoveries {
		from := fmt.Sprintf("order %d", r.Order-1)
		if d.Parent > 0 {
			from = strconv.Itoa(d.Parent)
		}
		fmt.Fprintf(&b, "%4d  from %-8s  %s  %v -> %v  orbit %d\n", d.No, from, d.How, d.Source, d.Result, d.Orbit)
	}
	fmt.Fprintf(&b, "found %d of %d orbits: %d by insertion, %d by moves\n", r.Found, r.Orbits, r.Inserted, r.Found-r.Inserted)
	fmt.Fprintf(&b, "tried %d insertions and %d moves", r.IncTries, r.MovTries)
	if placed, ok := backtrackPlacements(r.Order); ok {
		q, _ := known.Solutions(r.Order)
		fmt.Fprintf(&b, "; plain backtracking places %v queens for all %v solutions", placed, q)
	}
	return b.String() + "\n"
}

func backtrackPlacements(order int) (sum queens.Total, ok bool) {
	for k := 1; k <= order; k++ {
		v, known := known.Lookup("backtrack-profile", order, k)
		if !known {
			return sum, false
		}
		sum = sum.Plus(v.Value)
	}
	return sum, true
}
