package batch

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"queens/internal/sys"
)

// rememberedDir is the directory of a state directory with a file for each run: its path.
const rememberedDir = "batch"

// Remember has [Remembered] return a directory.
func Remember(root, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	if err := sys.MkdirAll(filepath.Join(root, rememberedDir), 0o755); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	path := filepath.Join(root, rememberedDir, fmt.Sprintf("%x", sha256.Sum256([]byte(dir)))[:16])
	if err := os.WriteFile(path, []byte(dir+"\n"), 0o644); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// Remembered returns the directories that hold a run, sorted; those that are gone it leaves out.
func Remembered(root string) (dirs []string) {
	paths, _ := filepath.Glob(filepath.Join(root, rememberedDir, "*")) // the pattern is well-formed
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if dir := strings.TrimSuffix(string(text), "\n"); err == nil && IsRun(dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}
