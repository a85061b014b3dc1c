//go:build race

package cli

// raced reports that the race detector is on, which makes tests ten times slower.
const raced = true
