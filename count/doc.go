// Package count counts solutions of the n-queens problem exactly.
//
// [Solve] answers a [Question] and checks the answer against known values; [All] is the
// short form.
//
//	total, err := count.All(ctx, 12) // 14200
//
// An answer takes one [Run] for each scheme: a plan, its subproblems counted on all cores, their
// results in a ledger. It does not depend on the number of workers, on the kernel or on
// interruptions. A [Session] accepts results from anywhere, and a [Counter] counts one subproblem.
//
// Package kind has the kinds of subproblems, survey has estimates, and upkeep merges and repairs
// ledgers.
package count
