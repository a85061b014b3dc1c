package runs

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"queens/count"
)

// A journal is replaced as a whole: who has the old one open reads the old one.
func TestJournalIsReplaced(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, journalFile)
	first, second := []request{{Name: "n9", Question: count.Question{Order: 9}}}, []request{}
	if err := writeJournal(path, first); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	reader, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := writeJournal(path, second); err != nil {
		t.Fatal(err)
	}
	old := make([]byte, 2*len(text))
	if n, _ := reader.Read(old); string(old[:n]) != string(text) {
		t.Errorf("the old journal has become %q, was %q", old[:n], text)
	}
	if got, err := readJournal(path); err != nil || !reflect.DeepEqual(got, second) {
		t.Errorf("readJournal = %v, %v; want %v", got, err, second)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%v, %v; want the journal alone", entries, err)
	}
}

// What a loss of power or a stranger leaves in the place of a journal.
func TestReadJournal(t *testing.T) {
	path := filepath.Join(t.TempDir(), journalFile)
	for text, want := range map[string]string{
		"": "", "\n": "", "{": "delete it to forget which counts were to continue",
		`{"schema":"queens.serve/9"}`: "another version of the program wrote it",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		requests, err := readJournal(path)
		if want == "" && (err != nil || len(requests) != 0) {
			t.Errorf("%q: %v, %v; want no requests", text, requests, err)
		}
		if want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if _, err := readJournal(path); err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("a directory: %v", err)
	}
}
