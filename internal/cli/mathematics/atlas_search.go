package mathematics

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"queens"
	"queens/find/enumerate"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/known"
	"queens/math/orbit"
)

// discoveryReport is an orbit that the printed search finds.
type discoveryReport struct {
	No     int    `json:"no"`     // in the order of discovery
	Orbit  int    `json:"orbit"`  // in the order of least members
	Parent int    `json:"parent"` // number of the discovery it came from; 0 in step 1
	Source []int  `json:"source"`
	How    string `json:"operation"`
	Result []int  `json:"result"`
}

// searchReport is the JSON form of `queens atlas --search`, queens.search/1.
type searchReport struct {
	Schema      string            `json:"schema"`
	Order       int               `json:"order"`
	Strategy    string            `json:"strategy"`
	Orbits      int               `json:"orbits"`
	Found       int               `json:"found"`
	Inserted    int               `json:"inserted"`
	IncTries    uint64            `json:"incTries"`
	MovTries    uint64            `json:"movTries"`
	Discoveries []discoveryReport `json:"discoveries"`
}

// searchOrbits answers `queens atlas --search`.
func (a *app) searchOrbits(ctx context.Context, order int, o atlasOptions, w io.Writer) error {
	if order < 5 || order > orbit.MaxSearchOrder {
		return kit.Usagef("atlas: --search %s: order %d: want 5 to %d; order 4 has nothing to insert a queen into (docs/errata.md Z15)", o.search, order, orbit.MaxSearchOrder)
	}
	fundamental, err := representatives(ctx, order)
	if err != nil {
		return err
	}
	atlas, err := orbit.NewAtlas(ctx, order, fundamental, orbit.Options{Workers: o.workers})
	if err != nil {
		return err
	}
	smaller, err := enumerate.Solutions(order-1, enumerate.Options{})
	if err != nil {
		return err
	}
	strategy := orbit.BreadthFirst
	if o.search == "depth" {
		strategy = orbit.DepthFirst
	}
	r := searchReport{Schema: "queens.search/1", Order: order, Strategy: o.search, Orbits: atlas.Len(), Discoveries: []discoveryReport{}}
	found, err := orbit.Search(ctx, order, smaller, strategy, func(d orbit.Discovery) bool {
		r.Discoveries = append(r.Discoveries, newDiscoveryReport(atlas, d))
		return true
	})
	if err != nil {
		return err
	}
	r.Found, r.Inserted, r.IncTries, r.MovTries = found.Found, found.Inserted, found.IncTries, found.MovTries
	if o.picture.Format == atlasJSON {
		return answer.WriteJSON(w, r)
	}
	return r.write(w)
}

func newDiscoveryReport(atlas *orbit.Atlas, d orbit.Discovery) discoveryReport {
	i, _ := atlas.Find(d.Result)
	how := d.Move.String()
	if d.Parent == 0 {
		how = fmt.Sprintf("inc %v %v", d.Move.Row, d.Move.Col)
	}
	return discoveryReport{No: d.No, Orbit: i + 1, Parent: d.Parent, Source: kit.InBase(d.Source, 1), How: how, Result: kit.InBase(d.Result, 1)}
}

// write writes the report for people: one discovery a line, then what it took.
func (r searchReport) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, d := range r.Discoveries {
		from := fmt.Sprintf("order %d", r.Order-1)
		if d.Parent > 0 {
			from = fmt.Sprintf("%d", d.Parent)
		}
		fmt.Fprintf(out, "%4d  from %-8s  %s  %s -> %s  orbit %d\n", d.No, from, d.How, kit.PermText(d.Source, 1), kit.PermText(d.Result, 1), d.Orbit)
	}
	fmt.Fprintf(out, "found %d of %d orbits: %d by insertion, %d by moves\n", r.Found, r.Orbits, r.Inserted, r.Found-r.Inserted)
	fmt.Fprintf(out, "tried %d insertions and %d moves", r.IncTries, r.MovTries)
	if placed, ok := backtrackPlacements(r.Order); ok {
		q, _ := known.Solutions(r.Order)
		fmt.Fprintf(out, "; plain backtracking places %v queens for all %v solutions", placed, q)
	}
	fmt.Fprintln(out)
	return out.Flush()
}

// backtrackPlacements returns the number of queens that plain backtracking places
// on a board of the order.
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
