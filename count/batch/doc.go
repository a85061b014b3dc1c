// Package batch counts with engines that schedule tasks on many machines: Slurm, Grid
// Engine, Kubernetes, GNU parallel, or just this machine.
//
// Everything about a count is in one directory, which all machines share:
//
//	bin/             the programs that tasks run
//	run.json         what is counted, by which plan, and the shares
//	cuts/K.json      remaining work that was divided again, part by part
//	ledgers/         a ledger and a note of each attempt at a part
//	disputes/K.json  results that differed, and which ledgers were wrong
//	withdrawn/       ledgers that are no longer used
//	runs/            the merged ledger, once the count is complete
//	record.json      who counted what, and what was checked
//
// An engine starts a [Task]. It counts one part, a share "7" or a part of a cut "2.7", in a private
// temporary directory and publishes its ledger by rename. Every attempt has its own file name, so
// machines share no lock.
//
// [Drive] is a loop that keeps no state: it merges the ledgers, asks the [Engine] what is queued or
// running, and submits the rest. When the count is complete, it checks and certifies it and writes
// a [Record], which [Verify] can check on any machine.
package batch
