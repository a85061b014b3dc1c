package draw_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"queens"
	"queens/draw"
	"queens/internal/must"
	"queens/math/orbit"
)

func atlas(t testing.TB, n int) draw.Atlas {
	t.Helper()
	a := must.Get(orbit.NewAtlas(context.Background(), n, orbit.Options{}))(t)
	return draw.Atlas{Graph: a.Reach().Graph(orbit.GraphOptions{Labels: a.Len() <= draw.NamedOrbits})}
}

type laid func() (*draw.Picture, error)

func (l laid) Picture() (*draw.Picture, error) { return l() }

func figure(t testing.TB, name string, p queens.Perm, theme string) laid {
	t.Helper()
	f := must.Get(draw.FindFigure(name))(t)
	return func() (*draw.Picture, error) { return f.Picture(p, theme) }
}

func TestFiguresLookAsTheyDid(t *testing.T) {
	seven, nine, eleven := atlas(t, 7), atlas(t, 9), atlas(t, 11)
	nineForest := nine
	nineForest.Forest, nineForest.Theme = true, "dark"
	asymmetric, central, rotational := perm(t, "15863724"), perm(t, "35281746"), perm(t, "2413")
	for _, tc := range []struct {
		name string
		f    drawable
	}{
		{"orbit-asymmetric", figure(t, "orbit", asymmetric, "")},
		{"orbit-central", figure(t, "orbit", central, "")},
		{"orbit-rotational-dark", figure(t, "orbit", rotational, "dark")},
		{"orbit-no-solution", figure(t, "orbit", perm(t, "1"), "")},
		{"signature", figure(t, "signature", asymmetric, "")},
		{"solutions", figure(t, "solutions", central, "")},
		{"solutions-6-dark", figure(t, "solutions", perm(t, "246135"), "dark")},
		{"signature-dark", figure(t, "signature", perm(t, "25314"), "dark")},
		{"signature-small", figure(t, "signature", perm(t, "21"), "")},
		{"atlas-7", seven},
		{"atlas-9", nine},
		{"atlas-9-forest-dark", nineForest},
		{"atlas-11", eleven},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := lay(t, tc.f)
			compare(t, tc.name, p)
			if strings.HasPrefix(tc.name, "signature") || tc.name == "orbit-central" || tc.name == "atlas-9" {
				comparePixels(t, tc.name, p)
			}
		})
	}
}

// Every orbit has a mark, those not found too: squares, discs and diamonds are told
// apart by how they are drawn, and add up to the numbers of the search.
func TestEveryOrbitIsDrawn(t *testing.T) {
	for n := 5; n <= 12; n++ {
		g := atlas(t, n)
		svg := string(encode(t, "svg", lay(t, g)))
		inserted, moved, missing := 0, 0, 0
		for _, node := range g.Nodes {
			switch {
			case node.Layer == 0:
				inserted++
			case node.Layer > 0:
				moved++
			default:
				missing++
			}
		}
		count := func(fill, each string) (most int) {
			for line := range strings.Lines(svg) {
				if strings.HasPrefix(line, "<path") && strings.Contains(line, fill) {
					most = max(most, strings.Count(line, each))
				}
			}
			return most
		}
		if got := count(`fill="#c44e00"`, "m"); got != inserted {
			t.Errorf("order %d: %d squares, want %d inserted orbits", n, got, inserted)
		}
		if got := count(`fill="#0072b2"`, "m"); moved > 0 && got != moved {
			t.Errorf("order %d: %d discs, want %d orbits found by moves", n, got, moved)
		}
		if got := count(`fill="#fff`, "m"); missing > 0 && got != missing {
			t.Errorf("order %d: %d diamonds, want %d orbits not found", n, got, missing)
		}
		if got := count(`stroke="#0072b2"`, "m"); got != max(1, moved) { // one line is in the legend
			t.Errorf("order %d: %d lines of the forest, want %d", n, got, moved)
		}
	}
}

func TestGalleryHasEverySolution(t *testing.T) {
	for n, want := range map[int]int{1: 1, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724} { // OEIS A000170
		rows := make(queens.Perm, n)
		for i := range rows {
			rows[i] = i
		}
		p := lay(t, figure(t, "solutions", rows, ""))
		boards := strings.Count(string(encode(t, "svg", p)), `<path fill="#8a8069"`) // the rim of a board
		if boards != want {
			t.Errorf("order %d: %d boards, want %d", n, boards, want)
		}
	}
	for _, text := range []string{"12", "321", "1,2,3,4,5,6,7,8,9,10,11"} {
		if _, err := figure(t, "solutions", perm(t, text), "").Picture(); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("all solutions of the order of %s: %v", text, err)
		}
	}
}

func TestPlacesDoNotTouch(t *testing.T) {
	a := atlas(t, 9)
	a.Inner = .6
	places, err := a.Places()
	if err != nil || len(places) != 46 {
		t.Fatalf("%d places, %v", len(places), err)
	}
	for i, p := range places {
		for k, q := range places[:i] {
			if d := math.Hypot(p.X-q.X, p.Y-q.Y); d < p.Radius+q.Radius || p.X < 0 || p.Y < 0 || p.X > 900 ||
				p.Y > 900 {
				t.Errorf("orbits %d and %d: %v and %v", i+1, k+1, p, q)
			}
		}
	}
}
