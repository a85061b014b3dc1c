package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"queens/internal/gold"
)

// TestSequences compares the entries of docs/sequences.md with what the program prints.
func TestSequences(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "sequences.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	if code := Main([]string{"table", "--oeis"}, &bytes.Buffer{}, &stdout, &stderr); code != 0 || stdout.Len() == 0 {
		t.Fatalf("exit code %d, %s", code, &stderr)
	}
	block := regexp.MustCompile("(?s)```text\n.*?```\n")
	gold.Compare(t, path, block.ReplaceAllLiteral(page, []byte("```text\n"+stdout.String()+"```\n")))
}
