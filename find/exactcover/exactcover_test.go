package exactcover

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"queens/internal/must"
)

func solutions(t *testing.T, primary, secondary int, options [][]int) (list [][]int) {
	t.Helper()
	must.Do(t, Search(t.Context(), primary, secondary, options, Watch{}, func(options []int) bool {
		slices.Sort(options)
		list = append(list, options)
		return true
	}))
	slices.SortFunc(list, slices.Compare)
	return list
}

func covers(primary, secondary int, options [][]int, chosen []int) bool {
	times := make([]int, primary+secondary)
	for _, o := range chosen {
		for _, item := range options[o] {
			times[item]++
		}
	}
	for item, k := range times {
		if k > 1 || k == 0 && item < primary {
			return false
		}
	}
	return true
}

// bySubsets returns all solutions by checking every set of options. Options without a primary item
// are in none.
func bySubsets(primary, secondary int, options [][]int) (list [][]int) {
	for set := range 1 << len(options) {
		var chosen []int
		for o := range options {
			if set>>o&1 == 1 {
				chosen = append(chosen, o)
			}
		}
		useless := func(o int) bool { // without a primary item
			return !slices.ContainsFunc(options[o], func(item int) bool { return item < primary })
		}
		if !slices.ContainsFunc(chosen, useless) && covers(primary, secondary, options, chosen) {
			list = append(list, chosen)
		}
	}
	slices.SortFunc(list, slices.Compare)
	return list
}

func TestSearchAgreesWithAllSubsets(t *testing.T) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	found := 0
	for problem := range 400 {
		primary, secondary := random.IntN(6), random.IntN(3)
		var options [][]int
		for range random.IntN(11) {
			var option []int
			for _, item := range random.Perm(primary + secondary) {
				if random.IntN(5) < 2 {
					option = append(option, item)
				}
			}
			options = append(options, option)
		}
		want, got := bySubsets(primary, secondary, options), solutions(t, primary, secondary, options)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("seed %d, problem %d: %d primary, %d secondary, options %v: solutions %v, want %v", seed,
				problem, primary, secondary, options, got, want)
		}
		found += len(want)
	}
	if found < 100 {
		t.Errorf("only %d solutions in all: the problems are too hard to test anything", found)
	}
}

func TestSearchStops(t *testing.T) {
	options, found := [][]int{{0}, {0}, {0}}, 0
	two := func([]int) bool { found++; return found < 2 }
	if err := Search(t.Context(), 1, 0, options, Watch{}, two); err != nil || found != 2 {
		t.Errorf("stopped after two: %d, %v", found, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Search(ended, 1, 0, options, Watch{}, two); !errors.Is(err, context.Canceled) || found != 2 {
		t.Errorf("cancelled: found %d, error %v", found, err)
	}
}

// The search meets a dead end: covering item 0 with the first option leaves nothing for item 1.
func ExampleSearch() {
	err := Search(context.Background(), 2, 0, [][]int{{0}, {0, 1}}, Watch{
		Branch: func(item int) { fmt.Println("branch on item", item) },
		Choose: func(option int) { fmt.Println("choose option", option) },
		GiveUp: func(option int) { fmt.Println("give up option", option) },
	}, func(options []int) bool {
		fmt.Println("solution", options)
		return true
	})
	fmt.Println(err)
	// Output:
	// branch on item 1
	// choose option 1
	// solution [1]
	// give up option 1
	// <nil>
}
