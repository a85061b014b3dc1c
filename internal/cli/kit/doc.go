// Package kit holds what the commands of queens share: the invocation with its
// streams (App), arguments and flags, placements read from anywhere, output files,
// JSON, colour, what is shown while a command works, and the exit codes of errors.
//
//	if order < 0 {
//		return kit.Usagef("count: order %d: want 0 to 32", order)
//	}
//	return printer.WriteJSON(a.Stdout, report)
package kit
