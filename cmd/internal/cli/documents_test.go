package cli

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens/cmd/internal/answer"
	"queens/cmd/internal/cli/command"
	"queens/count/methods"
	"queens/docs"
	"queens/internal/errs"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/known"
)

// weak reports whether a wrong answer could contain this text: a word, or a small number.
func weak(part string) bool { return len(part) < 20 && !regexp.MustCompile(`\d.{3}`).MatchString(part) }

// itemsOf has the number of items of each text, read sentence by sentence, and of those that are
// prose: history, bibliographies, pages that were not found, one-line arguments.
var itemsOf = map[string][2]int{
	"zhang2011": {67, 2}, "cull1994": {34, 4}, "engelhardt2010": {29, 3}, "isoblog": {29, 2}, "erbas1992": {59, 5},
}

// TestDocuments runs the command of every item of docs/documents.csv and looks for its output.
// Every erratum must be mentioned there, and no other.
func TestDocuments(t *testing.T) {
	oneByOne(t)
	t.Chdir(t.TempDir())
	t.Setenv("QUEENS_STATE", t.TempDir())
	key := regexp.MustCompile(`\b[ZCEBT][0-9]+\b`)
	verdict := regexp.MustCompile(`^(right|repaired|refuted|missing|answered|own definition|own example|open|partly|words|not |as far as used)`)
	for _, text := range docs.Errata() {
		named := map[string]bool{}
		items := docs.Items(text.Source.Key)
		prose := 0
		for _, item := range items {
			if item.Command == "" {
				prose++
			}
			if strings.Contains(item.Verdict, "below") || item.Verdict == "words" {
				t.Errorf("documents.csv: %s: verdict %q leaves the reader without an answer", item.Item, item.Verdict)
			}
			for _, no := range key.FindAllString(item.Verdict, -1) {
				if _, ok := docs.FindErratum(no); !ok {
					t.Errorf("documents.csv: %s: there is no erratum %s", item.Item, no)
				}
				named[no] = true
			}
			if !verdict.MatchString(item.Verdict) {
				t.Errorf("documents.csv: %s: verdict %q", item.Item, item.Verdict)
			}
			if item.Command == "" {
				continue
			}
			words := strings.Fields(item.Command)
			var stdout, stderr bytes.Buffer
			code := Main(words[1:], strings.NewReader(""), &stdout, &stderr)
			printed := strings.Join(strings.Fields(stdout.String()+stderr.String()), " ")
			if weak(item.Prints) && printed != item.Prints {
				t.Errorf("documents.csv: %s: %s: %q says too little of what is printed", item.Item,
					item.Command, item.Prints)
			}
			if code != 0 && code != 2 && code != 3 || words[0] != "queens" || !docs.InOrder(printed, item.Prints) {
				t.Errorf("documents.csv: %s: %s: exit code %d, want %q in\n%.300s", item.Item, item.Command,
					code, item.Prints, printed)
			}
		}
		if got := [2]int{len(items), prose}; got != itemsOf[text.Source.Key] {
			t.Errorf("%s: %d items, %d without a command; want %v", text.Source.Key, got[0], got[1],
				itemsOf[text.Source.Key])
		}
		for _, e := range text.Errata {
			if !named[e.No] {
				t.Errorf("erratum %s is in no item", e.No)
			}
		}
	}
}

// idioms sound translated. The table has replacements, and how often each idiom still occurs in
// documents and in help texts; both numbers may only decrease.
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

// mostWordsOfReadme is the limit for the README; budget.txt limits all documents.
const mostWordsOfReadme = 600

var made = regexp.MustCompile(`(?s)<!-- (?:measurements|scripts/)[^\n]*-->.*?<!-- end -->`)

