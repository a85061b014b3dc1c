package docs_test

import (
	"os"
	"strings"
	"testing"

	"queens/internal/must"
	"queens/known"
)

func TestGlossaryExplainsEveryStatus(t *testing.T) {
	glossary := must.Get(os.ReadFile("glossary.md"))(t)
	for _, status := range known.Statuses() {
		if !strings.Contains(string(glossary), "* **"+string(status)+"**: ") {
			t.Errorf("glossary.md does not explain the status %q", status)
		}
	}
}
