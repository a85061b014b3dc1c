// Package upkeep checks, repairs and merges the ledgers of runs.
//
// [Verify] computes a sample of the results of a run again and compares. [Repair] does so and
// replaces wrong results, [Revoke] withdraws those of a kernel, [Merge] combines the ledgers of
// several machines, and [Recheck] counts the runs of an answer again by a second method. None of
// them certifies a total: a count does that.
//
// Results that differ are a [Dispute], decided by votes.
package upkeep