// handWritten returns the Markdown of the repository by path, without the change log, which quotes
// old names, and without generated parts.
func handWritten(t *testing.T) map[string]string {
	t.Helper()
	root, texts := filepath.Join("..", "..", ".."), map[string]string{}
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
			texts[strings.TrimPrefix(filepath.ToSlash(name), "../../../")] = made.ReplaceAllString(string(text), "")
			return err
		}
		return nil
	})
	if err != nil || len(texts) < 40 {
		t.Fatalf("%d documents, %v", len(texts), err)
	}
	return texts
}

var letter = regexp.MustCompile(`[A-Za-z0-9]`)

// words counts words; the bars of tables are none.
func words(text string) (n int) {
	for word := range strings.FieldsSeq(text) {
		if letter.MatchString(word) {
			n++
		}
	}
	return n
}

func TestReadmeIsShort(t *testing.T) {
	if n := words(handWritten(t)["README.md"]); n == 0 || n > mostWordsOfReadme {
		t.Errorf("README.md has %d words, want some and at most %d", n, mostWordsOfReadme)
	}
}

func TestIdiomsDoNotSpread(t *testing.T) {
	documents := handWritten(t)
	help := map[string]string{}
	eachCommand(func(cmd *cobra.Command) {
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

// TestExamplesRun runs the examples of every help text in an empty directory, and interrupts each
// after a moment. By then it has checked its arguments.
func TestExamplesRun(t *testing.T) {
	oneByOne(t)
	needs := map[string]string{ // files that an example needs
		"queens model 8 lp --import answer.sol": "Optimal - objective value 0\n",
	}
	elsewhere := []string{
		"queens serve",                 // listens
		"queens runs", "queens cite n", // name runs of another machine
		"queens man -o ~/.local/share/man/man1", // the shell expands ~
		"queens doctor --state /mnt/big/queens",
		"queens bench",                              // pins itself to a processor
		"queens count 22 --device auto",             // needs a graphics card
		"queens count 24 --on slurm", "queens task", // needs a cluster
	}
	t.Chdir(t.TempDir())
	t.Setenv("QUEENS_STATE", t.TempDir())
	eachCommand(func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			line = strings.TrimSpace(line)
			if slices.ContainsFunc(elsewhere, func(s string) bool { return strings.HasPrefix(line, s) }) {
				continue
			}
			if answer, ok := needs[line]; ok {
				must.Do(t, os.WriteFile("answer.sol", []byte(answer), 0o600))
			}
			var input io.Reader = strings.NewReader("")
			if word, ok := strings.CutPrefix(line, "echo "); ok {
				word, _, _ = strings.Cut(word, "|")
				input = strings.NewReader(word)
			}
			for _, words := range exampleLines(line) { // stages of a pipeline
				ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
				var stdout, stderr bytes.Buffer
				code := whole.Run(ctx, command.NewApp(input, &stdout, &stderr), words[1:])
				interrupted := ctx.Err() != nil
				cancel()
				switch code {
				case errs.Done:
				case errs.Refuted:
					if cmd.Name() == "check" || strings.Contains(line, "--import") {
						break
					}
					fallthrough
				default:
					if strings.Contains(line, "--solve") && strings.Contains(stderr.String(), "not on this machine") {
						t.Logf("%s: not tried: %s", line, &stderr)
					} else if !interrupted {
						t.Errorf("%s: exit code %d, %s", line, code, &stderr)
					}
				}
				if interrupted {
					break // the next stage would get partial input
				}
				input = &stdout
			}
		}
	})
}

// TestAdviceRuns gives no argument to each command that needs some. The command that the error
// names runs, at least for a moment.
func TestAdviceRuns(t *testing.T) {
	oneByOne(t)
	advice, seen := regexp.MustCompile(`: 0 arguments, want .*: (queens .*)\n$`), 0
	made := regexp.MustCompile("no such file|no run |holds no count") // by an earlier command
	t.Chdir(t.TempDir())
	t.Setenv("QUEENS_STATE", t.TempDir())
	eachCommand(func(cmd *cobra.Command) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // some commands need no argument
		_, _, said := runWith(ctx, "", strings.Fields(command.Path(cmd))...)
		m := advice.FindStringSubmatch(said)
		if m == nil {
			return
		}
		seen++
		ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		code, _, complaint := runWith(ctx, "", exampleLines(m[1])[0][1:]...)
		if code != errs.Done && ctx.Err() == nil && !made.MatchString(complaint) {
			t.Errorf("%s: exit code %d, %s", m[1], code, complaint)
		}
	})
	if seen < 15 {
		t.Errorf("%d commands name an example", seen)
	}
}

