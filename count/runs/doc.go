// Package runs knows the runs of a machine: the counts whose ledgers lie under a
// state directory, whichever program began them.
//
// Names and Find find them, Of and OfTasks describe one as a Run, Resume says how to
// continue it, RequestStop and Remove end it. A Manager counts in
// this process: it starts counts, pauses, resumes and stops them, tells
// subscribers how far they are, and writes down which ones are to continue, so that
// the next Manager of the same state directory continues them. Command line
// and server share the directories: what one begins the other sees, stops and
// resumes.
//
//	m, err := runs.NewManager(root, count.Options{State: root})
//	if err != nil {
//		return err
//	}
//	go m.Run(ctx) // until ctx ends
//	status, err := m.Start(ctx, count.Question{Order: 20}, count.Options{})
//
// What a count is and how it is kept is the business of packages count and ledger.
package runs
