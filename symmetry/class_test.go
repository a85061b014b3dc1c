package symmetry_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/must"
	"queens/known"
	"queens/math/torus"
	"queens/symmetry"
)

func visitSolutions(t *testing.T, n int, visit func(queens.Perm)) {
	t.Helper()
	call := solver.Call{Problem: queens.Problem{Order: n}}
	must.Get(algorithms.Get("wirth").Solve(t.Context(), call, func(p queens.Perm) bool {
		visit(p)
		return true
	}))(t)
}

func TestSmallestOrders(t *testing.T) {
	for _, p := range []queens.Perm{{}, {0}} {
		if len(symmetry.Orbit(p)) != 1 || len(symmetry.Stabilizer(p)) != symmetry.Count ||
			symmetry.ClassOf(p) != symmetry.Rotational || !symmetry.IsCanonical(p) || !symmetry.Canonical(p).Equal(p) {
			t.Errorf("order %d: orbit %v, stabilizer %v, class %v", len(p), symmetry.Orbit(p), symmetry.Stabilizer(p),
				symmetry.ClassOf(p))
		}
	}
}

func TestClassOfRowsIsThatOfTheStabilizer(t *testing.T) {
	for n := range 9 {
		perms := slices.Values([]queens.Perm{{}})
		if n > 0 {
			perms = must.Get(torus.Permutations.Members(n))(t)
		}
		for p := range perms {
			got, want := symmetry.ClassOf(queens.RowsOf[uint8](p)), symmetry.ClassFor(symmetry.Stabilizer(p))
			if got != want {
				t.Fatalf("%v: class %v, want %v", p, got, want)
			}
		}
	}
}

func TestClassNames(t *testing.T) {
	for i, want := range []string{"A", "P", "R"} {
		class := symmetry.Classes()[i]
		if class.Letter() != want {
			t.Errorf("%v: letter %s, want %s", class, class.Letter(), want)
		}
		for _, text := range []string{class.String(), class.Letter()} {
			var got symmetry.Class
			if err := got.UnmarshalText([]byte(text)); err != nil || got != class {
				t.Errorf("%q reads as %v, %v", text, got, err)
			}
		}
	}
	if _, err := symmetry.ParseClass("B"); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("class B: error %v, want ErrFormat", err)
	}
	if got := symmetry.Class(7).String(); got != "class 7" {
		t.Errorf("name of an invalid class is %q", got)
	}
}

// TestBurnside compares FixedPoints with the fixed points of every symmetry, counted to order 10,
// and checks Q + S180 + 2 S90 = 8F wherever all are known. The sums come from an independent full
// enumeration. Solutions have orbits as large as their class says.
func TestBurnside(t *testing.T) {
	sums := map[int]uint64{1: 8, 2: 0, 4: 8, 5: 16, 8: 96, 12: 14296, 16: 14775640}
	for n := range 28 {
		all, _ := known.Solutions(n)
		half, _ := known.S180(n)
		quarter, _ := known.S90(n)
		f := symmetry.FixedPoints(n, all, half, quarter)
		want, _ := known.Fundamental(n)
		if orbits, rest := f.Orbits(); orbits != want || rest != 0 {
			t.Errorf("order %d: %v orbits and a rest of %d, want %v", n, orbits, rest, want)
		}
		if sum, ok := sums[n]; ok && f.Sum() != queens.NewTotal(sum) {
			t.Errorf("order %d: sum %v, want %d", n, f.Sum(), sum)
		}
		if n > 10 {
			continue
		}
		var counted symmetry.Fixed
		visitSolutions(t, n, func(p queens.Perm) {
			class, size := symmetry.ClassFor(symmetry.Stabilizer(p)), len(symmetry.Orbit(p))
			if n > 1 && uint64(size) != class.OrbitSize() {
				t.Errorf("%v: class %v, orbit size %d", p, class, size)
			}
			for _, s := range symmetry.All() {
				if symmetry.Apply(s, p).Equal(p) {
					counted[s] = counted[s].Plus(queens.NewTotal(1))
				}
			}
		})
		if f != counted {
			t.Errorf("order %d: fixed points %v, counted %v", n, f, counted)
		}
	}
	all, half := queens.NewTotal(92), queens.NewTotal(5)
	if _, rest := symmetry.FixedPoints(8, all, half, queens.Total{}).Orbits(); rest == 0 {
		t.Error("a wrong number of fixed points leaves no rest")
	}
}

