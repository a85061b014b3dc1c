// Package ledger keeps the results of one run, a count in progress or finished,
// in a file to which frames are appended. A frame that must not count any more is struck
// out where it is. The file is the truth of the count: the total is the sum of the results
// in it, and what is not in it is still to be computed.
//
// A run lives in a directory of its own, STATE/runs/NAME, with two files: ledger
// holds frames, lock keeps a second process away. A frame carries one header, one
// [Result], one [Note] or one [Done]; it begins with a marker, so that frames are
// found again after a damage, has a checksum (CRC32C), the first 8 bytes of the
// plan's hash, so that no result of another plan is ever counted, a number and the
// hash of the frame before it. docs/formats/ledger.md has every byte.
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
// Open cuts a torn tail, which a killed process or a full disk leaves, and skips
// what is damaged in the middle: the results lost there are missing again and the
// run computes them anew. No damage makes a wrong count. [Read] looks at a run
// without its lock, while it runs or afterwards; [List] finds all runs of a
// machine.
//
// The hash chain is no protection from a forger, who can rewrite the whole file;
// it is one from everything else, and the [Tally]'s Head, written down elsewhere,
// is one from him too. The package knows no boards: what a subproblem is and how
// it is counted is the business of packages plan and count.
package ledger
