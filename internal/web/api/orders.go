package api

import (
	"fmt"
	"slices"

	"queens"
	"queens/find/algorithms"
	"queens/find/solver"
)

const maxTaken = 1000

// Refusal returns why the algorithm of a name does not take an order, or "".
func Refusal(name string, n int) string {
	alg, err := algorithms.Find(name)
	if err != nil || n < 1 || n > maxTaken {
		return fmt.Sprintf("want 1 to %d", maxTaken)
	}
	if alg.Accepts(solver.Call{Problem: queens.Problem{Order: n}}) == nil {
		return ""
	}
	least, most := ends(alg)
	if n < least || n > most || alg.Refuses == nil {
		return fmt.Sprintf("want %d to %d", least, most)
	}
	return alg.Refuses(n)
}

func ends(alg *solver.Algorithm) (least, most int) {
	if alg.MaxOrder > 0 {
		return max(1, alg.MinOrder), min(alg.MaxOrder, maxTaken)
	}
	return max(1, alg.MinOrder), maxTaken
}

// NearestOrders returns up to k orders, ascending, that an algorithm takes, those
// nearest to n.
func NearestOrders(name string, n, k int) (list []int) {
	for away := 0; away <= maxTaken && len(list) < k; away++ {
		for _, m := range slices.Compact([]int{n - away, n + away}) {
			if len(list) < k && Refusal(name, m) == "" {
				list = append(list, m)
			}
		}
	}
	slices.Sort(list)
	return list
}

// TakenOrders says which orders an algorithm takes: "orders 5 to 1000; not 6, for one:
// works only for n with no factor 2 or 3".
func TakenOrders(name string) string {
	alg, err := algorithms.Find(name)
	if err != nil {
		return "no orders"
	}
	least, most := ends(alg)
	text := fmt.Sprintf("orders %d to %d", least, most)
	const none, looked = "no solution exists", 30
	refused := 0
	for n := least; n <= min(most, least+looked); n++ {
		switch why := Refusal(name, n); {
		case why == none:
			refused++
		case why != "":
			return fmt.Sprintf("%s; not %d, for one: %s", text, n, why)
		}
	}
	if refused > 0 {
		text += " but 2 and 3, which have no solution"
	}
	return text
}
