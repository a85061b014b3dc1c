package kit

import "queens/internal/answer/counted"

// Version returns what the build recorded about the program.
func Version() *counted.Version { return counted.NewVersion() }

// ProgramName returns name, version and revision of the program, as ledgers
// record it.
func ProgramName() string { return Version().Program() }
