package program

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"queens/count/ledger"
	"queens/count/runs"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/internal/sys"
)

const (
	stateAdvice = "choose another directory with --state DIR or the variable QUEENS_STATE, or count with --state none"
	lockAdvice  = "without locks two counts may write one ledger; choose a local disk with --state DIR or the " +
		"variable QUEENS_STATE"
)

func lookAtState(ctx context.Context, state string) []finding {
	root, err := kit.StateRoot(state)
	if err != nil {
		return []finding{failure("state", stateAdvice, err)}
	}
	if root == "" {
		return []finding{{Name: "state", Status: notable, Detail: "nothing is saved: the state directory is none"}}
	}
	if root, err = filepath.Abs(root); err != nil {
		return []finding{failure("state", stateAdvice, err)}
	}
	parent := root // that there is
	for _, err := os.Lstat(parent); errors.Is(err, fs.ErrNotExist); _, err = os.Lstat(parent) {
		parent = filepath.Dir(parent)
	}
	if err := tryWriting(parent); err != nil {
		return []finding{failure("state", stateAdvice, err)}
	}
	return append([]finding{describeState(root, parent), lookAtLocks(parent)}, lookAtRuns(ctx, root)...)
}

func tryWriting(dir string) error {
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err != nil {
		return err
	}
	_, err = f.WriteString("queens doctor was here\n")
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}

// lowSpace is the free space below which a ledger may not fit: that of a plan of a
// million subproblems.
const lowSpace = 100_000_000

func describeState(root, parent string) finding {
	f := well("state", "%s, writable", root)
	if parent != root {
		f.Detail += ", will be made by the first count that needs it"
	}
	free, err := sys.FreeSpace(parent)
	if err != nil {
		return f
	}
	f.Detail += fmt.Sprintf(", %s free", humanize.Bytes(float64(free)))
	if free < lowSpace {
		f.Status, f.Advice = notable, "a large ledger may not fit; "+stateAdvice
	}
	return f
}

// errNotRefused says that a lock did not lock.
var errNotRefused = errors.New("a second lock on a locked file was not refused")

// lookAtLocks locks a file of the directory twice; the second must be refused.
func lookAtLocks(root string) finding {
	path := filepath.Join(root, fmt.Sprintf(".doctor-lock-%d", os.Getpid()))
	lock, err := sys.LockFile(path)
	if err != nil {
		return failure("locks", lockAdvice, err)
	}
	second, err := sys.LockFile(path)
	if err == nil {
		err = errors.Join(errNotRefused, second.Unlock())
	} else if errors.Is(err, sys.ErrLocked) {
		err = nil
	}
	if err = errors.Join(err, lock.Unlock(), os.Remove(path)); err != nil {
		return failure("locks", lockAdvice, err)
	}
	return well("locks", "a ledger in use is locked against a second process")
}

func lookAtRuns(ctx context.Context, root string) []finding {
	var complete, running, incomplete int
	var lost, repaired, doubtful []string
	for entry, err := range ledger.List(ctx, root) {
		switch {
		case err != nil:
			return []finding{failure("runs", stateAdvice, err)}
		case ctx.Err() != nil:
			return nil
		case entry.Err != nil:
			lost = append(lost, entry.Name)
			continue
		case runs.Damaged(entry.Run) && (!entry.Run.Complete() || runs.Misplaced(entry.Run) != ""):
			lost = append(lost, entry.Name)
		case runs.Damaged(entry.Run):
			repaired = append(repaired, entry.Name)
		}
		if len(runs.Doubts(entry.Run)) > 0 {
			doubtful = append(doubtful, entry.Name)
		}
		switch {
		case entry.Run.Holder != "":
			running++
		case entry.Run.Complete():
			complete++
		default:
			incomplete++
		}
	}
	found := []finding{well("runs", "%d complete, %d running, %d incomplete; queens runs lists them",
		complete, running, incomplete)}
	if len(repaired) > 0 {
		found = append(found, finding{
			Name: "runs", Status: notable, Detail: "damaged, but no result is missing: " + humanize.List(repaired),
		})
	}
	if len(doubtful) > 0 {
		found = append(found, finding{
			Name: "runs", Status: failed, Detail: "in doubt: " + humanize.List(doubtful),
			Advice: "queens runs show tells why, queens runs verify --repair finds what is wrong",
		})
	}
	if len(lost) > 0 {
		found = append(found, finding{
			Name: "runs", Status: failed, Detail: "damaged: " + humanize.List(lost),
			Advice: "queens runs show " + humanize.OneLine(lost[0]) + " tells what is wrong and what to do",
		})
	}
	return found
}
