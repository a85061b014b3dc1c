package orbit_test

import (
	"context"
	"fmt"

	"queens"
	"queens/math/orbit"
)

func ExampleInc() {
	p, _ := queens.ParsePerm("2413")
	row, _ := orbit.ParseGap("2.5", 1)
	q, err := orbit.Inc(p, row, row)
	fmt.Println(q, err)
	// Output: 25314 <nil>
}

func ExampleMov() {
	p, _ := queens.ParsePerm("13524")
	m := orbit.Move{From: queens.Square{Row: 0, Col: 0}, Row: 3, Col: 3}
	q, err := orbit.Mov(p, m)
	fmt.Println(m, q, err)
	// Output: mov 1 1 3.5 3.5 25314 <nil>
}

func ExampleSignature() {
	p, _ := queens.ParsePerm("2413")
	q, _ := queens.ParsePerm("3142")
	r, _ := queens.ParsePerm("1234")
	a, b, c := orbit.SignatureOf(p), orbit.SignatureOf(q), orbit.SignatureOf(r)
	fmt.Println(a)
	fmt.Println(a.Key() == b.Key(), a.Key() == c.Key())
	// Output:
	// {(5,5,10) (10,5,5)} {(5,5,10) (10,5,5)}
	// true false
}

func ExampleSearch() {
	report, err := orbit.Search(context.Background(), 8, false, func(d orbit.Discovery) bool {
		if d.Parent > 0 {
			fmt.Println(d.Move, "of", d.Source, "gives", d.Result)
		}
		return d.No < 5
	})
	fmt.Println(report.Found, report.IncTries, err)
	// Output:
	// mov 7 2 1.5 7.5 of 27581463 gives 36815724
	// mov 8 4 2.5 5.5 of 27581463 gives 28613574
	// 5 2560 <nil>
}

func ExampleNewAtlas() {
	a, err := orbit.NewAtlas(context.Background(), 9, orbit.Options{})
	if err != nil {
		panic(err)
	}
	reach := a.Reach()
	fmt.Println("found", reach.Found, "of", a.Len(), "in layers", reach.Layers)
	for i := range reach.Unreached() {
		fmt.Println("not found:", a.Orbit(i))
	}
	// Output:
	// found 45 of 46 in layers [22 16 7]
	// not found: 285396417
}
