// Package count counts solutions of the n-queens problem exactly.
//
// [Solve] answers the questions people ask, how many solutions, fundamental
// solutions, solutions of each symmetry class, and checks the answers against each other and
// against what is known; [All] is the shortest form.
//
//	total, err := count.All(ctx, 12)
//	fmt.Println(total) // 14200
//
// Each answer takes one [Run] for each scheme: it makes the plan, has its subproblems counted on
// all cores, keeps every result in a ledger, resumes from one and adds up. The result does not
// depend on the number of workers, on the kernel or on interruptions.
//
// A run can be fed from elsewhere. A [Session] knows which subproblems of a plan are missing, takes
// in results and certifies the sum; an [Executor] has them counted, on other machines for one; a
// [Counter] counts one.
//
// Each kind of subproblems is a package of its own with a table of kernels, see package kind and
// [Processors]; this package knows none of them.
//
// Package survey estimates how long a count takes and what it finds, and has the runs in which
// every single result matters. Package upkeep computes results again, repairs and merges ledgers.
package count
