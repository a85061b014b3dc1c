package counting

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
)

// findRun returns the directory of the run that name stands for: a name, or the beginning of
// exactly one; or the path that name is, of a run's directory or of a ledger, whatever its name.
func findRun(root, name string) (path string, err error) {
	path, err = runs.Find(root, name)
	unknown, ok := errors.AsType[*runs.UnknownError](err)
	if !ok {
		return path, err
	}
	if info, err := os.Stat(name); err == nil { // a path, unless it is a name
		if !info.IsDir() && filepath.Base(name) != "ledger" {
			return name, nil
		}
		return filepath.Abs(name)
	}
	if hint := kit.DidYouMean(name, unknown.Names); hint != "" && len(unknown.Fitting) == 0 {
		return "", kit.Usagef("runs: no run %q under %s%s; there are %s", name, root, hint, humanize.List(unknown.Names))
	}
	return "", kit.WithCode(kit.CodeUsage, err)
}

// readRun reads the run that name stands for. What its file cannot be read for is
// not wrong usage.
func readRun(ctx context.Context, root, name string) (*ledger.Run, error) {
	path, err := findRun(root, name)
	if err != nil {
		return nil, err
	}
	run, err := ledger.Read(ctx, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, kit.Usagef("runs: %s holds no ledger", path)
	case ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, kit.WithCode(kit.CodeFailed, fmt.Errorf("runs: %w", err))
	case filepath.Base(path) != "ledger" && run.Recovery.NoHeader && run.Tally.Results == 0 && run.Path == path:
		return nil, kit.Usagef("runs: %s is not a ledger", path)
	}
	return run, nil
}

func namedRun(ctx context.Context, state *string, args []string) (*ledger.Run, error) {
	root, err := kit.RunsRoot(*state)
	if err != nil {
		return nil, err
	}
	return readRun(ctx, root, args[0])
}
