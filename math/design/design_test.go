package design_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/math/design"
)

// TestMemoryMaps compares with the chromatic numbers of the graphs of queens to order 13, OEIS
// A088202, and asks for the proof that each is least: the numbers of the maps come from here, of
// the proofs from the bound n and from TestUncut. Above, it compares with an independent search
// over all steps, 2026-11.
func TestMemoryMaps(t *testing.T) {
	all := map[int]int{14: 17, 16: 17, 24: 25, 32: 35, 64: 65, 100: 101, 128: 131, 256: 257}
	for i, banks := range []int{1, 4, 5, 5, 5, 7, 7, 9, 10, 11, 11, 12, 13} {
		all[i+1] = banks
	}
	for n, banks := range all {
		m, err := design.NewMemoryMap(n)
		if err != nil || m.Banks != banks || m.Least() != (n <= 13) {
			t.Errorf("order %d: %+v, %v, want %d banks", n, m, err, banks)
		}
		must.Do(t, m.Check())
	}
	m, _ := design.NewMemoryMap(8)
	m.Table[7][0] = m.Table[0][7]
	for _, bad := range []design.MemoryMap{m, {Order: 8, Banks: 8, Step: 3}} {
		if err := bad.Check(); err == nil || !strings.Contains(err.Error(), "share bank") {
			t.Errorf("%+v passes: %v", bad, err)
		}
	}
	for _, n := range []int{0, design.MaxMemoryMap + 1} {
		if _, err := design.NewMemoryMap(n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: %v", n, err)
		}
	}
}

func TestMemoryMapInC(t *testing.T) {
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("needs gcc")
	}
	for _, n := range []int{10, 12} { // linear, a table
		compareInC(t, cc, must.Get(design.NewMemoryMap(n))(t))
	}
}

func compareInC(t *testing.T, cc string, m design.MemoryMap) {
	t.Helper()
	dir := t.TempDir()
	f := must.Get(os.Create(filepath.Join(dir, "memmap.h")))(t)
	must.Do(t, m.Write(f, "c"))
	must.Do(t, f.Close())
	const program = `#include <stdio.h>
#include "memmap.h"
int main(void) {
  for (unsigned i = 0; i < queens_order; i++)
    for (unsigned j = 0; j < queens_order; j++) {
      printf("%u %u\n", queens_bank(i, j), queens_address(i, j));
      for (unsigned k = i; k < queens_order; k++)
        for (unsigned l = 0; l < queens_order; l++)
          if ((k > i || l > j) && (k == i || l == j || k - i == l - j || k - i == j - l) && queens_bank(i, j) == queens_bank(k, l)) return 1;
    }
  return 0;
}
`
	source, binary := filepath.Join(dir, "main.c"), filepath.Join(dir, "main")
	must.Do(t, os.WriteFile(source, []byte(program), 0o600))
	if out, err := exec.Command(cc, "-std=c99", "-Wall", "-Werror", "-o", binary, source).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got := must.Get(exec.Command(binary).Output())(t)
	var want strings.Builder
	for i := range m.Order {
		for j := range m.Order {
			fmt.Fprintln(&want, m.Bank(i, j), i)
		}
	}
	if string(got) != want.String() {
		t.Error("the header in C is another map")
	}
}

func TestTableInVerilog(t *testing.T) {
	m := must.Get(design.NewMemoryMap(9))(t)
	var b strings.Builder
	must.Do(t, m.Write(&b, "verilog"))
	cases := 0
	for line := range strings.Lines(b.String()) {
		var row, col, bank int
		if k, _ := fmt.Sscanf(line, " {4'd%d, 4'd%d}: bank = 4'd%d;", &row, &col, &bank); k < 3 {
			continue
		}
		if cases++; bank != m.Bank(row, col) {
			t.Errorf("element (%d,%d): bank %d, want %d", row, col, bank, m.Bank(row, col))
		}
	}
	if cases != 81 || !strings.Contains(b.String(), "output reg  [3:0] bank,") {
		t.Errorf("%d cases in\n%s", cases, b.String())
	}
}

