package kit

import "queens/internal/answer"

// Version returns what the build recorded about the program.
func Version() *answer.Version { return answer.NewVersion() }

// ProgramName returns name, version and revision of the program, as ledgers
// record it.
func ProgramName() string { return Version().Program() }
