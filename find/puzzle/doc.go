// Package puzzle makes, checks, grades and explains puzzles with exactly one solution:
// place one queen in every row and column, and in every region if there are any.
//
//	spec := puzzle.Spec{Kind: "regions", Order: 8, Grade: "medium", Seed: "2026-11-24"}
//	p, err := puzzle.Generate(spec)
//	if err != nil {
//		return err
//	}
//	steps, solution := p.Explain() // sentences; the solution they lead to
//
// A [Spec] determines its puzzle, and its short ID does not reveal the answer. The grade of a
// puzzle is that of the hardest rule it needs ([Rules]). Every puzzle of Generate is solved by the
// rules of its grade, and an exact cover search proves that there is no other solution.
//
// The package does no input or output and has no clock: the caller passes the date.
package puzzle
