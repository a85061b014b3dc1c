package web

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"queens/internal/errs"

	"queens"
	"queens/cmd/internal/answer"
	"queens/find/algorithms"
	"queens/internal/named"
	"queens/internal/shell"
)

// choice is a choice of algorithms; the template "chooser" shows it.
type choice struct {
	Groups []answer.Group
	Chosen []answer.Algorithm // in the order named
}

func (c choice) Has(name string) bool {
	return slices.ContainsFunc(c.Chosen, func(a answer.Algorithm) bool { return a.Name == name })
}

func (c choice) names() []string {
	return named.Names(c.Chosen, func(a answer.Algorithm) string { return a.Name })
}

// preview returns the address of a picture of the first one chosen that reports steps, amid its
// search on a board of the order; empty if there is none.
func (c choice) preview(order int) string {
	for _, a := range c.Chosen {
		if a.Traced && order <= maxMoving && Refusal(&a.Algorithm, order) == "" {
			return framePath(a.Name, order, fmt.Sprintf("from=%d&to=%[1]d", 20*order))
		}
	}
	return ""
}

func framePath(algorithm string, order int, steps string) string {
	return fmt.Sprintf("/api/v1/trace/animation?algorithm=%s&n=%d&%s&layers=coordinates&size=512", algorithm, order,
		steps)
}

// chosen returns the choice that the address makes, or else the usual names.
func (q Query) chosen(usual string) (c choice) {
	const most = 6
	names := q.text("algorithms", usual)
	if list := q.Values["algorithm"]; len(list) > 0 { // from the form itself
		names = strings.Join(list, ",")
	}
	all := answer.NewAlgorithms(algorithms.All(), nil).Algorithms
	for name := range strings.FieldsFuncSeq(names, func(r rune) bool { return r == ',' || r == ' ' }) {
		switch i := slices.IndexFunc(all, func(a answer.Algorithm) bool { return a.Name == name }); {
		case i < 0:
			q.refuse("algorithms: there is no %q: %w", name, queens.ErrFormat)
		case c.Has(name) || len(c.Chosen) == most:
			q.refuse("algorithms: want at most %d, each once: %w", most, queens.ErrFormat)
		default:
			c.Chosen = append(c.Chosen, all[i])
		}
	}
	c.Groups = answer.Groups(all)
	return c
}

func watchView(_ context.Context, q Query) (View, error) {
	list := slices.DeleteFunc(answer.NewAlgorithms(algorithms.All(), nil).Algorithms,
		func(a answer.Algorithm) bool { return !a.Traced })
	alg := read(q, "algorithm", "wirth", func(name string) (none answer.Algorithm, err error) {
		if i := slices.IndexFunc(list, func(a answer.Algorithm) bool { return a.Name == name }); i >= 0 {
			return list[i], nil
		}
		return none, errs.Errorf("%q cannot be watched: %w", name, queens.ErrFormat)
	})
	n, seed, step := q.number("n", 0, 1, maxOrder), q.number("seed", 1, 0, 1<<31-1), q.number("step", 0, 0, 1<<31-1)
	near := q.number("near", usualOrder, 1, maxOrder)
	if n == 0 { // none is asked for
		n = near
		if list := nearestOrders(&alg.Algorithm, near, 1); len(list) > 0 {
			n = list[0]
		}
	}
	if alg.Refusal = Refusal(&alg.Algorithm, n); alg.Refusal != "" { // then there is nothing to watch
		alg.Nearest = nearestOrders(&alg.Algorithm, n, 3)
	}
	movable := alg.Refusal == "" && n <= maxMoving // its steps can be a moving picture
	v := View{Command: shell.Queens("watch", n, "--method", alg.Name), Data: data{
		"Groups": answer.Groups(list), "Chosen": alg, "Orders": takenOrders(&alg.Algorithm), "Order": n,
		"Seed": seed, "Step": step, "Before": step - 1, "After": step + 1, "Movable": movable,
	}}
	if movable {
		v.Preview = framePath(alg.Name, n, fmt.Sprintf("seed=%d&from=%d&to=%[2]d", seed, step))
	}
	return v, nil
}

// compareView races at order 11, three times, unless the address says otherwise: smaller boards
// take microseconds.
func compareView(_ context.Context, q Query) (View, error) {
	c := q.chosen("wirth,rohl-permutation,rohl-list,bitmask")
	n, runs := q.number("n", 11, 1, maxOrder), q.number("runs", 3, 1, 5)
	return View{
		Command: shell.Queens("race", n, c.names(), "--runs", runs), Preview: c.preview(n),
		Heading: fmt.Sprintf("Race of order %d: %s", n, strings.Join(c.names(), " ")),
		Data:    data{"Choice": c, "Order": n, "Runs": runs},
	}, nil
}

func experimentsView(_ context.Context, q Query) (View, error) {
	c := q.chosen("las-vegas,min-conflicts")
	measures := named.JSON[[][2]string](ownFile("pages/experiments/measures.json")) // names and titles
	low := q.number("from", 8, 1, maxOrder)
	high := q.number("to", max(low, 16), low, maxOrder)
	step, seeds := q.number("step", 2, 1, maxOrder), q.number("seeds", 40, 1, 200)
	names := strings.Join(c.names(), " ")
	return View{
		Command: fmt.Sprintf("for n in $(seq %d %d %d); do for seed in $(seq %d); do queens race $n %s --runs 1 "+
			"--seed $seed --format csv; done; done", low, step, high, seeds, names),
		Preview: c.preview(high), Heading: fmt.Sprintf("Experiment, orders %d to %d: %s", low, high, names),
		Data: data{
			"Choice": c, "Low": low, "High": high, "Step": step, "Seeds": seeds,
			"Measures": measures,
			"Measure":  q.word("measure", "tests", named.Names(measures, func(m [2]string) string { return m[0] })...),
		},
	}, nil
}
