package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"queens/internal/must"
)

var mdLink = regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`)

// linkFindings returns the dead relative links of a document.
func linkFindings(text string, exists func(target string) bool) []string {
	var dead []string
	for _, m := range mdLink.FindAllStringSubmatch(text, -1) {
		if target := m[1]; !strings.Contains(target, "://") && !exists(target) {
			dead = append(dead, target)
		}
	}
	return dead
}

func TestDocumentLinksLeadSomewhere(t *testing.T) {
	root := moduleRoot(t)
	walkModule(t, root, func(rel string) {
		if !strings.HasSuffix(rel, ".md") {
			return
		}
		file := filepath.Join(root, filepath.FromSlash(rel))
		text := must.Get(os.ReadFile(file))(t)
		dead := linkFindings(string(text), func(target string) bool {
			_, err := os.Stat(filepath.Join(filepath.Dir(file), filepath.FromSlash(target)))
			return err == nil
		})
		for _, target := range dead {
			t.Errorf("%s: link to %s, which does not exist", rel, target)
		}
	})
}

func TestDeadLinksAreFound(t *testing.T) {
	text := "[a](here.md) [b](there.md#part) [c](https://example.org/x) [d](#part)"
	dead := linkFindings(text, func(target string) bool { return target == "here.md" })
	if len(dead) != 1 || dead[0] != "there.md" {
		t.Errorf("got %q, want there.md", dead)
	}
}
