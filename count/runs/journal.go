package runs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// journal is the file that says which counts are to go on.
type journal struct {
	Schema string `json:"schema"`
	Runs   []wish `json:"runs"`
}

const journalSchema = "queens.serve/1"

// readJournal returns the wishes of a journal; none if there is no file.
func readJournal(path string) ([]wish, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
	}
	var j journal
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, fmt.Errorf("runs: %s: %w; delete it to forget which counts were to go on, their results stay", path, err)
	}
	if j.Schema != journalSchema {
		return nil, fmt.Errorf("runs: %s has schema %q, want %q; a newer program wrote it", path, j.Schema, journalSchema)
	}
	return j.Runs, nil
}

// writeJournal replaces a journal.
func writeJournal(path string, wishes []wish) error {
	text, err := json.MarshalIndent(journal{journalSchema, wishes}, "", "  ")
	if err != nil {
		return fmt.Errorf("runs: %w", err)
	}
	fresh := path + ".new"
	if err := os.WriteFile(fresh, append(text, '\n'), 0o644); err != nil {
		return fmt.Errorf("runs: %w", err)
	}
	if err := os.Rename(fresh, path); err != nil {
		return fmt.Errorf("runs: %w", err)
	}
	return nil
}
