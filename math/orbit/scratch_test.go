package orbit

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/list"
)

// runGrouping runs g with its patterns in files below a directory, or, if it is empty,
// in memory. Nothing is left there.
func runGrouping(t *testing.T, g *grouping, parent string) (grouped, error) {
	t.Helper()
	g.scratch = nil
	if parent != "" {
		var err error
		if g.scratch, err = newScratch(parent); err != nil {
			t.Fatal(err)
		}
	}
	found, err := g.run(context.Background())
	if g.scratch != nil {
		if g.parts > 1 && err == nil {
			checkFiles(t, g)
		}
		if err := g.scratch.close(); err != nil {
			t.Fatal(err)
		}
		checkEmpty(t, parent)
	}
	return found, err
}

// checkFiles compares what went to files with the patterns of g.
func checkFiles(t *testing.T, g *grouping) {
	t.Helper()
	var total int64
	for _, f := range g.scratch.files {
		total += f.bytes.Load()
	}
	if want := len(g.orbits) * perOrbit(g.order, g.moves) * patternBytes; total != int64(want) ||
		len(g.scratch.files) != int(g.parts) {
		t.Errorf("%d bytes in %d files, want %d in %d", total, len(g.scratch.files), want, g.parts)
	}
}

// checkEmpty demands that nothing is left in a directory.
func checkEmpty(t *testing.T, dir string) {
	t.Helper()
	if dir == "" {
		return
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left in %q: %v, %v; want nothing", dir, left, err)
	}
}

// TestPartsOnDisk makes whole graphs in many parts, on disk and again and again, by any
// number of workers, with both ways to make patterns: all are what one part gives.
func TestPartsOnDisk(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 12
	}
	for n := 10; n <= most; n++ {
		a := newAtlas(t, n, Options{Workers: 1})
		edges := edgesOf(a)
		for _, wide := range []bool{false, true} {
			for parts, workers := range map[uint64]int{2: 1, 3: 7, 40: 2} {
				if n > 12 && parts != 3 {
					continue // enough, and they take long
				}
				for _, parent := range []string{"", t.TempDir()} {
					g := &grouping{order: n, moves: 1, orbits: a.orbits, workers: workers, parts: parts}
					if wide {
						g.borders = newBorders(n)
					}
					got, err := runGrouping(t, g, parent)
					if err != nil || got.patterns != a.patterns || !slices.Equal(got.edges, edges) {
						t.Errorf("order %d, wide %t, %d parts, %d workers, scratch %q: %d patterns, %d edges, %v; "+
							"want %d, %d",
							n, wide, parts, workers, parent, got.patterns, len(got.edges), err, a.patterns, len(edges))
					}
				}
			}
		}
	}
}

// TestPatternsFit: parts are about as large as each other, so that memory keeps
// its bound, and workers have equal shares of each.
func TestPatternsFit(t *testing.T) {
	const n, parts, workers = 13, 4, 2
	a := newAtlas(t, n, Options{})
	for _, wide := range []bool{false, true} {
		g := &grouping{
			order: n, moves: 1, orbits: a.orbits, workers: workers, parts: parts,
			shares: make([][]pattern, workers),
		}
		if wide {
			g.borders = newBorders(n)
		}
		for part := range uint64(parts) {
			for worker := range workers {
				share, err := g.share(context.Background(), worker, part)
				even := a.Len() * n / parts / workers
				if err != nil || len(share) < even*7/8 || len(share) > even*9/8 {
					t.Errorf("wide %t, part %d, worker %d: %d patterns, %v; want about %d", wide, part, worker,
						len(share), err, even)
				}
			}
		}
	}
}

// TestScratchBytes: nothing for what fits, 12 bytes for each pattern of what does not.
func TestScratchBytes(t *testing.T) {
	for _, c := range []struct {
		n    int
		o    Options
		want uint64
	}{
		{14, Options{Scratch: "x"}, 0},
		{14, Options{MemoryMiB: 1}, 0},
		{14, Options{MemoryMiB: 1, Scratch: "x"}, 45752 * 14 * 12}, // 45752 orbits: package known
		{13, Options{Moves: 2, MemoryMiB: 5, Scratch: "x"}, 9233 * 78 * 12},
		{1, Options{Moves: 2, MemoryMiB: 1, Scratch: "x"}, 0},
	} {
		if got, err := c.o.ScratchBytes(c.n); got != c.want || err != nil {
			t.Errorf("order %d, %+v: %d bytes, %v; want %d", c.n, c.o, got, err, c.want)
		}
	}
	for _, o := range []Options{{Workers: -1}, {MemoryMiB: 1, Scratch: "x"}} { // order 18 would make 17 thousand files
		if _, err := o.ScratchBytes(MaxAtlasOrder); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%+v: error %v, want ErrFormat", o, err)
		}
	}
}

