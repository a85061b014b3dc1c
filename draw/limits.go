package draw

// Limits of what is drawn.
const (
	// MaxAtlasOrder is the largest order whose graph is drawn: 9233 orbits.
	MaxAtlasOrder = 13

	// MaxBoardOrder is the largest order of a board that is drawn.
	MaxBoardOrder = 10_000

	// MaxHeatOrder is the largest order of a board with heat.
	MaxHeatOrder = 2048

	// MaxOrbitOrder is the largest order whose images and triangles are drawn.
	MaxOrbitOrder = 200

	// MaxSheet is the largest number of pictures on a sheet.
	MaxSheet = 400

	// MaxTextOrder is the largest order of a board that Text writes.
	MaxTextOrder = 1000

	// NamedOrbits is the largest number of orbits with numbers, a list and moves: those of
	// order 10.
	NamedOrbits = 100
)
