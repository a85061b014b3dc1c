package plan

import (
	"crypto/sha256"

	"queens/count/kind"
)

// Frame is what all subproblems of one count have in common: all that is needed to count one. It is
// not to be modified; several goroutines may use it at once.
type Frame struct {
	Order  int
	Scheme Scheme
	Hash   [sha256.Size]byte // of the plan

	Count kind.Count // by the scheme's kind
}
