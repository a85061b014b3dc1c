package model

import (
	_ "embed" // definitions.csv
	"sync"

	"queens/internal/named"
)

// Definition is one way to say what a solution on the regular board is.
type Definition struct {
	Name      string `json:"name"` // stable identifier
	Title     string `json:"title"`
	Statement string `json:"summary"` // the definition, a sentence or two, no final period
	Source    string `json:"source"`  // key in docs/bibliography.md
}

//go:embed definitions.csv
var definitionTable string

var definitions = sync.OnceValue(func() []Definition { return named.Decode[Definition](definitionTable) })

// Definitions returns the definitions, sorted by name.
func Definitions() []Definition { return definitions() }
