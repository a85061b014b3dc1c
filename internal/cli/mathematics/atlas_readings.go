package mathematics

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"

	"queens/internal/answer"
	"queens/math/orbit"
)

// readingReport is what one reading of the signature tells apart.
type readingReport struct {
	Name      string   `json:"name"`
	Summary   string   `json:"summary"`
	Invariant bool     `json:"invariant"` // the same for all members of an orbit
	Proved    bool     `json:"proved"`    // different for different orbits
	Orbits    int      `json:"orbits"`
	Keys      int      `json:"keys"`
	Example   []string `json:"example,omitempty"` // two orbits of one key
}

// compareReadings answers `queens atlas --readings`.
func (a *app) compareReadings(ctx context.Context, order int, o atlasOptions, w io.Writer) error {
	fundamental, err := representatives(ctx, order)
	if err != nil {
		return err
	}
	list := slices.Collect(fundamental)
	var reports []readingReport
	for _, reading := range orbit.Readings() {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := reading.Collide(slices.Values(list))
		r := readingReport{Name: reading.Name, Summary: reading.Summary, Invariant: reading.Invariant, Proved: reading.Proved, Orbits: c.Orbits, Keys: c.Keys}
		if c.Example[0] != "" {
			r.Example = c.Example[:]
		}
		reports = append(reports, r)
	}
	if o.picture.Format == atlasJSON {
		return answer.WriteJSON(w, struct {
			Schema   string          `json:"schema"`
			Order    int             `json:"order"`
			Readings []readingReport `json:"readings"`
		}{"queens.readings/1", order, reports})
	}
	return writeReadings(w, order, reports)
}

// writeReadings writes the comparison for people.
func writeReadings(w io.Writer, order int, reports []readingReport) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "order %d: keys of the orbits of solutions by reading of the signature\n", order)
	for _, r := range reports {
		verdict := "tells them apart here; not proved"
		switch {
		case r.Proved:
			verdict = "a key, by proof"
		case !r.Invariant:
			verdict = "not even the same for all members of an orbit"
		case r.Keys < r.Orbits:
			verdict = "no key: " + r.Example[0] + " and " + r.Example[1] + " share one"
		}
		fmt.Fprintf(out, "%-13s %d of %d  %s\n%-13s %s\n", r.Name, r.Keys, r.Orbits, verdict, "", r.Summary)
	}
	return out.Flush()
}
