// Package count counts solutions of the n-queens problem exactly.
//
// [Run] is the whole way of one count: it makes the plan of the scheme, counts
// its subproblems on all cores, keeps every result in a ledger, resumes from one
// and adds up. The result does not depend on the number of workers, on the
// kernel or on interruptions. [Solve] answers the questions people ask, how many
// solutions, fundamental solutions, solutions of each symmetry class, by one run
// per scheme, and checks the answers against each other and against what is
// known.
//
//	report, err := count.Solve(ctx, count.Question{Order: 12, Of: count.All}, count.Options{})
//	fmt.Println(report.Solutions) // 14200
//
// There are two engines: one searches the boards of a plan, the other one joins
// half boards. Each has its own table of kernels, see [Processors].
//
// [Estimate] tells beforehand how long a count takes and what it will find;
// [Verify] computes a sample of a finished run again.
package count