// TestMethodsAreExplained runs the command given for each method, and looks for the method in the
// answer.
func TestMethodsAreExplained(t *testing.T) {
	t.Setenv("QUEENS_STATE", t.TempDir())
	for _, s := range methods.Variants() {
		r := answer.NewMethod(s)
		if r.Title == "" || r.How == "" || r.Cost == "" {
			t.Errorf("%s is not explained: %+v", s.Name, r)
		}
		stdout := answerOf(t, "", append(strings.Fields(r.Command)[1:], "--json")...)
		if !strings.Contains(stdout, `"method":"`+s.Name+`"`) {
			t.Errorf("%s does not count by %s: %s", r.Command, s.Name, stdout)
		}
	}
}

// TestRealManualPages renders every page. The description must have the words of the
// help text in order, with each list item on its own line. Flags, commands and examples must be
// complete.
func TestRealManualPages(t *testing.T) {
	must.Find(t, "groff", "groff")
	dir := t.TempDir()
	answerOf(t, "", "man", "--output", dir)
	eachCommand(func(cmd *cobra.Command) {
		if cmd.Hidden { // for engines
			return
		}
		name := strings.ReplaceAll(cmd.CommandPath(), " ", "-")
		t.Run(name, func(t *testing.T) {
			render := exec.Command("groff", "-man", "-Tutf8", "-P-cbou", "-rLL=80n", "-ww",
				filepath.Join(dir, name+".1"))
			var warnings strings.Builder
			render.Stderr, render.Env = &warnings, append(os.Environ(), "LC_ALL=C.UTF-8")
			text, err := render.Output()
			if err != nil || warnings.Len() > 0 {
				t.Fatalf("%v, %s", err, &warnings)
			}
			sections := sectionsOf(string(text))
			description, codes, _ := strings.Cut(cmd.Long, "\n\nExit codes: ")
			if got, want := strings.Join(strings.Fields(sections["DESCRIPTION"]), " "),
				strings.Join(strings.Fields(description), " "); got != want {
				t.Errorf("description %q, want %q", got, want)
			}
			for line := range strings.SplitSeq(description, "\n") {
				if !command.IsRow(line) {
					continue
				}
				for row := range strings.Lines(command.Fill(line, 72)) {
					if !strings.Contains(sections["DESCRIPTION"], "\n       "+row) {
						t.Errorf("no line %q in the description", row)
					}
				}
			}
			flags := sections["FLAGS"] + sections["GLOBAL FLAGS"]
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				if !strings.Contains(flags, "--"+f.Name) {
					t.Errorf("no option --%s", f.Name)
				}
			})
			for line := range strings.Lines(cmd.Example) {
				if line = strings.TrimSpace(line); !strings.Contains(sections["EXAMPLES"], line+"\n") {
					t.Errorf("no example %q", line)
				}
			}
			if got, want := strings.Fields(sections["EXIT STATUS"]), strings.Fields(codes); !slices.Equal(got, want) {
				t.Errorf("exit status %q, want %q", got, want)
			}
			for _, sub := range cmd.Commands() {
				if words := strings.Join(strings.Fields(string(text)), " "); !sub.Hidden && !strings.Contains(words,
					sub.Name()+" "+sub.Short) {
					t.Errorf("no command %s: %s", sub.Name(), sub.Short)
				}
			}
			if !strings.Contains(sections["ENVIRONMENT"], "QUEENS_COLOR") {
				t.Error("no variables")
			}
		})
	})
}

