// Package runs manages the runs of a machine: the counts whose ledgers are in a state directory,
// whichever program started them.
//
// Names and Find find them, Of and OfTasks describe one as a Run, Resume says how to continue it,
// RequestStop and Remove end it. A Manager counts in this process: it starts counts, pauses,
// resumes and stops them, reports their progress to subscribers, and records which ones to
// continue, so that the next Manager of the same state directory continues them. Command line and
// server share the directories: each can see, stop and resume the other's runs.
//
//	m, err := runs.NewManager(root, count.Options{State: root})
//	if err != nil {
//		return err
//	}
//	go m.Run(ctx) // until ctx ends
//	status, err := m.Start(ctx, count.Question{Order: 20}, count.Options{})
//
// Packages count and ledger define what a count is and how it is saved.
package runs
