// Package frames lets package count use what a frame of package plan has made, by types of
// internal packages that no exported signature names.
package frames

import (
	"queens/internal/parity"
	"queens/internal/turns"
)

// Key is the key of the Products of a plan.Frame.
type Key struct{}

// Of returns what a plan.Frame has made.
func Of(frame interface{ Value(key any) any }) *Products { return frame.Value(Key{}).(*Products) }

// Products are what the subproblems of a frame are made of.
type Products struct {
	Classes func() []*parity.Class         // of a scheme of row sets
	Class   func(queens int) *parity.Class // with so many on even rows and columns

	Half    func() *turns.Half // of a scheme of line sets; a second for order 40
	Quarter func() *turns.Quarter
	Torus   func() *turns.Torus
	Lines   func() []turns.Unit // of a scheme of line sets, none for others
	// Alike returns how many of the first units are best counted together, at least 1.
	Alike func(units []turns.Unit) int
}