// TestScratchFails: a directory that is none, one that is full by the system's word, a
// file that cannot be written or read.
func TestScratchFails(t *testing.T) {
	orbits := listed(t, 13, list.Options{Fundamental: true})
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, parent := range []string{file, filepath.Join(t.TempDir(), "none")} {
		a, err := NewAtlas(context.Background(), 13, slices.Values(orbits), Options{MemoryMiB: 1, Scratch: parent})
		if a != nil || err == nil || !strings.HasPrefix(err.Error(), "orbit: atlas of order 13: scratch files in ") {
			t.Errorf("scratch %q: error %v", parent, err)
		}
	}

	parent := t.TempDir()
	s, err := newScratch(parent)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.room(1 << 62); !errors.Is(err, ErrSpace) {
		t.Errorf("room for 4 EiB: error %v, want ErrSpace", err)
	}
	if err := errors.Join(s.room(1), s.close()); err != nil {
		t.Errorf("room for a byte: %v", err)
	}
	checkEmpty(t, parent)

	for _, when := range []string{"writing", "reading"} {
		broken := false
		g := brokenGrouping(t, parent, func(g *grouping, p Progress) {
			if !broken && p.Writing == (when == "writing") {
				broken = true
				g.scratch.files[2].close()
			}
		})
		if _, err := g.run(context.Background()); !broken || !errors.Is(err, os.ErrClosed) &&
			!errors.Is(err, fs.ErrClosed) {
			t.Errorf("%s: error %v of a closed file, which was closed: %t", when, err, broken)
		}
		if err := g.scratch.close(); err != nil {
			t.Error(err)
		}
		checkEmpty(t, parent)
	}
}

// brokenGrouping returns a grouping in files below parent that calls meddle on its way.
func brokenGrouping(t *testing.T, parent string, meddle func(*grouping, Progress)) *grouping {
	t.Helper()
	a := newAtlas(t, 13, Options{})
	s, err := newScratch(parent)
	if err != nil {
		t.Fatal(err)
	}
	g := &grouping{order: 13, moves: 1, orbits: a.orbits, workers: 2, parts: 4, scratch: s}
	g.progress = func(p Progress) { meddle(g, p) }
	return g
}

// TestScratchStops: cancelled while patterns are written, and while they are sorted,
// NewAtlas leaves nothing behind.
func TestScratchStops(t *testing.T) {
	orbits := listed(t, 13, list.Options{Fundamental: true})
	for _, writing := range []bool{true, false} {
		parent := t.TempDir()
		ctx, cancel := context.WithCancel(context.Background())
		_, err := NewAtlas(ctx, 13, slices.Values(orbits), Options{
			MemoryMiB: 1, Scratch: parent,
			Progress: func(p Progress) {
				if p.Writing == writing {
					cancel()
				}
			},
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled while writing, %t: error %v", writing, err)
		}
		checkEmpty(t, parent)
		cancel()
	}
}

// TestProgress: every part is told of, in order; orbits written only grow.
func TestProgress(t *testing.T) {
	for _, scratch := range []string{"", t.TempDir()} {
		var sorted []int
		written := 0
		newAtlas(t, 13, Options{Workers: 3, MemoryMiB: 1, Scratch: scratch, Progress: func(p Progress) {
			switch {
			case p.Order != 13:
				t.Errorf("progress of order %d", p.Order)
			case !p.Writing:
				sorted = append(sorted, p.Done, p.Parts)
			case p.Done <= written || p.Parts != 9233 || len(sorted) > 0: // orbits: package known
				t.Errorf("%d of %d orbits written, after %d and parts %v", p.Done, p.Parts, written, sorted)
			default:
				written = p.Done
			}
		}})
		if want := []int{0, 2, 1, 2}; !slices.Equal(sorted, want) {
			t.Errorf("scratch %q: parts %v, want %v", scratch, sorted, want)
		}
		if (written == 9233) != (scratch != "") {
			t.Errorf("scratch %q: %d orbits written", scratch, written)
		}
	}
}

// TestMergeOnce compares with sorting all.
func TestMergeOnce(t *testing.T) {
	for _, c := range [][2][]uint64{
		{nil, nil},
		{nil, {1, 2}},
		{{1, 2}, nil},
		{{1, 3, 5}, {2, 3, 6}},
		{{4, 5}, {1, 2}},
		{{1, 2}, {1, 2}},
	} {
		want := sortedOnce(slices.Concat(c[0], c[1]))
		for room := range 4 {
			all := slices.Grow(slices.Clone(c[0]), room)
			if got := mergeOnce(all, slices.Clone(c[1])); !slices.Equal(got, want) {
				t.Errorf("%v and %v: %v, want %v", c[0], c[1], got, want)
			}
		}
	}
}
