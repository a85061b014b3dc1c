package model_test

import (
	"os"

	"queens"
	"queens/model"
)

func ExampleFormat() {
	m, err := model.New(queens.Problem{Order: 2}, model.Options{})
	if err != nil {
		panic(err)
	}
	opb, err := model.FindFormat("opb")
	if err != nil {
		panic(err)
	}
	if err := opb.Write(os.Stdout, m); err != nil {
		panic(err)
	}
	// Output:
	// * #variable= 4 #constraint= 6
	// * 2 queens on the regular board of order 2
	// * x followed by (row-1)*2 + column is 1 if a queen stands there, all counted from 1
	// +1 x1 +1 x2 = 1 ;
	// +1 x3 +1 x4 = 1 ;
	// +1 x1 +1 x3 = 1 ;
	// +1 x2 +1 x4 = 1 ;
	// -1 x2 -1 x3 >= -1 ;
	// -1 x1 -1 x4 >= -1 ;
}
