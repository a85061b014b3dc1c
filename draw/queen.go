package draw

// crown is the outline of a queen in a square of side 1, from its top left corner:
// five spikes on a base. It is drawn counterclockwise, as circles are, so that no
// rule of filling makes holes where the two overlap.
var crown = []point{
	{.87, .33},
	{.70, .53},
	{.67, .23},
	{.58, .50},
	{.50, .19},
	{.42, .50},
	{.33, .23},
	{.30, .53},
	{.13, .33},
	{.25, .72},
	{.23, .85},
	{.77, .85},
	{.75, .72},
}

// pearls are the tips of the spikes, and their size.
var pearls = []point{{.13, .32}, {.33, .23}, {.50, .19}, {.67, .23}, {.87, .32}}

const pearlRadius = .055

// pearled is the least side of a square in pixels that shows the tips.
const pearled = 20

func (s *shape) queen(x, y, side float64) {
	for i, pt := range crown {
		if i == 0 {
			s.move(x+side*pt.x, y+side*pt.y)
		} else {
			s.line(x+side*pt.x, y+side*pt.y)
		}
	}
	s.end()
	if side < pearled {
		return
	}
	for _, pt := range pearls {
		s.circle(x+side*pt.x, y+side*pt.y, side*pearlRadius)
	}
}
