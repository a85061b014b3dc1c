// Package ledger keeps the results of one run, a count in progress or finished,
// in a file to which frames are appended. A frame that is no longer valid is struck out in place.
// The file is the source of truth: the total is the sum of the results in it, and whatever is not
// in it must still be computed.
//
// A run has its own directory, STATE/runs/NAME, with two files: ledger holds frames, lock excludes
// a second process. A frame holds one header, [Result], [Note] or [Done]. It starts with a marker,
// so that frames can be found after damage. It has a number, a checksum (CRC32C), the hash of the
// frame before, and the first 8 bytes of the plan's hash, so that a result of another plan is never
// used. docs/formats/ledger.md has every byte.
//
//	led, rec, err := ledger.Open(dir, header, ledger.Options{})
//	if err != nil {
//		return err // locked, another run, a newer schema, two totals for one subproblem
//	}
//	defer led.Close()
//	for _, damage := range rec.Damages {
//		log.Warn(damage.String()) // what was skipped is missing again
//	}
//	for i := range h.Subproblems {
//		if !led.Has(i) {
//			err = led.Append(compute(i))
//		}
//	}
//
// Open cuts off a torn tail, left by a killed process or a full disk, and skips damage in the
// middle: the run computes the results lost there again. Damage never makes a wrong count. [Read]
// reads a run without its lock, while it runs or afterwards; [List] finds all runs of a machine.
//
// The hash chain protects against everything except a forger, who can rewrite the whole file. If
// you note the [Tally]'s Head elsewhere, it protects against him as well. The package knows
// nothing about boards: packages plan and count define and count subproblems.
package ledger
