// Package first finds the lexicographically first solution of an order, with a proof that no
// solution comes before it.
//
//	report, err := first.Solution(ctx, 30, first.Options{})
//	fmt.Println(report.Solution, report.Refuted) // smaller beginnings without a solution
package first
