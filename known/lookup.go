package known

import "queens"

// Lookup returns the value of the named series at order n and, where the series
// has them, the indices in the order of Series.Index. ok is false where the name
// or the value is unknown.
func Lookup(series string, n int, index ...int) (v Value, ok bool) {
	s, ok := Find(series)
	if !ok {
		return Value{}, false
	}
	return s.Lookup(n, index...)
}

func total(series string, n int) (queens.Total, bool) {
	v, ok := Lookup(series, n)
	return v.Value, ok
}

// Solutions returns Q(n), the number of solutions on the regular board; known for
// n in 0..27.
func Solutions(n int) (queens.Total, bool) { return total("solutions", n) }

// Fundamental returns F(n), the number of orbits of solutions under the eight
// symmetries of the board; known for n in 0..27.
func Fundamental(n int) (queens.Total, bool) { return total("fundamental", n) }

// S180 returns the number of solutions that the half turn leaves unchanged, those
// that the quarter turn leaves unchanged among them; known for n in 0..37.
func S180(n int) (queens.Total, bool) { return total("s180", n) }

// S90 returns the number of solutions that the quarter turn leaves unchanged;
// known for n in 0..67.
func S90(n int) (queens.Total, bool) { return total("s90", n) }

// Class returns the number of orbits of one class, by its letter in the formula
// Q = 8A + 4P + 2R: A asymmetric, P central, R rotational; known for n in 0..27, P to 32
// and R to 67.
func Class(letter string, n int) (queens.Total, bool) {
	for _, entry := range [...]struct{ letter, series string }{
		{"A", "class-asymmetric"}, {"P", "class-central"}, {"R", "class-rotational"},
	} {
		if entry.letter == letter {
			return total(entry.series, n)
		}
	}
	return queens.Total{}, false
}

// Modular returns the number of solutions on the modular board; known for n in
// 0..34. It is 0 unless n has no divisor 2 or 3.
func Modular(n int) (queens.Total, bool) { return total("toroidal", n) }

// LexicographicallyFirst returns the first solution of order n in lexicographic
// order; ok is false where there is none or it is not known. Known are n in 1..41 and 43.
func LexicographicallyFirst(n int) (p queens.Perm, ok bool) {
	s, _ := Find("lexicographic-first")
	for _, v := range s.Row(n) {
		row, _ := v.Value.Uint64()
		p = append(p, int(row)-1)
	}
	return p, p != nil
}
