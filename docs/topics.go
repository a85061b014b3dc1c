package docs

import (
	"embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"queens/internal/named"
)

//go:embed bibliography.md counting.md density.md device.md documents.md environment.md exactness.md
//go:embed formats/*.md glossary.md how-do-i.md limits.md machines.md tutorial.md schemas/*.json
var pages embed.FS

// Topic is a page of the help: a row of topics.csv. The zero value is not valid.
type Topic struct {
	Name    string // stable identifier: "glossary"
	Summary string // one line, no final period
	File    string // "PAGE" or "PAGE#SECTION"
	Folder  string // with a page for each entry
	Whole   bool   // about commands that only the program queens has
}

//go:embed topics.csv
var topics string

// Topics returns every topic, sorted by name.
func Topics() []Topic { return named.Decode[Topic](topics) }

// TopicsOf returns the topics of a program.
func TopicsOf(program string) []Topic {
	return slices.DeleteFunc(Topics(), func(t Topic) bool { return t.Whole && program != "queens" })
}

// FindTopic returns the topic with this name.
func FindTopic(name string) (Topic, bool) {
	t, err := named.Find("topic", name, Topics(), func(t Topic) string { return t.Name })
	return t, err == nil
}

// Text returns the page as plain text, one line per paragraph and per list item.
func (t Topic) Text() string {
	if t.Folder != "schemas/" {
		return plain(read(t.File))
	}
	return plain(read(t.File)) + "\nSCHEMAS\n\n" + strings.Join(t.Entries(), ", ") + "\n"
}

// SchemaFile returns the name of the file with the JSON Schema of an answer: "queens.check-1.json"
// for "queens.check/1".
func SchemaFile(name string) string { return strings.ReplaceAll(name, "/", "-") + ".json" }

// Schema returns a file with the JSON Schema of an answer.
func Schema(file string) (text []byte, ok bool) {
	text, err := pages.ReadFile("schemas/" + file)
	return text, err == nil
}

// Schemas returns the names of all answers in JSON, sorted.
func Schemas() []string {
	topic, _ := FindTopic("json")
	return topic.Entries()
}

// Entries returns the names that the page explains: terms, keys, variables.
func (t Topic) Entries() (names []string) {
	if t.Folder != "" {
		files, err := pages.ReadDir(strings.TrimSuffix(t.Folder, "/"))
		if err != nil {
			panic(err) // embedded files can be read
		}
		for _, f := range files {
			name, isSchema := strings.CutSuffix(f.Name(), ".json")
			if isSchema {
				i := strings.LastIndexByte(name, '-')
				name = name[:i] + "/" + name[i+1:]
			}
			if name = strings.TrimSuffix(name, ".md"); name != "README" {
				names = append(names, name)
			}
		}
		return names
	}
	for _, b := range parse(read(t.File)) {
		names = append(names, b.names...)
	}
	return names
}

// Pairs returns the rows of the page's two-column tables.
func (t Topic) Pairs() (pairs [][2]string) {
	for line := range strings.Lines(read(t.File)) {
		if c := cells(strings.TrimSpace(line)); strings.HasPrefix(line, "| `") && len(c) == 2 {
			pairs = append(pairs, [2]string(c))
		}
	}
	return pairs
}

// Entry returns the entries named by the word, a paper's included, as plain text. Without a match
// it returns the entries whose names contain the word.
func (t Topic) Entry(word string) (text string, ok bool) {
	word = strings.ToLower(word)
	if t.Folder != "" {
		if !slices.Contains(t.Entries(), word) {
			return "", false
		}
		if schema, ok := Schema(SchemaFile(word)); ok {
			return string(schema), true
		}
		return plain(read(t.Folder + word + ".md")), true
	}
	text = read(t.File)
	if _, section, ok := strings.Cut(text, "(`"+word+"`)\n"); ok { // heading of a paper
		section, _, _ = strings.Cut(section, "\n## ")
		return plain(section), true
	}
	blocks := parse(text)
	for _, match := range []func(name string) bool{
		func(name string) bool { return strings.ToLower(name) == word },
		func(name string) bool { return strings.Contains(strings.ToLower(name), word) },
	} {
		var found []string
		for _, b := range blocks {
			if slices.ContainsFunc(b.names, match) {
				found = append(found, b.text)
			}
		}
		if len(found) > 0 && word != "" {
			return strings.Join(found, "\n") + "\n", true
		}
	}
	return "", false
}

