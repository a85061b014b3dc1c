// Package race compares algorithms fairly. They run one after the other on one thread that is
// bound to a processor, in rounds, so that a slow moment of the machine affects all of them. Each
// warms up first. The race compares the medians of the processor times.
//
//	algorithms := []*solver.Algorithm{&textbook.Wirth, &textbook.RohlList}
//	report, err := race.Run(ctx, algorithms, race.Options{Order: 10})
//
// An algorithm that finds another number of solutions than is published is an error. The report has
// samples of time and cost, from which a page can replay the race.
package race
