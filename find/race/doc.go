// Package race compares algorithms fairly: one after the other on one thread that is
// bound to a processor, in rounds so that a slow spell of the machine meets all of them, after a
// run that warms up. What is compared is the median of the processor times.
//
//	report, err := race.Run(ctx, []*solver.Algorithm{&textbook.Wirth, &textbook.RohlList}, race.Options{Order: 10})
//
// Samples, elapsed time and cost so far up to the median time, let a page play the race again. A
// race also checks: an algorithm that finds another number of solutions than is
// published is an error.
package race