// TestCanonicalSet checks all pairs of squares of order 4: a pair has 8 / stabilizer images, all
// with the same least image, which is one of them.
func TestCanonicalSet(t *testing.T) {
	const n = 4
	for i := range n * n {
		for j := range i {
			set := []queens.Square{{Row: i / n, Col: i % n}, {Row: j / n, Col: j % n}}
			least, stabilizer := symmetry.CanonicalSet(set, n)
			var images [][]queens.Square
			for _, s := range symmetry.All() {
				image := symmetry.ApplySet(s, set, n)
				if !slices.IsSortedFunc(image, symmetry.CompareSquares) {
					t.Errorf("%v: image %v under %v is not sorted", set, image, s)
				}
				if other, _ := symmetry.CanonicalSet(image, n); !slices.Equal(other, least) {
					t.Errorf("%v: least image %v, but %v from its image under %v", set, least, other, s)
				}
				images = append(images, image)
			}
			slices.SortFunc(images, symmetry.CompareSets)
			images = slices.CompactFunc(images, slices.Equal)
			if !slices.Equal(images[0], least) || len(images)*len(stabilizer) != symmetry.Count {
				t.Errorf("%v: least %v, stabilizer %v, images %v", set, least, stabilizer, images)
			}
		}
	}
}

func ExampleSquareOrbits() {
	for _, orbit := range symmetry.SquareOrbits(3) {
		fmt.Println(len(orbit), "like", orbit[0])
	}
	// Output:
	// 4 like row 1, column 1
	// 4 like row 1, column 2
	// 1 like row 2, column 2
}

func TestSquareOrbits(t *testing.T) {
	for n := range 33 {
		orbitOf := map[queens.Square]int{}
		orbits := symmetry.SquareOrbits(n)
		for i, orbit := range orbits {
			for _, sq := range orbit {
				if before, ok := orbitOf[sq]; ok {
					t.Errorf("order %d: %v is in orbits %d and %d", n, sq, before+1, i+1)
				}
				orbitOf[sq] = i
			}
		}
		for r := range n {
			for c := range n {
				sq := queens.Square{Row: r, Col: c}
				i, ok := orbitOf[sq]
				if !ok {
					t.Fatalf("order %d: %v is in no orbit", n, sq)
				}
				for _, s := range symmetry.All() {
					if image := s.Square(sq, n); orbitOf[image] != i {
						t.Errorf("order %d: %v and its image by %v are in different orbits", n, sq, s)
					}
				}
			}
		}
		if m := (n + 1) / 2; len(orbits) != m*(m+1)/2 || len(orbitOf) != n*n {
			t.Errorf("order %d: %d orbits of %d squares, want %d of %d", n, len(orbits), len(orbitOf), m*(m+1)/2, n*n)
		}
	}
}

func ExampleApply() {
	p, _ := queens.ParsePerm("15863724")
	fmt.Println(symmetry.Apply(symmetry.FlipCols, p))
	fmt.Println(symmetry.Apply(symmetry.Rot90, p))
	// Output:
	// 42736851
	// 82417536
}

func ExampleOrbit() {
	p, _ := queens.ParsePerm("35281746")
	for _, image := range symmetry.Orbit(p) {
		fmt.Println(image)
	}
	// Output:
	// 35281746
	// 46827135
	// 53172864
	// 64718253
}

func ExampleStabilizer() {
	p, _ := queens.ParsePerm("2413")
	g := symmetry.Stabilizer(p)
	fmt.Println(g)
	fmt.Println(len(g), symmetry.ClassFor(g), symmetry.ClassFor(g).OrbitSize())
	// Output:
	// [identity rot90 rot180 rot270]
	// 4 rotational 2
}

func ExampleCanonical() {
	p, _ := queens.ParsePerm("84136275")
	fmt.Println(symmetry.Canonical(p), symmetry.IsCanonical(p))
	// Output: 15863724 false
}

func ExampleSymmetry_Then() {
	fmt.Println(symmetry.FlipRows.Then(symmetry.Transpose), symmetry.Transpose.Then(symmetry.FlipRows))
	// Output: rot270 rot90
}
