package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"queens/find/complete"
	"queens/format"
	"queens/internal/answer/printer"
)

type listedInstance struct {
	complete.Instance
	Level string `json:"level"`
}

type instancesAnswer struct {
	Hash      string           `json:"sha256"` // of the texts of all boards, one after the other
	Instances []listedInstance `json:"instances"`
}

func showInstances() (printer.Shown, error) {
	var r instancesAnswer
	hash := sha256.New()
	for _, i := range complete.Instances() {
		p, err := i.Problem()
		if err == nil {
			err = format.WriteProblem(hash, p)
		}
		if err != nil {
			return printer.Shown{}, err
		}
		r.Instances = append(r.Instances, listedInstance{i, i.Level()})
	}
	r.Hash = hex.EncodeToString(hash.Sum(nil))
	return printer.Show("queens.instances/1", r, r.text), nil
}

func (r instancesAnswer) text(printer.Style) string {
	var text strings.Builder
	for _, i := range r.Instances {
		verdict := "none"
		if i.Possible {
			verdict = "possible"
		}
		fmt.Fprintf(&text, "%-18s %6d  %-8s %10d  %s\n", i.Name, i.Amount, verdict, i.Nodes, i.Level)
	}
	fmt.Fprintf(&text, "sha256 %s\n", r.Hash)
	return text.String()
}

func showSweepPoint(family string, n int, p complete.Point) printer.Shown {
	return printer.Show("queens.sweep-point/1", struct {
		Family string `json:"family"`
		Order  int    `json:"order"`
		complete.Point
	}{family, n, p}, func(printer.Style) string {
		text := fmt.Sprintf("%6d  possible %3d of %d  median %d", p.Amount, p.Possible, p.Instances, p.Median)
		if p.Undecided > 0 {
			text += fmt.Sprintf("  undecided %d", p.Undecided)
		}
		return text + "\n"
	})
}