func sectionsOf(text string) map[string]string {
	sections := map[string]string{}
	name := ""
	for line := range strings.Lines(text) {
		if line[0] >= 'A' && line[0] <= 'Z' && strings.ToUpper(line) == line {
			name = strings.TrimSpace(line)
			line = "\n"
		}
		if line[0] == ' ' || line[0] == '\n' { // not the footer
			sections[name] += line
		}
	}
	return sections
}

// TestRealPython runs the example of docs/formats/json.md with the program of this test.
func TestRealPython(t *testing.T) {
	must.Find(t, "python3", "python3")
	example := filepath.Join("..", "..", "..", "docs", "examples", "answers.py")
	text := string(must.Get(exec.Command("python3", example).CombinedOutput())(t))
	twelve, _ := known.Lookup("solutions", 12)
	want := []string{ // the solutions of order 6 are two and their reflections
		"check: False because (2, 1) attacks (6, 5)", "list: 2 4 6 1 3 5", "list: 3 6 2 5 1 4", "list: 4 1 5 2 6 3",
		"list: 5 3 1 6 4 2", "complete: a solution True with b1 True", "complete: REASON",
		"count: " + twelve.Value.String(),
	}
	got := strings.Split(strings.TrimSpace(text), "\n")
	if len(got) == len(want) && strings.Contains(got[6], "a1") {
		want[6] = got[6] // no solution of order 6 has a queen in the corner
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant %s", text, strings.Join(want, "\n"))
	}
}

// TestMain lets this test binary run as queens, so that scripts use real processes, streams and
// signals. The status line is shown only if STATUS is set, so scripts do not depend on the load.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"queens": func() {
			var printed bytes.Buffer
			var stdout io.Writer = os.Stdout
			if slices.Contains(os.Args, "--json") {
				stdout = io.MultiWriter(os.Stdout, &printed)
			}
			a := command.NewApp(os.Stdin, stdout, os.Stderr)
			if os.Getenv("STATUS") != "" {
				a.Status.Enable()
			}
			code := whole.Start(a, os.Args[1:])
			golden.Keep(printed.Bytes())
			os.Exit(code)
		},
		"peak": peak,
	})
}

// oneByOne skips a test of commands one after the other under the race detector: it has nothing to
// find that it does not find in other tests.
func oneByOne(t *testing.T) {
	t.Helper()
	if raced {
		t.Skip("commands one after the other")
	}
}

// concurrent lists the scripts with concurrent commands. The race detector would find nothing new
// in the others.
var concurrent = []string{"count", "list", "race", "runs", "runs-stop", "serve", "terminal"}

// TestScripts runs every script of testdata/script; -update rewrites the expected output.
func TestScripts(t *testing.T) {
	files := must.Get(filepath.Glob("testdata/script/*.txt"))(t)
	if raced {
		files = slices.DeleteFunc(files, func(path string) bool {
			return !slices.Contains(concurrent, strings.TrimSuffix(filepath.Base(path), ".txt"))
		})
		if len(files) != len(concurrent) {
			t.Errorf("scripts %v, want %v", files, concurrent)
		}
	}
	testscript.Run(t, testscript.Params{
		Files:              files,
		UpdateScripts:      golden.Updating(),
		RequireUniqueNames: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("QUEENS_STATE", env.WorkDir+"/state")
			env.Setenv("QUEENS_ANSWERS", os.Getenv("QUEENS_ANSWERS"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "flip": flip, "cut": cut, "overwrite": overwrite,
		},
	})
}

// exits CODE PROGRAM [ARGS...] runs a program with the standard input of the last "stdin", and
// requires an exit code.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits code program [args...]")
	}
	code := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		code = exit.ExitCode()
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}
