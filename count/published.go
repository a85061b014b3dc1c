package count

import (
	"queens"
	"queens/count/plan"
	"queens/known"
)

// Published returns the known value of what the scheme counts at order n, and
// whether there is one.
func Published(s plan.Scheme, n int) (value queens.Total, ok bool) {
	switch {
	case s.Topology == queens.Modular && s.Motion == plan.HalfTurn:
		value, ok = toroidalHalfTurn(n)
	case s.Topology == queens.Modular:
		value, ok = known.Modular(n)
	case s.Motion == plan.Reflecting:
		value, ok = reflecting(n)
	case s.Motion == plan.HalfTurn:
		value, ok = known.S180(n)
	case s.Motion == plan.QuarterTurn:
		value, ok = known.S90(n)
	default:
		value, ok = known.Solutions(n)
	}
	return value.Times(s.Times(n)), ok
}

func toroidalHalfTurn(n int) (queens.Total, bool) {
	v, ok := known.Lookup("toroidal-half-turn", n)
	return v.Value, ok
}

func reflecting(n int) (queens.Total, bool) {
	v, ok := known.Lookup("reflecting", n)
	return v.Value, ok
}
