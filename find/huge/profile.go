package huge

// profileBins is the number of parts that Profile cuts the diagonals of a kind into, and
// profileSide that of the rows and columns of its grid.
const (
	profileBins = 16
	profileSide = 8
)

// Profile says where the queens of a placement stand: how full its diagonals are, and how
// dense each part of the board is.
type Profile struct {
	Rising  [profileBins]float64              `json:"rising"`  // queens for each diagonal, by stretches of row + column
	Falling [profileBins]float64              `json:"falling"` // by stretches of row - column
	Density [profileSide][profileSide]float64 `json:"density"` // of parts of the board, 1 is even; top row first
}

// NewProfile counts the queens of a placement. Time O(n), space O(1).
func NewProfile(p Placement) (f Profile) {
	side := int64(p.Order)
	diagonals := 2*side - 1
	col := int64(0)
	for rows := range p.Rows {
		for _, r := range rows {
			row := int64(r) // products need more than 32 bits
			f.Rising[profileBins*(row+col)/diagonals]++
			f.Falling[profileBins*(row-col+side-1)/diagonals]++
			f.Density[profileSide*row/side][profileSide*col/side]++
			col++
		}
	}
	for bin := range int64(profileBins) {
		if count := binStart(bin+1, diagonals) - binStart(bin, diagonals); count > 0 {
			f.Rising[bin] /= float64(count)
			f.Falling[bin] /= float64(count)
		}
	}
	for i := range profileSide * profileSide {
		part := &f.Density[i/profileSide][i%profileSide]
		*part = *part * profileSide * profileSide / max(1, float64(side))
	}
	return f
}

// binStart returns the first diagonal of a bin: the least d with 16 d / diagonals = bin.
func binStart(bin, diagonals int64) int64 { return (bin*diagonals + profileBins - 1) / profileBins }
