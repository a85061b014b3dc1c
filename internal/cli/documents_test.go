package cli

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"queens/docs"
)

// weak reports whether a part of an answer would be in it if its content were wrong: a word, or a
// small number.
func weak(part string) bool { return len(part) < 20 && !regexp.MustCompile(`\d.{3}`).MatchString(part) }

// containsInOrder reports whether text has all parts, which " ... " separates, one after the other.
func containsInOrder(text, parts string) bool {
	for part := range strings.SplitSeq(parts, " ... ") {
		_, after, ok := strings.Cut(text, part)
		if text = after; !ok || part == "" {
			return false
		}
	}
	return true
}

// TestDocuments types the command of every item of docs/documents.csv and looks for what it prints:
// content, no token. It asks that every erratum is named there, and no other.
func TestDocuments(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("QUEENS_STATE", t.TempDir())
	key := regexp.MustCompile(`\b[ZCEBT][0-9]+\b`)
	verdict := regexp.MustCompile(`^(right|repaired|refuted|missing|answered|own definition|open|words|not |as far as used)`)
	for _, text := range docs.Errata() {
		named := map[string]bool{}
		items := docs.Items(text.Source.Key)
		if len(items) < 20 {
			t.Errorf("%s: %d items", text.Source.Key, len(items))
		}
		for _, item := range items {
			for _, no := range key.FindAllString(item.Verdict, -1) {
				if _, ok := docs.FindErratum(no); !ok {
					t.Errorf("documents.csv:%d: there is no erratum %s", item.Line, no)
				}
				named[no] = true
			}
			if !verdict.MatchString(item.Verdict) {
				t.Errorf("documents.csv:%d: verdict %q", item.Line, item.Verdict)
			}
			if item.Command == "" {
				continue
			}
			words := strings.Fields(item.Command)
			var stdout, stderr bytes.Buffer
			code := Main(words[1:], strings.NewReader(""), &stdout, &stderr)
			printed := strings.Join(strings.Fields(stdout.String()+stderr.String()), " ")
			if weak(item.Prints) && printed != item.Prints {
				t.Errorf("documents.csv:%d: %s: %q says too little of what is printed", item.Line,
					item.Command, item.Prints)
			}
			if code != 0 && code != 2 && code != 3 || words[0] != "queens" || !containsInOrder(printed, item.Prints) {
				t.Errorf("documents.csv:%d: %s: exit code %d, want %q in\n%.300s", item.Line, item.Command,
					code, item.Prints, printed)
			}
		}
		for _, e := range text.Errata {
			if !named[e.No] {
				t.Errorf("erratum %s is in no item", e.No)
			}
		}
	}
}
