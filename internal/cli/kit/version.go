package kit

import "queens/internal/buildinfo"

// ProgramName returns name, version and revision of the program, as ledgers
// record it.
func ProgramName() string { return buildinfo.Of().Program() }
