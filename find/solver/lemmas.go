package solver

import "queens"

// Lemmas takes the lemmas of a search that finds nothing, a proof that others can check.
// A lemma is a clause: one of its literals is true of every solution. Literal v says
// that a queen stands on the square of variable v, -v that none does; the variable of a
// square is [Variable]. Each lemma follows from the board and the lemmas before it that
// were not forgotten by unit propagation; the last one is the empty clause.
type Lemmas interface {
	// Restart forgets everything: the search begins anew.
	Restart()
	// Add takes a lemma and returns its number. The slice is not kept.
	Add(clause []int) (number int)
	// Forget says that later lemmas do not need one.
	Forget(number int, clause []int)
}

// Variable returns the number of the variable of a square: row*n + col + 1.
func Variable(sq queens.Square, n int) int { return sq.Row*n + sq.Col + 1 }

// Refutation turns the tree of a depth-first search into lemmas: of every queen that
// was tried and taken off, that she and those before her cannot all stand. Those below
// her are not needed any more then.
type Refutation struct {
	To Lemmas // nil: nobody wants them

	clause []int     // the negations of the queens that stand
	known  []refuted // queens refuted below those that stand
}

// refuted is a queen that cannot stand together with the first so many others.
type refuted struct {
	literal, depth, number int
}

// Begin starts a search in which the queens of the given variables stand already.
func (r *Refutation) Begin(standing ...int) {
	r.clause, r.known = r.clause[:0], r.known[:0]
	for _, v := range standing {
		r.clause = append(r.clause, -v)
	}
}

// Keep gives up the queens that stand. Of what was refuted, lemmas of at most so many queens stay.
func (r *Refutation) Keep(queens int) {
	for ; len(r.known) > 0; r.known = r.known[:len(r.known)-1] {
		if k := r.known[len(r.known)-1]; k.depth > queens {
			r.To.Forget(k.number, append(r.clause[:k.depth-1], k.literal))
		}
	}
}

// Put says that a queen stands on the square of a variable.
func (r *Refutation) Put(variable int) { r.clause = append(r.clause, -variable) }

// Refuted says that nothing can follow the last queen, and takes her off.
func (r *Refutation) Refuted() {
	depth := len(r.clause)
	last := refuted{r.clause[depth-1], depth, r.To.Add(r.clause)}
	for len(r.known) > 0 && r.known[len(r.known)-1].depth > depth {
		k := r.known[len(r.known)-1]
		r.known = r.known[:len(r.known)-1]
		r.To.Forget(k.number, append(r.clause, k.literal))
	}
	r.known, r.clause = append(r.known, last), r.clause[:depth-1]
}
