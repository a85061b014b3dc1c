package arch

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
	walkModule(t, func(rel string) {
		if !strings.HasSuffix(rel, ".md") {
			return
		}
		for _, target := range linkFindings(readText(t, rel), func(target string) bool {
			_, err := os.Stat(filepath.Join(root, filepath.FromSlash(path.Join(path.Dir(rel), target))))
			return err == nil
		}) {
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
