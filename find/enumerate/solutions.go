package enumerate

import (
	"iter"

	"queens"
)

// Solutions yields the solutions of order n on the regular board that o asks for,
// in lexicographic order, column 0 first. The yielded slice is the caller's. n is
// 0..MaxOrder; order 0 has one solution, the empty board.
//
// About 250 ns per solution at orders 14 to 16 on one core; o.Workers is not used,
// see Stream for more. Nothing is searched more than a millisecond ahead, so the
// caller may stop at any time at no cost.
//
// Errors: queens.ErrOrder for n out of range, queens.ErrFormat if o.After has
// not n rows in 0..n-1 or a class does not exist.
func Solutions(n int, o Options) (iter.Seq[queens.Perm], error) {
	if err := o.validate(n); err != nil {
		return nil, err
	}
	return func(yield func(queens.Perm) bool) {
		l, depth := newLister(n, o)
		var listed uint64
		more := true
		visit := func(p []uint8) bool {
			listed++
			more = yield(permOf(p)) && listed != o.Limit
			return more
		}
		for prefix := range prefixes(n, depth, o.after()) {
			if l.list(prefix, visit); !more {
				return
			}
		}
	}, nil
}
