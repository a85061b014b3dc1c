package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"queens/internal/golden"
	"queens/known"
)

// TestSequences compares the entries that the program prints for the OEIS with those that were read
// and found right.
func TestSequences(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := Main([]string{"table", "--format", "oeis"}, &bytes.Buffer{}, &stdout, &stderr); code != 0 ||
		stdout.Len() == 0 {
		t.Fatalf("exit code %d, %s", code, &stderr)
	}
	golden.Compare(t, filepath.Join("testdata", "oeis.txt"), stdout.Bytes())
}

// TestKeptCounts compares the saved counts of sequences.md with the known values, and those after a
// gap with what their series says of larger orders.
func TestKeptCounts(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "sequences.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| ([A-Z]\d*)\((\d+)\) \| (\d+) \| \d+ \| [0-9a-f]{64} \|`).FindAllStringSubmatch(string(page), -1)
	if len(rows) == 0 {
		t.Fatal("no rows")
	}
	for _, row := range rows {
		names := map[string]string{"R": "reflecting", "T": "toroidal", "S90": "s90", "S180": "s180"}
		series, ok := known.Find(names[row[1]])
		if !ok {
			t.Errorf("%s: no such series", row[0])
			continue
		}
		n, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := series.Lookup(n); ok {
			if v.Value.String() != row[3] {
				t.Errorf("%s: known is %v", row[0], v.Value)
			}
			continue
		}
		numbers := regexp.MustCompile(`\d+`).FindAllString(series.Beyond, -1)
		if !slices.Contains(numbers, row[2]) || !slices.Contains(numbers, row[3]) {
			t.Errorf("%s: the series says %q", row[0], series.Beyond)
		}
	}
}
