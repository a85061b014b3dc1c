package runs

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"queens/internal/sys"
)

// journal is the file that says which counts are to continue.
type journal struct {
	Schema string    `json:"schema"`
	Runs   []request `json:"runs"`
}

const journalSchema = "queens.serve/2"

func readJournal(path string) ([]request, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("runs: %w", err)
	}
	if len(bytes.TrimSpace(text)) == 0 { // as a loss of power may leave it
		return nil, nil
	}
	var j journal
	if err := json.Unmarshal(text, &j); err != nil {
		return nil, fmt.Errorf("runs: %s: %w; delete it to forget which counts were to continue; their results stay",
			path, err)
	}
	if j.Schema != journalSchema {
		return nil, fmt.Errorf("runs: %s has schema %q, want %q: another version of the program wrote it; delete "+
			"it to forget which counts were to continue; their results stay", path, j.Schema, journalSchema)
	}
	return j.Runs, nil
}

func writeJournal(path string, requests []request) error {
	text, err := json.MarshalIndent(journal{journalSchema, requests}, "", "  ")
	if err != nil {
		return fmt.Errorf("runs: %w", err)
	}
	err = sys.ReplaceFile(path, 0o644, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
	if err != nil {
		return fmt.Errorf("runs: %w", err)
	}
	return nil
}
