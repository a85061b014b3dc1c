// Package experiments is the page on which algorithms are run with many orders and seeds.
package experiments

import (
	"context"
	"embed"
	"fmt"

	"queens/internal/web/page"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page runs experiments.
var Page = page.Page{
	Name: "experiments", Title: "Experiments", Place: "Compare", Old: []string{"/experiments"},
	Summary: "What algorithms cost for many orders and seeds, and how the cost varies",
	Files:   files, View: view,
}

type shown struct {
	page.Choice
	Low, High int // orders
	Step      int
	Seeds     int
	Measure   string
	Measures  []measure
	Paper     []search
	Printed   []int // orders of the paper
}

type measure struct{ Name, Title string }

var measures = []measure{
	{"time", "processor time"},
	{"tests", "tests"},
	{"placements", "placements"},
	{"backtracks", "backtracks"},
	{"tries", "new starts"},
	{"swaps", "swaps"},
}

// search is a column of Table 2 of erbas1992: its name there, here, and what it took in seconds.
type search struct {
	Title, Name string
	Seconds     []float64 // at orders firstPrinted and up
}

const firstPrinted = 8

// paper is Table 2 of erbas1992: times on a CompuAdd 386SX of 20 MHz, Turbo Pascal 5.5; "1: 13.54"
// there is 73.54 seconds here.
var paper = []search{
	{"Wirth", "wirth", []float64{0.16, 0.60, 2.69, 13.51, 73.54}},
	{"Rohl I", "rohl-permutation", []float64{0.10, 0.43, 1.97, 9.72, 50.97}},
	{"Rohl II", "rohl-list", []float64{0.10, 0.38, 1.53, 7.63, 39.75}},
}

const usual = "las-vegas,min-conflicts"

// Limits of an experiment. Each algorithm and order is one request.
const (
	maxAlgorithms = 6
	maxSeeds      = 200
)

func view(_ context.Context, q page.Query) (page.View, error) {
	s := shown{Measures: measures, Paper: paper}
	for i := range paper[0].Seconds {
		s.Printed = append(s.Printed, firstPrinted+i)
	}
	s.Low = q.Int("from", 8, 1, page.MaxOrder)
	s.High = q.Int("to", max(s.Low, 16), s.Low, page.MaxOrder)
	s.Step = q.Int("step", 2, 1, page.MaxOrder)
	s.Seeds = q.Int("seeds", 40, 1, maxSeeds)
	var names []string
	for _, m := range measures {
		names = append(names, m.Name)
	}
	s.Measure = q.Word("measure", "tests", names...)
	s.Choice = q.Algorithms(usual, maxAlgorithms)
	command := fmt.Sprintf("for n in $(seq %d %d %d); do for seed in $(seq %d); do "+
		"queens race $n %s --runs 1 --seed $seed --format csv; done; done", s.Low, s.Step, s.High, s.Seeds, s.Names())
	return page.View{Command: command, Preview: s.Preview(s.High), Heading: fmt.Sprintf("Experiment, orders "+
		"%d to %d: %s", s.Low, s.High, s.Names()), Data: s}, nil
}
