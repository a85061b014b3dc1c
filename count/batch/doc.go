// Package batch counts on engines that schedule tasks of many machines: Slurm, Grid
// Engine, Kubernetes, GNU parallel, or nothing but this machine.
//
// All of a count lies in one directory, which every machine sees:
//
//	bin/             the programs that tasks run
//	run.json         what is counted, by which plan, and the shares
//	cuts/K.json      remaining work that was cut again, part by part
//	ledgers/         a ledger and a note of each attempt at a part
//	disputes/K.json  results that differed, and which ledgers were wrong
//	withdrawn/       ledgers that do not count any more
//	runs/            the merged ledger, once the count is complete
//	record.json      who counted what, and what was checked
//
// [Task] is what an engine starts. It counts one part, a share "7" or a part of a cut
// "2.7", in a private temporary directory and publishes its ledger by rename. Attempts
// have names of their own, so that no lock is shared between machines.
//
// [Drive] is a loop without memory: it merges the ledgers, finds what is missing, asks the
// [Engine] what is queued or running, and submits the difference. What is complete it
// checks, certifies and writes down as a [Record], which [Verify] checks on any machine.
package batch
