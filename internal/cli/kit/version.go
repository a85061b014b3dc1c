package kit

import "queens/internal/origin"

// ProgramName returns name, version and revision of the program, as ledgers
// record it.
func ProgramName() string { return origin.Of().Program() }
