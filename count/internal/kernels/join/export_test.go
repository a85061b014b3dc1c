package join

import "sync/atomic"

// SetCost changes a cost of a counter, or disables a step, for measurements. It reports whether
// name is known.
func (c *Counter) SetCost(name string, x float64) bool {
	for _, costs := range []*costs{&c.narrow.costs, &c.wide.costs} {
		field := map[string]*float64{
			"split": &costs.split, "key": &costs.key, "block": &costs.block, "row": &costs.row, "test": &costs.test,
			"chunk": &costs.chunk, "eager": &costs.eager,
		}[name]
		if field != nil {
			*field = x
			continue
		}
		switch name {
		case "few":
			costs.few = int(x)
		case "narrow": // 0: 64-bit keys throughout
			c.wide.next = nil
		case "adapt": // 0: bits in a fixed order
			c.narrow.sample, c.wide.sample = firstBit[uint32], firstBit[uint64]
		case "chunks": // exactly that many
			costs.row, costs.chunk, costs.chunks = 0, 0, int(x)
		default:
			return false
		}
	}
	return true
}

// StopAfter sets flag, on which the counter stops, after it has sampled nodes times.
func (c *Counter) StopAfter(nodes int, flag *atomic.Bool) {
	c.StopOn(flag)
	c.wide.sample = stopAfter(c.wide.sample, &nodes, flag)
	c.narrow.sample = stopAfter(c.narrow.sample, &nodes, flag)
}

func stopAfter[K word](sample func(a, b []K, open K) (bit, product uint), nodes *int, flag *atomic.Bool) func(a, b []K,
	open K) (bit, product uint) {
	return func(a, b []K, open K) (bit, product uint) {
		if *nodes--; *nodes == 0 {
			flag.Store(true)
		}
		return sample(a, b, open)
	}
}

// firstBit replaces sampling if bits have a fixed order, and pretends that a split settles a fifth
// of the pairs.
func firstBit[K word](_, _ []K, open K) (bit, product uint) {
	for open>>bit&1 == 0 {
		bit++
	}
	return bit, 4096 / 5
}
