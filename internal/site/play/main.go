//go:build js

// Command play is the library in the browser, without a server: it gives a page the
// function queens(name, arguments...), which answers with JSON. Package site builds it
// for js/wasm.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"syscall/js"

	"queens"
	"queens/count"
	"queens/list"
	"queens/symmetry"
)

// maxOrder is the largest order that is counted: about a second.
const maxOrder = 12

// mostListed is how many solutions a list has at most.
const mostListed = 1000

// calls are what a page can ask for.
var calls = map[string]func(args []string) (any, error){
	"check": check,
	"count": countAll,
	"list":  listAll,
	"turn":  turn,
}

func main() {
	js.Global().Set("queens", js.FuncOf(func(_ js.Value, args []js.Value) any { return answer(args) }))
	js.Global().Call("dispatchEvent", js.Global().Get("Event").New("queens-ready"))
	select {} // the page calls
}

// answer makes one call and returns its JSON; a mistake is an object with "error".
func answer(args []js.Value) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = a.String()
	}
	result, err := any(nil), fmt.Errorf("no such call")
	if len(words) > 0 && calls[words[0]] != nil && len(words) > 1 {
		result, err = calls[words[0]](words[1:])
	}
	if err != nil {
		result = map[string]string{"error": err.Error()}
	}
	text, err := json.Marshal(result)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func order(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxOrder {
		return 0, fmt.Errorf("order %q: want 0 to %d", text, maxOrder)
	}
	return n, nil
}

// countAll answers count N: the number of solutions.
func countAll(args []string) (any, error) {
	n, err := order(args[0])
	if err != nil {
		return nil, err
	}
	r, err := count.Solve(context.Background(), count.Question{Order: n}, count.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	return map[string]any{"order": n, "solutions": r.Solutions}, nil
}

// listAll answers list N [fundamental]: solutions in lexicographic order.
func listAll(args []string) (any, error) {
	n, err := order(args[0])
	if err != nil {
		return nil, err
	}
	solutions, err := list.Solutions(n, list.Options{Fundamental: len(args) > 1 && args[1] == "fundamental"})
	if err != nil {
		return nil, err
	}
	found, more := []string{}, false
	for p := range solutions {
		if len(found) == mostListed {
			more = true
			break
		}
		found = append(found, p.String())
	}
	return map[string]any{"order": n, "solutions": found, "more": more}, nil
}

// check answers check PERM: whether it is a solution, who attacks whom, its class.
func check(args []string) (any, error) {
	p, err := queens.ParsePerm(args[0])
	if err != nil {
		return nil, err
	}
	attacks := []string{}
	for a := range queens.Attacks(p.Squares(), p.Order(), queens.Regular) {
		attacks = append(attacks, a.String())
	}
	answer := map[string]any{"perm": p.String(), "solution": len(attacks) == 0, "attacks": attacks}
	if isPermutation(p) {
		answer["class"] = symmetry.ClassOf(p).String()
		answer["orbit"] = len(symmetry.Orbit(p))
		answer["canonical"] = symmetry.Canonical(p).String()
	}
	return answer, nil
}

// isPermutation reports whether each row has one queen: what symmetries want.
func isPermutation(p queens.Perm) bool {
	rows := slices.Sorted(slices.Values(p))
	for i, r := range rows {
		if i != r {
			return false
		}
	}
	return len(p) > 0
}

// turn answers turn PERM SYMMETRY: the image of a placement.
func turn(args []string) (any, error) {
	p, err := queens.ParsePerm(args[0])
	if err != nil {
		return nil, err
	}
	if len(args) < 2 || !isPermutation(p) {
		return nil, fmt.Errorf("%s: one queen in each row and column is needed", p)
	}
	s, err := symmetry.ParseSymmetry(args[1])
	if err != nil {
		return nil, err
	}
	return map[string]any{"perm": symmetry.Apply(s, p).String()}, nil
}