func TestMemoryMapInVerilog(t *testing.T) {
	m, _ := design.NewMemoryMap(10) // 11 banks, step 2: 2*9 + 9 = 27 needs 5 bits
	var b strings.Builder
	must.Do(t, m.Write(&b, "verilog"))
	for _, want := range []string{
		"input  wire [3:0] i,", "output wire [3:0] bank,", "wire [4:0] sum = 2 * i + j;",
		"assign bank = sum % 11;",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

// TestParityChecks goes through sizes, prime and not, with and without queens.
func TestParityChecks(t *testing.T) {
	for _, c := range []struct{ size, rows, columns, girth, rank int }{
		// Array codes of a prime size have rank J*p - J + 1 and girth 6 from three block
		// rows and three columns on, 8 with two rows (Fan 2000).
		{7, 3, 6, 6, 19},
		{11, 3, 11, 6, 31},
		{13, 4, 13, 6, 49},
		{31, 3, 31, 6, 91},
		{7, 2, 5, 8, 13},
		{12, 3, 6, 6, -2},
		{25, 3, 5, 6, -2},
	} {
		h := must.Get(design.NewParityCheck(t.Context(), c.size, c.rows, c.columns))(t)
		if h.Girth != c.girth || c.rank >= 0 && h.Rank != c.rank {
			t.Errorf("%+v: girth %d, rank %d", c, h.Girth, h.Rank)
		}
		checkAlist(t, h)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if h, err := design.NewParityCheck(ended, 7, 3, 6); h != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v, %v", h, err)
	}
	for _, c := range [][3]int{{6, 3, 4}, {7, 3, 8}, {1, 2, 2}, {10, 1, 4}, {99991, 2, 2000}} {
		if _, err := design.NewParityCheck(t.Context(), c[0], c[1], c[2]); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// checkAlist reads the alist again, and asks that both halves say the same and that
// blocks are modular solutions where they should be.
func checkAlist(t *testing.T, h *design.ParityCheck) {
	t.Helper()
	var b strings.Builder
	must.Do(t, h.WriteAlist(&b))
	var numbers []int
	for word := range strings.FieldsSeq(b.String()) {
		k := 0
		must.Get(fmt.Sscan(word, &k))(t)
		numbers = append(numbers, k)
	}
	n, m, wc, wr := numbers[0], numbers[1], numbers[2], numbers[3]
	if n != h.Columns*h.Size || m != h.Rows*h.Size || wc != h.Rows || wr != h.Columns || len(numbers) != 4+n+m+2*n*wc ||
		n*wc != m*wr {
		t.Fatalf("head %v of %d numbers for %+v", numbers[:4], len(numbers), h)
	}
	weights, rest := numbers[4:4+n+m], numbers[4+n+m:]
	if slices.Max(weights) != max(wc, wr) || slices.Min(weights) != min(wc, wr) {
		t.Error("a weight is wrong")
	}
	var a, z [][2]int
	for c := range n {
		for _, r := range rest[c*wc : (c+1)*wc] {
			a = append(a, [2]int{r, c + 1})
		}
	}
	for r := range m {
		for _, c := range rest[n*wc+r*wr : n*wc+(r+1)*wr] {
			z = append(z, [2]int{r + 1, c})
		}
	}
	order := func(x, y [2]int) int { return slices.Compare(x[:], y[:]) }
	slices.SortFunc(a, order)
	slices.SortFunc(z, order)
	if !slices.Equal(a, z) {
		t.Error("columns and rows of the alist differ")
	}
	if h.Slope != 2 {
		return
	}
	for j := range h.Rows {
		for k := range h.Columns {
			block := make(queens.Perm, h.Size)
			for c := range h.Size {
				block[c] = rest[(k*h.Size+c)*wc+j] - 1 - j*h.Size
			}
			if err := queens.Check(block, queens.Modular); err != nil {
				t.Fatalf("block %d, %d: %v", j, k, err)
			}
		}
	}
}

func codes(t *testing.T) []*design.ParityCheck {
	t.Helper()
	var list []*design.ParityCheck
	for _, c := range [][3]int{{5, 2, 3}, {5, 2, 4}, {4, 2, 3}, {5, 3, 4}, {7, 3, 4}, {5, 3, 5}} {
		list = append(list, must.Get(design.NewParityCheck(t.Context(), c[0], c[1], c[2]))(t))
	}
	return list
}

// TestRanks counts the different sums of rows, of which there are two to the power of the rank.
func TestRanks(t *testing.T) {
	for _, h := range codes(t) {
		rows := make([]uint64, h.Rows*h.Size)
		for k := range h.Columns {
			for j := range h.Rows {
				for c := range h.Size {
					rows[j*h.Size+(h.Slope*c+j*k)%h.Size] |= 1 << (k*h.Size + c)
				}
			}
		}
		if h.Rank > 16 {
			continue // too many sums
		}
		sums := map[uint64]bool{0: true}
		for _, row := range rows {
			for _, sum := range slices.Collect(maps.Keys(sums)) {
				sums[sum^row] = true
			}
		}
		if len(sums) != 1<<h.Rank {
			t.Errorf("%d by %d blocks of %d: %d sums of rows, rank %d", h.Rows, h.Columns, h.Size, len(sums), h.Rank)
		}
	}
	if _, err := design.NewParityCheck(t.Context(), 6, 3, 4); !errors.Is(err, queens.ErrOrder) ||
		!strings.Contains(err.Error(), "take a larger or a prime size") {
		t.Errorf("blocks of 6: %v", err)
	}
}

func TestMagicSquares(t *testing.T) {
	for _, n := range []int{5, 7, 11, 13, 25, 35, 77} {
		must.Do(t, design.CheckMagic(must.Get(design.MagicSquare(n))(t)))
	}
	for _, n := range []int{0, 1, 4, 6, 9, design.MaxMagic + 4} {
		if _, err := design.MagicSquare(n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: %v", n, err)
		}
	}
	for want, square := range map[string][][]int{
		"out of range or a duplicate": {{1, 1}, {2, 3}},
		"the sum of row 1 is 3":       {{1, 2}, {3, 4}},
		"row 1 has 1 numbers":         {{1}, {2, 3}},
		// The Lo Shu is magic, but its broken diagonals are not.
		"the sum of rising diagonal 1": {{2, 7, 6}, {9, 5, 1}, {4, 3, 8}},
	} {
		if err := design.CheckMagic(square); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q", square, err, want)
		}
	}
}

// hits counts the slots in which pattern p, this much later and on this much higher channels, uses
// the channel of q.
func hits(p, q queens.Perm, late, higher int) (hits int) {
	n := len(p)
	for slot := range n {
		if (p[(slot+n-late)%n]+higher)%n == q[slot] {
			hits++
		}
	}
	return hits
}

func mostHits(p, q queens.Perm) (most int) {
	for late := range p {
		for higher := range p {
			most = max(most, hits(p, q, late, higher))
		}
	}
	return most
}

// TestHops counts hits by the definition: one of two patterns, for every shift, and one of a
// pattern with a carrier that is fixed or sweeps.
func TestHops(t *testing.T) {
	for n, patterns := range map[int]int{5: 2, 7: 4, 11: 8, 13: 10, 25: 2, 35: 2, 49: 4} {
		h, err := design.NewHops(n)
		if err != nil || h.Order != n || len(h.Patterns) != patterns || len(h.Slopes) != patterns {
			t.Fatalf("%d channels: %+v, %v, want %d patterns", n, h, err, patterns)
		}
		for i, p := range h.Patterns {
			for _, q := range h.Patterns[:i] {
				for late := range n {
					for higher := range n {
						if got := hits(p, q, late, higher); got != 1 {
							t.Fatalf("%v and %v, shifted by %d and %d: %d hits", p, q, late, higher, got)
						}
					}
				}
			}
			for _, sweep := range []int{0, 1, n - 1} {
				for from := range n {
					met := 0
					for slot, channel := range p {
						if channel == (from+sweep*slot)%n {
							met++
						}
					}
					if met != 1 {
						t.Fatalf("a carrier from %d that moves by %d meets %v %d times", from, sweep, p, met)
					}
				}
			}
		}
	}
	for _, n := range []int{-5, 0, 1, 4, 6, 9, 15, design.MaxHops + 4} {
		if _, err := design.NewHops(n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("%d channels: %v", n, err)
		}
	}
}

func TestHits(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n := 1 + random.IntN(9)
		p, q := queens.Perm(random.Perm(n)), queens.Perm(random.Perm(n))
		if got, want := design.Hits(p, q), mostHits(p, q); got != want || design.Hits(p, p) != n {
			t.Fatalf("%v and %v: %d hits, want %d", p, q, got, want)
		}
	}
}

func ExampleNewMemoryMap() {
	m, err := design.NewMemoryMap(8)
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Banks, "banks for 8 by 8 elements; fewer are impossible:", m.Least())
	fmt.Println(m.Check())
	// Output:
	// 9 banks for 8 by 8 elements; fewer are impossible: true
	// <nil>
}

func ExampleNewParityCheck() {
	h, err := design.NewParityCheck(context.Background(), 31, 3, 6)
	if err != nil {
		panic(err)
	}
	fmt.Println("girth", h.Girth, "rank", h.Rank)
	// Output: girth 6 rank 91
}
