package symmetry_test

import (
	"fmt"

	"queens"
	"queens/symmetry"
)

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
	fmt.Println(g.Order(), g.Class(), g.Class().OrbitSize())
	// Output:
	// identity, rot90, rot180, rot270
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

func ExampleCanonizer() {
	var z symmetry.Canonizer[uint8]
	fmt.Println(z.IsLeast([]uint8{1, 3, 0, 2}), z.IsLeast([]uint8{2, 0, 3, 1}))
	// Output: true false
}

func ExampleOperation() {
	s, _ := symmetry.Operation(6)
	p, _ := queens.ParsePerm("15863724")
	fmt.Println(s, symmetry.Apply(s, p))
	// Output: rot90 82417536
}
