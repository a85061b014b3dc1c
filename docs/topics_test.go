package docs

import (
	"slices"
	"strings"
	"testing"
)

// TestTopicsAreWhole compares pages with their files: no word is lost and no Markdown remains.
func TestTopicsAreWhole(t *testing.T) {
	for _, topic := range Topics() {
		text := topic.Text()
		if strings.Contains(text, "](") || strings.Contains(text, "**") || strings.Contains(text, "\n|") {
			t.Errorf("%s: marks of Markdown are left over", topic.Name)
		}
		got := map[string]int{}
		for _, word := range strings.FieldsFunc(text, notALetter) {
			got[strings.ToLower(word)]++
		}
		for line := range strings.Lines(read(topic.File)) {
			if strings.HasPrefix(line, "```") || strings.HasPrefix(line, "<!--") {
				continue
			}
			for _, word := range strings.FieldsFunc(plainText(line), notALetter) {
				if got[strings.ToLower(word)] == 0 && !strings.Contains(line, "](") && !strings.HasPrefix(line, "|") {
					t.Errorf("%s: %q of %q is missing", topic.Name, word, line)
				}
			}
		}
		toRead := slices.Contains([]string{"counting", "devices", "how-do-i", "machines", "trust", "tutorial"},
			topic.Name)
		if !toRead && len(topic.Entries()) < 5 || !slices.IsSortedFunc(Topics(),
			func(a, b Topic) int { return strings.Compare(a.Name, b.Name) }) {
			t.Errorf("%s: entries %q", topic.Name, topic.Entries())
		}
		for _, name := range topic.Entries() {
			if entry, ok := topic.Entry(name); !ok || strings.TrimSpace(entry) == "" {
				t.Errorf("%s: no entry %q", topic.Name, name)
			}
		}
	}
}

func notALetter(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') }

// TestNumberedSteps checks that each step has its own line.
func TestNumberedSteps(t *testing.T) {
	topic, _ := FindTopic("machines")
	for _, step := range []string{"\n1. The", "\n2. The", "\n3. The"} {
		if !strings.Contains(topic.Text(), step) {
			t.Errorf("machines: no line begins with %q", step[1:])
		}
	}
}

func TestEntries(t *testing.T) {
	for _, c := range []struct{ topic, word, want string }{
		{"glossary", "orbit", "* orbit: all images of a solution"},
		{"glossary", "ORDER", "* order, n: the side of the board"},
		{"glossary", "blocked squ", "* blocked square, excluded diagonal: where a problem"},
		{"errata", "z7", "Z7\n  printed   equation (5): i = 1..N\n  right     i = 1..N-2: order N has N-2 " +
			"triangles\n  check     equation (7)\n"},
		{"exit-codes", "141", "  141                 the reader of a pipe closed it\n"},
		{
			"environment", "no_color",
			"  NO_COLOR            any value turns colours off, unless --color asks for them\n",
		},
		{"bibliography", "rohl1983", "rohl1983\n  source    J. S. Rohl: A faster lexicographical"},
		{"formats", "problem", "PROBLEMS: PARTIAL BOARDS\n"},
	} {
		topic, ok := FindTopic(c.topic)
		if !ok {
			t.Fatalf("no topic %s", c.topic)
		}
		if got, ok := topic.Entry(c.word); !ok || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s %s: %q, want %q", c.topic, c.word, got, c.want)
		}
		for _, none := range []string{"", "no such entry"} {
			if got, ok := topic.Entry(none); ok {
				t.Errorf("%s %q: %q", c.topic, none, got)
			}
		}
	}
}
