package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"queens/count/ledger"
	"queens/internal/humanize"
)

// ErrDamaged says that ledgers of a complete count are missing, or lost results.
var ErrDamaged = errors.New("the directory is damaged")

// Damaged is a ledger that is missing, or that lost results after a task wrote it.
type Damaged struct {
	Name   string `json:"name"`
	Intact int    `json:"intact"` // results
	Lost   int    `json:"lost"`   // frames, where no record says how many results it had
}

// String says what the ledger lost.
func (x Damaged) String() string {
	if x.Lost == 0 {
		return filepath.Join(ledgersDir, x.Name) + " cannot be read"
	}
	return fmt.Sprintf("%s lost %d of %s", filepath.Join(ledgersDir, x.Name), x.Lost,
		humanize.Plural(x.Intact+x.Lost, "result"))
}

func (r *Run) readRecord() (*Record, error) {
	record := new(Record)
	err := readJSON(filepath.Join(r.dir, recordFile), record)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return record, err
}

// damaged returns the ledgers that lost results: by what is left of them, and by an earlier record.
func (d *driver) damaged(record *Record) (list []Damaged) {
	lost, intact := map[string]int{}, map[string]int{}
	for name, s := range d.sources {
		if s.run == nil {
			lost[name] = 0
			continue
		}
		intact[name] = s.run.Tally.Results
		if n := lostFrames(&s.run.Recovery); n > 0 {
			lost[name] = n
		}
	}
	if record != nil {
		before := map[string]int{}
		for _, x := range record.Damaged {
			before[x.Name] = x.Lost
		}
		for _, x := range record.Ledgers {
			before[x.Name] += max(0, x.Results-intact[x.Name])
		}
		for name, n := range before {
			if n = max(n, lost[name]); n > 0 && !d.withdrawn(name) {
				lost[name] = n
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lost)) {
		list = append(list, Damaged{name, intact[name], lost[name]})
	}
	return list
}

// lostFrames returns how many frames of a ledger are lost. The last bytes may be those that its
// task was writing.
func lostFrames(r *ledger.Recovery) (n int) {
	for _, x := range r.Damages {
		n += max(1, int(x.Missing))
	}
	return n + r.MoreDamages
}

func (d *driver) withdrawn(name string) bool {
	_, node, _ := parseAttempt(name)
	return d.gone[name] || slices.Contains(d.wrong, node)
}

// readOld reads the record of an earlier driver, before the ledgers: those it lists were there.
func (d *driver) readOld(ctx context.Context) {
	var err error
	if d.old, err = d.run.readRecord(); err != nil {
		d.old = nil
		d.once(fmt.Sprintf("warning: %v; a new record is written when the count is complete", err))
	}
	if d.old == nil {
		return
	}
	if merged, err := ledger.Read(ctx, d.ledgerPath()); err != nil || !merged.Recovery.Sound() {
		d.once(fmt.Sprintf("warning: %s is damaged or missing; it is written again", d.ledgerPath()))
	}
}

func (d *driver) warn() {
	for _, x := range d.damaged(d.old) {
		if x.Lost > 0 && !d.old.lists(x) { // of one that cannot be read, take says why
			d.once(fmt.Sprintf("warning: %v; results that no other ledger has are counted again", x))
		}
	}
}

// lists reports whether the record says that a ledger lost what it lacks.
func (r *Record) lists(x Damaged) bool {
	return r != nil && slices.ContainsFunc(r.Damaged, func(y Damaged) bool {
		return x.Name == y.Name && x.Intact >= y.Intact && x.Lost <= y.Lost
	})
}

func (d *driver) lossText(r *Record) string {
	var missing, damaged []string
	for _, x := range d.damaged(r) {
		path := filepath.Join(ledgersDir, x.Name)
		switch {
		case r.lists(x):
		case d.sources[x.Name] == nil:
			missing = append(missing, path)
		default:
			damaged = append(damaged, fmt.Sprintf("%s is damaged: %d of its %s are intact", path, x.Intact,
				humanize.Plural(x.Intact+x.Lost, "result")))
		}
	}
	if len(missing) > 0 {
		damaged = append(damaged, fmt.Sprintf("%s in %s, missing in the directory: %s",
			humanize.Plural(len(missing), "ledger"), recordFile, humanize.List(missing)))
	}
	return strings.Join(damaged, "; ")
}
