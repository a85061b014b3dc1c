package cli

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// idioms are turns that give away a translated text, with what to write instead and how many are
// left: in the documents, and in the help of all commands. Both numbers only go down.
var idioms = []struct {
	name, pattern, instead string
	documents, help        int
}{
	{"behind", `behind`, "after", 0, 1},
	{"goes on", `(?:go|goes|going|went) on`, "continues, resumes", 0, 0},
	{"stands", `(?:stand|stands|standing|stood)`, "is, is listed", 0, 0},
	{"tells", `(?:tell|tells|telling|told)`, "reports, prints, says", 0, 0},
	{"who", `(?:who|whoever)`, "if you, a user who", 1, 0},
	{"nobody", `nobody`, "no process, no one", 0, 0},
	{"as many as", `(?:as|so) many`, "the same number", 1, 0},
	{"of which", `of which`, "two sentences", 0, 0},
	{"there is none", `there (?:is|are) none`, "not found, no such X", 0, 0},
	{"looked at, looked up", `look(?:s|ed|ing)? (?:at|up)`, "checked, read", 0, 0},
	{"taken over, taken in", `(?:take|takes|taken|taking|took) (?:over|in)`, "reused, accepted, merged", 0, 0},
	{"given up", `(?:give|gives|given|giving|gave) up`, "abandoned, stopped", 0, 0},
	{"kept", `kept`, "saved, stored", 5, 1},
	{"by itself", `by (?:itself|themselves)`, "automatically", 0, 0},
	{"too", `\w+, too`, "also", 0, 0},
	{"but for", `but for`, "except", 0, 0},
	{"what is left", `what is left`, "the rest, remaining", 0, 0},
	{"words of bits", `words of bits`, "bitmasks", 0, 0},
}

// mostWordsOfReadme is how many words the README may have; budget.txt bounds those of all
// documents.
const mostWordsOfReadme = 600

// made are the parts of documents that a program writes.
var made = regexp.MustCompile(`(?s)<!-- (?:measurements|scripts/)[^\n]*-->.*?<!-- end -->`)

// handWritten returns the Markdown of the repository by path, without the log of changes, whose
// entries quote old names, and without what a program writes.
func handWritten(t *testing.T) map[string]string {
	t.Helper()
	root, texts := filepath.Join("..", ".."), map[string]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		hidden := strings.HasPrefix(d.Name(), ".") && name != root
		if d.IsDir() && (hidden || d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == "dist-build") {
			return fs.SkipDir
		}
		if filepath.Ext(name) == ".md" && d.Name() != "CHANGELOG.md" {
			text, err := os.ReadFile(name)
			texts[strings.TrimPrefix(filepath.ToSlash(name), "../../")] = made.ReplaceAllString(string(text), "")
			return err
		}
		return nil
	})
	if err != nil || len(texts) < 40 {
		t.Fatalf("%d documents, %v", len(texts), err)
	}
	return texts
}

// letter is what makes a word of what is between blanks.
var letter = regexp.MustCompile(`[A-Za-z0-9]`)

// words returns how many words a text has; bars of tables are none.
func words(text string) (n int) {
	for word := range strings.FieldsSeq(text) {
		if letter.MatchString(word) {
			n++
		}
	}
	return n
}

// TestReadmeIsShort counts the words of the README.
func TestReadmeIsShort(t *testing.T) {
	if n := words(handWritten(t)["README.md"]); n == 0 || n > mostWordsOfReadme {
		t.Errorf("README.md has %d words, want some and at most %d", n, mostWordsOfReadme)
	}
}

// TestIdiomsDoNotSpread counts the idioms in documents and help texts.
func TestIdiomsDoNotSpread(t *testing.T) {
	documents := handWritten(t)
	help := map[string]string{}
	a, _, _ := newTestApp()
	visit(whole.Root(a), func(cmd *cobra.Command) {
		text := cmd.Short + "\n" + cmd.Long + "\n" + cmd.Example
		cmd.Flags().VisitAll(func(f *pflag.Flag) { text += "\n" + f.Usage })
		help["queens "+strings.TrimPrefix(cmd.CommandPath(), "queens ")+" --help"] = text
	})
	for _, idiom := range idioms {
		pattern := regexp.MustCompile(`(?i)\b` + idiom.pattern + `\b`)
		for _, c := range []struct {
			where string
			texts map[string]string
			most  int
		}{{"documents", documents, idiom.documents}, {"help texts", help, idiom.help}} {
			found, places := 0, ""
			for name, text := range c.texts {
				text = strings.Join(strings.Fields(text), " ")
				for _, at := range pattern.FindAllStringIndex(text, -1) {
					found++
					places += "\n" + name + ": ..." +
						strings.ToValidUTF8(text[max(0, at[0]-30):min(len(text), at[1]+30)], "") + "..."
				}
			}
			if found > c.most {
				t.Errorf("%q in %s %d times, %d are allowed; write %q%s", idiom.name, c.where, found,
					c.most, idiom.instead, places)
			}
		}
	}
}
