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
	Order   int                              `json:"order"`
	Rising  [profileBins]Bin                 `json:"rising"`  // by row + column
	Falling [profileBins]Bin                 `json:"falling"` // by row - column
	Density [profileSide][profileSide]uint64 `json:"queens"`  // queens on each part, top row of the board first
}

// Bin is a stretch of neighbouring diagonals.
type Bin struct {
	Diagonals uint64 `json:"diagonals,string"`
	Queens    uint64 `json:"queens,string"`
}

// Share returns the number of queens for each diagonal of the bin: for a solution, the
// part of its diagonals that hold one.
func (b Bin) Share() float64 {
	if b.Diagonals == 0 {
		return 0
	}
	return float64(b.Queens) / float64(b.Diagonals)
}

// NewProfile counts the queens of a placement. Time O(n), space O(1).
func NewProfile(p Placement) Profile {
	n := p.Order
	f := Profile{Order: n}
	if n == 0 {
		return f
	}
	side := int64(n)
	diagonals := 2*side - 1
	for bin := range int64(profileBins) {
		count := uint64(binStart(bin+1, diagonals) - binStart(bin, diagonals))
		f.Rising[bin].Diagonals, f.Falling[bin].Diagonals = count, count
	}
	col := int64(0)
	for rows := range p.Rows {
		for _, r := range rows {
			row := int64(r) // products need more than 32 bits
			f.Rising[profileBins*(row+col)/diagonals].Queens++
			f.Falling[profileBins*(row-col+side-1)/diagonals].Queens++
			f.Density[profileSide*row/side][profileSide*col/side]++
			col++
		}
	}
	return f
}

// binStart returns the first diagonal of a bin: the least d with 16 d / diagonals = bin.
func binStart(bin, diagonals int64) int64 { return (bin*diagonals + profileBins - 1) / profileBins }

// Relative returns the density of a part of the board relative to that of the whole: 1 if
// it holds its share of the queens.
func (p Profile) Relative(row, col int) float64 {
	if p.Order == 0 {
		return 0
	}
	return float64(p.Density[row][col]) * profileSide * profileSide / float64(p.Order)
}
