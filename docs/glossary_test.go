package docs_test

import (
	"os"
	"strings"
	"testing"

	"queens/known"
)

// TestGlossaryExplainsEveryStatus looks for the words that tables print beside values.
func TestGlossaryExplainsEveryStatus(t *testing.T) {
	glossary, err := os.ReadFile("glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range known.Statuses() {
		if !strings.Contains(string(glossary), "* **"+string(status)+"**: ") {
			t.Errorf("glossary.md does not explain the status %q", status)
		}
	}
}