// read returns a page, or a section "PAGE#SECTION". Two pages are made from documents.csv.
func read(file string) string {
	switch file {
	case "documents.md":
		return Documents()
	case "errata.md":
		return ErrataPage()
	}
	file, section, _ := strings.Cut(file, "#")
	text := readFile(file)
	if section == "" {
		return text
	}
	_, text, _ = strings.Cut(text, "\n## "+section+"\n")
	text, _, _ = strings.Cut(text, "\n## ")
	return "## " + section + "\n" + text
}

func readFile(file string) string {
	text, err := pages.ReadFile(file)
	if err != nil {
		panic(err)
	}
	return string(text)
}

func plain(markdown string) string {
	var text strings.Builder
	for _, b := range parse(markdown) {
		text.WriteString(b.text + "\n")
	}
	return text.String()
}

// block is a heading, paragraph, list item, table row or line of code, as plain text, with the
// names that it explains.
type block struct {
	text  string
	names []string
}

func parse(markdown string) (blocks []block) {
	var open, header []string // lines of an unfinished block; first row of a table
	close := func() {
		if len(open) > 0 {
			text := strings.Join(open, " ")
			blocks, open = append(blocks, block{plainText(text), terms(text)}), nil
		}
	}
	fenced := false
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, " \n")
		if !strings.HasPrefix(line, "|") {
			header = nil
		}
		switch {
		case strings.HasPrefix(line, "<!--"):
			close()
		case strings.HasPrefix(line, "```"):
			close()
			fenced = !fenced
		case fenced:
			blocks = append(blocks, block{text: "    " + line})
		case strings.HasPrefix(line, "    ") && len(open) == 0:
			blocks = append(blocks, block{text: line})
		case line == "":
			close()
			blocks = append(blocks, block{})
		case strings.HasPrefix(line, "#"):
			close()
			blocks = append(blocks, block{text: strings.ToUpper(plainText(strings.TrimLeft(line, "# ")))})
		case strings.HasPrefix(line, "|"):
			close()
			switch cells := cells(line); {
			case header == nil:
				header = cells
			case strings.Trim(line, "|-: ") != "":
				blocks = append(blocks, tableRow(header, cells))
			}
		case strings.HasPrefix(line, "* "), strings.HasPrefix(strings.TrimLeft(line, "0123456789"), ". "):
			close()
			open = []string{line}
		default:
			open = append(open, strings.TrimSpace(line))
		}
	}
	close()
	return blocks
}

// term is what a list item explains.
var term = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\*\*([^*]+)\*\*`) })

func terms(line string) (names []string) {
	if strings.HasPrefix(line, "* ") {
		for _, m := range term().FindAllStringSubmatch(line, -1) {
			names = append(names, strings.Split(plainText(m[1]), ", ")...)
		}
	}
	return names
}

func cells(line string) []string {
	list := strings.Split(strings.ReplaceAll(strings.Trim(line, "| "), `\|`, "\x00"), "|")
	for i, cell := range list {
		list[i] = strings.ReplaceAll(plainText(cell), "\x00", "|")
	}
	return list
}

func tableRow(header, cells []string) block {
	b := block{names: strings.Split(cells[0], ", ")}
	if len(cells) <= 2 {
		b.text = fmt.Sprintf("  %-18s  %s", cells[0], strings.Join(cells[1:], ""))
		return b
	}
	b.text = cells[0] + "\n"
	for i, cell := range cells[1:] {
		if cell != "" && i+1 < len(header) {
			b.text += fmt.Sprintf("  %s%s  %s\n", header[i+1], strings.Repeat(" ",
				max(0, 8-utf8.RuneCountInString(header[i+1]))), cell)
		}
	}
	return b
}

// plainer removes Markdown from a text, in this order.
var plainer = sync.OnceValue(func() []mark {
	return []mark{
		{regexp.MustCompile(`\[((?:DOI|arXiv|A[0-9])[^\]]*)\]\([^)]+\)`), "$1"}, // the text names its target
		{regexp.MustCompile(`!?\[([^\]]+)\]\((https?:[^)]+)\)`), "$1 ($2)"},
		{regexp.MustCompile(`!?\[([^\]]+)\]\([^)]+\)`), "$1"},
		{regexp.MustCompile(`\*\*([^*]+)\*\*`), "$1"},
		{regexp.MustCompile(`\*([^*\s][^*]*)\*`), "$1"},
		{regexp.MustCompile("`([^`]*)`"), "$1"},
		{regexp.MustCompile(`(\S) {2,}`), "$1 "},
	}
})

// mark is a Markdown construct and its plain text.
type mark struct {
	mark *regexp.Regexp
	text string
}

func plainText(line string) string {
	for _, p := range plainer() {
		line = p.mark.ReplaceAllString(line, p.text)
	}
	return strings.TrimSpace(line)
}
