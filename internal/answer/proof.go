package answer

import (
	"fmt"

	"queens/internal/human"
	"queens/internal/proofcheck"
)

// Proof is a proof that was checked, queens.proof/1.
type Proof struct {
	Schema      string `json:"schema" enum:"queens.proof/1"`
	Kind        string `json:"kind" enum:"DRAT,LRAT,VeriPB"`
	Verified    bool   `json:"verified"`
	Variables   int    `json:"variables"`
	Constraints int    `json:"constraints"` // of the formula; an equation counts twice
	Steps       int    `json:"steps"`       // constraints derived
}

// NewProof describes a proof that is right.
func NewProof(r proofcheck.Report) *Proof {
	return &Proof{"queens.proof/1", r.Kind, true, r.Variables, r.Constraints, r.Steps}
}

// Text says what was verified.
func (p *Proof) Text(Style) string {
	return fmt.Sprintf("verified: the formula has no solution (%s, %s, %s)\n", p.Kind,
		human.Plural(p.Constraints, "constraint"), human.Plural(p.Steps, "step"))
}
