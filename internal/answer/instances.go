package answer

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"queens/find/complete"
	"queens/format"
	"queens/internal/answer/counted"
)

// Instances is the frozen set of boards to be completed, queens.instances/1.
type Instances struct {
	Schema    string     `json:"schema"`
	Hash      string     `json:"sha256"` // of the texts of all boards, one after the other
	Instances []Instance `json:"instances"`
}

// Instance is a board of the frozen set.
type Instance struct {
	Name     string `json:"name"`
	Family   string `json:"family"`
	Order    int    `json:"order"`
	Amount   int    `json:"amount"`
	Seed     uint64 `json:"seed,string"`
	Possible bool   `json:"possible"`
	Nodes    string `json:"nodes"` // queens placed to find out
	Level    string `json:"level"`
}

// NewInstances lists the frozen set.
//
// Errors: those of complete.Generate.
func NewInstances() (*Instances, error) {
	r := &Instances{Schema: "queens.instances/1"}
	hash := sha256.New()
	for _, i := range complete.Instances() {
		p, err := i.Problem()
		if err != nil {
			return nil, err
		}
		if err := format.WriteProblem(hash, p); err != nil {
			return nil, err
		}
		r.Instances = append(r.Instances, Instance{i.Name, i.Family, i.Order, i.Amount, i.Seed, i.Possible, counted.Decimal(i.Nodes), i.Level()})
	}
	r.Hash = hex.EncodeToString(hash.Sum(nil))
	return r, nil
}

// Text returns a table.
func (r *Instances) Text(Style) string {
	var text strings.Builder
	for _, i := range r.Instances {
		verdict := "none"
		if i.Possible {
			verdict = "possible"
		}
		fmt.Fprintf(&text, "%-18s %6d  %-8s %10s  %s\n", i.Name, i.Amount, verdict, i.Nodes, i.Level)
	}
	fmt.Fprintf(&text, "sha256 %s\n", r.Hash)
	return text.String()
}

// SweepPoint is what became of the instances of an amount, queens.sweep-point/1.
type SweepPoint struct {
	Schema    string `json:"schema"`
	Family    string `json:"family"`
	Order     int    `json:"order"`
	Amount    int    `json:"amount"`
	Instances int    `json:"instances"`
	Possible  int    `json:"possible"`
	Undecided int    `json:"undecided"`
	Median    string `json:"medianNodes"`
}

// NewSweepPoint describes a point of a sweep.
func NewSweepPoint(family string, n int, p complete.Point) *SweepPoint {
	return &SweepPoint{"queens.sweep-point/1", family, n, p.Amount, p.Instances, p.Possible, p.Undecided, counted.Decimal(p.Median)}
}

// Text returns a line.
func (p *SweepPoint) Text(Style) string {
	text := fmt.Sprintf("%6d  possible %3d of %d  median %s", p.Amount, p.Possible, p.Instances, p.Median)
	if p.Undecided > 0 {
		text += fmt.Sprintf("  undecided %d", p.Undecided)
	}
	return text + "\n"
}
