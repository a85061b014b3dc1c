// Package cluster counts on many machines: a [Coordinator] hands out the subproblems of a
// session to workers, which ask for them by HTTPS, and the session keeps what they find.
//
// The ledger of the session is the truth, and all of it: what is to be counted next is what
// plan and ledger leave over, in memory, and made anew at every start. A worker takes
// batches, gives signs of life, and sends each result until it is told that the ledger has
// it. So the end of any process, at any time, costs what was being counted and nothing else;
// a result that comes twice is compared and confirms; one that comes late is as good as any.
//
//	c, err := cluster.Start(cluster.Options{Listen: ":4222", State: dir, Scheme: "families"})
//	report, err := count.Solve(ctx, question, count.Options{State: dir, KeepAll: true, Executor: c})
//
// Messages are requests with JSON in both directions, POST /v1/VERB. Both sides show a key,
// and the worker's says who it is. docs/cluster.md has the protocol.
//
// Three layers do not know those above them: schedule, which subproblem is counted by whom,
// from phases and leases; job, what a request of a worker does to session and schedule; and
// Coordinator, network, time and goroutines.
//
// A worker is trusted with nothing but its time: Options.Replicate has a part of the
// results, or all, counted again by another worker and another kernel. Where two differ, the
// coordinator counts itself, and who was wrong is banned.
package cluster
