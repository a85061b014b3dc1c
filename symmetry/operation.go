package symmetry

import (
	"fmt"
	"slices"

	"queens"
)

var byOperation = [Count]Symmetry{
	Identity,      // po1
	Transpose,     // po2, the inverse Inv
	AntiTranspose, // po3 = Rev of Cmpl of Inv
	FlipRows,      // po4, the complement Cmpl
	FlipCols,      // po5, the reverse Rev
	Rot90,         // po6 = Cmpl of Inv
	Rot180,        // po7 = Rev of Cmpl
	Rot270,        // po8 = Inv of Cmpl
}

// Operation returns the symmetry that is called po1..po8 in the theory of
// permutation operations, by its number 1..8. The eight form a group that is
// isomorphic to the dihedral group D4; its table of products, "row first, column
// second", is Operation(i).Then(Operation(j)).
//
// Errors: queens.ErrFormat for any other number. Source: [zhang2011], section II
// and Table 1; errata Z1 says in which order that table composes.
func Operation(no int) (Symmetry, error) {
	if no < 1 || no > Count {
		return 0, fmt.Errorf("symmetry: operation po%d: want po1 to po%d: %w", no, Count, queens.ErrFormat)
	}
	return byOperation[no-1], nil
}

// OperationNo returns the number of s among the operations po1..po8.
func (s Symmetry) OperationNo() int { return slices.Index(byOperation[:], s) + 1 }

// OperationName returns the name of s as an operation, "po3".
func (s Symmetry) OperationName() string { return fmt.Sprintf("po%d", s.OperationNo()) }
