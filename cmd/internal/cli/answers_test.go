package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"queens/cmd/internal/runs"
	"queens/cmd/internal/web"
	"queens/count"
	"queens/internal/errs"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/known"
)

// example is an answer in testdata/json.md, from the command line, the API, or both, which must
// agree.
type example struct {
	schema  string
	command string // without --json; quotes may enclose blanks
	input   string // standard input
	request string // path after /api/v1; empty: command only
	body    string // of a POST
	lines   bool   // the command prints one object per line
	code    int    // exit code of the command
	varies  string // names of values that vary, besides times
}

const variesOfRun = "processorSeconds path program created written size head time command certificate"

// answers holds an example of each schema, sorted by schema. {state} is a state directory with one
// complete run, {run} its name.
var answers = []example{
	{schema: "queens.algorithms/1", command: "explain", request: "/algorithms"},
	{schema: "queens.apply/1", command: "apply 2413 inc 2.5 2.5 po5", request: "/apply", body: `{"perm":"2413","operations":"inc 2.5 2.5 po5"}`, lines: true},
	{schema: "queens.atlas/1", command: "math atlas 7 --show graph", request: "/trajectory/7.json"},
	{
		schema: "queens.batch-plan/1", command: "count 16 --on print --dir {state}/batch --tasks 1 --dry-run",
		varies: "ghz scripts",
	},
	{
		schema: "queens.bench/1", command: "bench 8 --runs 1 --time 1us --kernel generic --method search",
		lines: true, varies: "repeats spread nanosPerSolution nanosPerNode",
	},
	{
		schema: "queens.board/1", command: "board --order 5 a1 c3 --blocked e1",
		request: "/squares/5.json?queens=a1,c3&blocked=e1", lines: true,
	},
	{schema: "queens.burnside/1", command: "count 6 --of fixed --state none"},
	{schema: "queens.check-stream/1", command: "check -", input: "{placement}", lines: true},
	{schema: "queens.check-summary/1", command: "check -", input: "15863724\n16837425\n15863724\n", lines: true},
	{schema: "queens.check/1", command: "check 15863724", request: "/boards/15863724.json", lines: true},
	{schema: "queens.chunk/1", request: "/trace?algorithm=wirth&n=1"},
	{schema: "queens.cite/1", command: "cite 27 --state {state}"},
	{
		schema: "queens.cite/1", command: "cite {run} --state {state}",
		varies: "sentence bibtex head program processorSeconds",
	},
	{schema: "queens.claim/1", command: "papers try T2 4"},
	{schema: "queens.claims/1", command: "papers try"},
	{schema: "queens.complete/1", command: "complete 16 d4 --blocked a1", request: "/complete", body: `{"order":16,"queens":"d4","blocked":"a1","seed":1}`},
	{schema: "queens.complete/1", command: "complete 6 a1 --reason full", request: "/complete", body: `{"order":6,"queens":"a1","seed":1}`, code: 3},
	{schema: "queens.constellations/1", command: "math constellations 8"},
	{schema: "queens.construct-rules/1", command: "math constructions"},
	{schema: "queens.construct/1", command: "math constructions 7"},
	{schema: "queens.count/1", command: "count 8 --of classes --state none --kernel generic --workers 1"},
	{schema: "queens.count/1", command: "runs resume {run} --state {state}", varies: "kernel ledger head path " +
		"flaws resumed"},
	{schema: "queens.density/1", command: "math density 5"},
	{schema: "queens.doctor/1", command: "doctor --state {state}", varies: "findings"},
	{schema: "queens.domination/1", command: "math domination 4"},
	{schema: "queens.estimate/1", command: "count 8 --estimate --method search --kernel generic " +
		"--workers 1 --seed 1", varies: "ghz mean low high samples"},
	{schema: "queens.experiment/1", request: "/experiment?algorithm=las-vegas&n=6&seeds=2", varies: "clock"},
	{schema: "queens.explain-method/1", command: "explain parity"},
	{schema: "queens.explain/1", command: "explain naur"},
	{schema: "queens.first/1", command: "solve 8 --first"},
	{schema: "queens.greedy/1", command: "math greedy 8"},
	{schema: "queens.health/1", request: "/healthz"},
	{schema: "queens.hops/1", command: "math design hops 7"},
	{schema: "queens.instances/1", command: "complete instances"},
	{schema: "queens.isomorphism/1", command: "math isomorphism 1-2,2-3 1-3,2-3"},
	{schema: "queens.las-vegas-odds/1", command: "solve 5 --method las-vegas --odds", lines: true},
	{schema: "queens.lattice/1", request: "/lattice/2413"},
	{schema: "queens.ldpc/1", command: "math design ldpc 7"},
	{schema: "queens.list/1", command: "list 6 --format json"},
	{schema: "queens.magic/1", command: "math design magic 5"},
	{schema: "queens.match/1", command: "orbit 2413 --with 3142", lines: true},
	{schema: "queens.memmap/1", command: "math design memmap 8"},
	{schema: "queens.merge/1", command: "runs merge {run} --state {state}", varies: "path ledger results " +
		"equal command"},
	{schema: "queens.miscount/1", command: "math miscount 5 14"},
	{schema: "queens.miscount/1", command: "math miscount 12"},
	{schema: "queens.model-formats/1", command: "model formats"},
	{schema: "queens.model-solvers/1", command: "model solvers", varies: "here version"},
	{schema: "queens.model/1", command: "model 6 --solve dlx --given b1"},
	{schema: "queens.orbit/1", command: "orbit 25314", request: "/orbit/25314", lines: true},
	{schema: "queens.orderly/1", command: "math orderly graphs 3 --check"},
	{schema: "queens.orderly/1", command: "math orderly graphs 3 --list", lines: true},
	{schema: "queens.orderly/1", command: "math orderly graphs 4"},
	{schema: "queens.paper-check/1", command: "papers check isoblog"},
	{schema: "queens.paper/1", command: "papers isoblog"},
	{schema: "queens.papers/1", command: "papers"},
	{schema: "queens.placement/1", command: "math constellations 6 --list", lines: true},
	{schema: "queens.placements/1", command: "math placements 4"},
	{schema: "queens.plot/1", command: "table plot growth", request: "/plots/growth.json"},
	{schema: "queens.plots/1", command: "table plot", request: "/plots"},
	{schema: "queens.problem/1", command: "complete generate diagonals 6 --amount 2"},
	{schema: "queens.products/1", command: "orbit --show products", lines: true},
	{
		schema: "queens.profile/1", command: "solve 100 --method greedy --seed 1 --stats",
		request: "/huge/profile?n=100&method=greedy&seed=1", lines: true,
	},
	{schema: "queens.proof/1", command: "model check {formula} {proof}"},
	{schema: "queens.puzzle-answer/1", command: "puzzle check 2-r5e-0 12345", code: 3},
	{
		schema: "queens.puzzle-check/1", command: "puzzle check -",
		input: "kind regions\nAAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n", request: "/puzzles/check", body: `{"kind":"regions","order":5,"regions":["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]}`, code: 3,
	},
	{
		schema: "queens.puzzle-hint/1", command: "puzzle hint -", input: "AABBC\nAADBC\nEADBB\nEEDBB\nEDDDD\n",
		request: "/puzzles/hint", body: `{"kind":"regions","order":5,"regions":["AABBC","AADBC","EADBB","EEDBB","EDDDD"],"queens":[],"crossed":[]}`,
	},
	{
		schema: "queens.puzzle-solution/1", command: "puzzle solve -",
		input: "kind regions\nAABBC\nAADBC\nEADBB\nEEDBB\nEDDDD\n", request: "/puzzles/solution", body: `{"kind":"regions","order":5,"regions":["AABBC","AADBC","EADBB","EEDBB","EDDDD"]}`,
	},
	{schema: "queens.puzzle/1", command: "puzzle 2-r5e-0", request: "/puzzles/2-r5e-0.json"},
	{
		schema: "queens.race/1", command: "race 6 wirth --runs 1 --time 1ms", varies: "cpu clock repeats " +
			"spread samples", request: "/races", body: `{"order":6,"algorithms":["wirth"],"runs":1}`,
	},
	{schema: "queens.rank/1", command: "rank 15863724", lines: true},
	{schema: "queens.rank/1", command: "rank 8 --number 1", lines: true},
	{schema: "queens.readings/1", command: "math atlas 7 --show readings"},
	{schema: "queens.records/1", command: "table records"},
	{
		schema: "queens.repair/1", command: "runs verify {run} --state {state} --repair --seed 1",
		varies: "command kernels confirmed replaced upheld sample",
	},
	{schema: "queens.run-survey/1", request: "/runs/{run}/survey"},
	{
		schema: "queens.run/1", command: "runs show {run} --state {state}", request: "/runs/{run}", lines: true,
		varies: variesOfRun + " begun",
	},
	{schema: "queens.run/1", command: "runs --state {state}", lines: true, varies: variesOfRun + " begun"},
	{schema: "queens.run/1", command: "runs --state {state}", lines: true, varies: variesOfRun + " begun"},
	{schema: "queens.runs/1", request: "/runs", varies: variesOfRun},
	{schema: "queens.sam/1", command: "math constellations --import {sam}", varies: "file"},
	{schema: "queens.sample-test/1", command: "sample 6 --stats --limit 100 --seed 1", lines: true},
	{schema: "queens.search/1", command: "math atlas 6 --method breadth"},
	{schema: "queens.solution/1", command: "sample 8 --seed 1", lines: true},
	{schema: "queens.solutions/1", request: "/solutions?n=8&fundamental=true&limit=2"},
	{schema: "queens.squares/1", command: "count 4 --of squares --kernel generic"},
	{schema: "queens.table/1", command: "table toroidal-classes", request: "/tables/toroidal-classes"},
	{schema: "queens.tables/1", command: "table", request: "/tables"},
	{schema: "queens.torus-tree/1", command: "math torus 5 --show tree"},
	{schema: "queens.torus/1", command: "math torus 6 --show conflicts"},
	{schema: "queens.torus/1", command: "math torus 4 --show necklaces"},
	{schema: "queens.torus/1", command: "math torus 7 --of toroidal --equivalence congruence"},
	{schema: "queens.tour/1", command: "math tour 5"},
	{schema: "queens.trace/1", request: "/trace/steps?algorithm=wirth&n=6&limit=2"},
	{
		schema: "queens.verify/1", command: "runs verify {run} --state {state} --seed 1",
		varies: "head sample kernels recounted",
	},
	{
		schema: "queens.verify/1", command: "runs verify {run} --state {state} --share 1/2 --seed 1",
		varies: "head kernels",
	},
	{schema: "queens.version/1", command: "version", varies: "version go os arch"},
	{schema: "queens.watch/1", command: "watch 4 --steps 1:1", lines: true},
}

// page holds the examples; the site shows them below docs/formats/json.md.
var page = filepath.Join("testdata", "json.md")

// TestAnswers compares every example with testdata/json.md. Command line and API must agree to the
// byte, except for times and other varying values. If nothing varies, it also compares the text
// form with testdata/answers.txt. -update rewrites both files.
func TestAnswers(t *testing.T) {
	oneByOne(t)
	written := gather(t)
	state := t.TempDir()
	words := map[string]string{"{state}": state, "{shares}": t.TempDir(), "{sam}": filepath.Join(t.TempDir(), "a.sam")}
	var mux *http.ServeMux
	mux, _, words["{run}"] = newAPI(t, state)
	words["{formula}"], words["{proof}"] = filepath.Join(words["{shares}"], "five.opb"),
		filepath.Join(words["{shares}"], "five.pbp")
	if code, _, stderr := runApp("complete", "5", "--excluded", "d0,s6", "--proof", words["{proof}"]); code != 3 {
		t.Fatal(stderr)
	}
	if code, _, stderr := runApp("math", "constellations", "6", "-o", words["{sam}"]); code != 0 {
		t.Fatal(stderr)
	}
	_, words["{placement}"], _ = runApp("solve", "8", "--format", "binary")

	var shown, texts strings.Builder
	shown.WriteString("## Examples\n")
	for i, e := range answers {
		if i == 0 || e.schema != answers[i-1].schema {
			fmt.Fprintf(&shown, "\n### `%s`\n", e.schema)
		}
		shown.WriteString("\n")
		var ofCommand, ofAPI string
		if e.command != "" {
			var text string
			if ofCommand, text = e.run(t, words); text != "" {
				fmt.Fprintf(&texts, "$ queens %s\n%s\n", e.command, text)
			}
			fmt.Fprintf(&shown, "`queens %s%s`", e.command, e.flag())
		}
		if e.request != "" {
			ofAPI = e.ask(t, mux, words)
			separator := "`"
			if e.command != "" {
				separator = ", `"
			}
			if e.body == "" {
				fmt.Fprintf(&shown, "%sGET %s`", separator, e.route())
			} else {
				fmt.Fprintf(&shown, "%sPOST %s` of `%s`", separator, e.route(), e.body)
			}
		}
		if ofCommand != "" && ofAPI != "" && ofCommand != ofAPI {
			t.Errorf("%s: two answers of one schema:\nqueens %s\n%s\n%s\n%s", e.schema, e.command,
				ofCommand, e.request, ofAPI)
		}
		if ofCommand == "" {
			ofCommand = ofAPI
		}
		fmt.Fprintf(&shown, "\n\n```json\n%s\n```\n", e.short(t, ofCommand))
	}
	golden.Compare(t, page, []byte(shown.String()))
	golden.Compare(t, filepath.Join("testdata", "answers.txt"), []byte(texts.String()))
	written.compare(t)
}

// newAPI returns an API over a run in the state directory, and the name of the run.
func newAPI(t *testing.T, state string) (mux *http.ServeMux, a *web.API, name string) {
	t.Helper()
	name = filepath.Base(keepRun(t, state))
	manager := must.Get(runs.NewManager(state, count.Options{Program: "test"}))(t)
	t.Cleanup(func() { must.Do(t, manager.Close()) })
	mux = http.NewServeMux()
	return mux, web.NewAPI(mux, manager, false), name
}

func (e example) route() string {
	if e.request == "/healthz" {
		return e.request
	}
	return "/api/v1" + e.request
}

func (e example) flag() string {
	if strings.Contains(e.command, "--format json") {
		return ""
	}
	return " --json"
}

func (e example) call(t *testing.T, words map[string]string, flags string) []byte {
	t.Helper()
	args := strings.Fields(e.command + flags)
	for i := range args {
		for word, value := range words {
			args[i] = strings.ReplaceAll(args[i], word, value)
		}
	}
	input := e.input
	if value, ok := words[input]; ok {
		input = value
	}
	code, stdout, stderr := runWith(context.Background(), input, args...)
	if code != e.code {
		t.Errorf("queens %s: exit code %d, want %d: %s", e.command, code, e.code, stderr)
	}
	return []byte(stdout)
}

// run returns the first JSON line of the schema that the command prints, normalized, and its text
// if nothing in the JSON varies.
func (e example) run(t *testing.T, words map[string]string) (object, text string) {
	t.Helper()
	stdout := e.call(t, words, e.flag())
	var one any
	if first := json.NewDecoder(bytes.NewReader(stdout)); first.Decode(&one) != nil || !e.lines && first.More() {
		t.Errorf("queens %s: want one object of JSON, got %s", e.command, stdout)
	}
	line, _, _ := bytes.Cut(stdout[max(0, bytes.Index(stdout, []byte(`{"schema":"`+e.schema))):], []byte("\n"))
	if e.flag() == "" {
		line = bytes.TrimSpace(stdout)
	}
	object = e.normal(t, line)
	if object != rewrite(line, func(_, value string) string { return value }) {
		return object, ""
	}
	if e.schema == "queens.plot/1" {
		return object, "" // a plot has no text
	}
	e.command = strings.TrimSuffix(e.command, " --show graph") // the graph exists only in JSON
	return object, string(e.call(t, words, ""))
}

func (e example) ask(t *testing.T, handler http.Handler, words map[string]string) string {
	t.Helper()
	method := http.MethodGet
	if e.body != "" {
		method = http.MethodPost
	}
	r := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1"+strings.ReplaceAll(e.route(), "{run}",
		words["{run}"]), strings.NewReader(e.body))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Errorf("%s: %d %s", e.request, w.Code, w.Body)
		return "{}"
	}
	return e.normal(t, bytes.TrimSpace(w.Body.Bytes()))
}

// normal removes white space, and blanks values that vary.
func (e example) normal(t *testing.T, object []byte) string {
	t.Helper()
	var head struct{ Schema string }
	if err := json.Unmarshal(object, &head); err != nil || head.Schema != e.schema {
		t.Errorf("%s: schema %q, %v: %.300s", e.schema, head.Schema, err, object)
		return "{}"
	}
	varies := strings.Fields(e.varies)
	return rewrite(object, func(name string, value string) string {
		if !slices.Contains(varies, name) && !strings.HasSuffix(name, "Nanos") {
			return value
		}
		return blank(value)
	})
}

// blank replaces values by 0, false and "..."; of a list it keeps the first element.
func blank(value string) string {
	switch value[0] {
	case '"':
		return `"..."`
	case 't', 'f':
		return "false"
	case '{':
		return rewrite([]byte(value), func(_, inner string) string {
			if inner[0] == '{' {
				return inner
			}
			return blank(inner)
		})
	case '[':
		var list []json.RawMessage
		if json.Unmarshal([]byte(value), &list) != nil || len(list) == 0 {
			return value
		}
		return "[" + blank(string(list[0])) + "]"
	}
	return "0"
}

// Limits for an example: elements of a list, characters of a text.
const (
	maxShown = 2
	maxText  = 100
)

// short shortens an object for the page: one line per name, with long lists and texts cut.
func (e example) short(t *testing.T, object string) string {
	t.Helper()
	cut := rewrite([]byte(object), func(name, value string) string {
		var list []json.RawMessage
		if value[0] == '[' && json.Unmarshal([]byte(value), &list) == nil && len(list) > maxShown+1 {
			last, _ := json.Marshal(fmt.Sprintf("... %d more", len(list)-maxShown))
			list = append(list[:maxShown:maxShown], last)
			short, _ := json.Marshal(list)
			return string(short)
		}
		if value[0] == '"' && len(value) > maxText {
			return strings.ToValidUTF8(value[:maxText], "") + ` ..."`
		}
		return value
	})
	var out bytes.Buffer
	if err := json.Indent(&out, []byte(cut), "", ""); err != nil {
		t.Fatalf("%s: %v: %s", e.schema, err, cut)
	}
	var lines strings.Builder
	depth := 0
	for line := range strings.Lines(out.String()) {
		text := strings.TrimRight(line, "\n")
		closing := strings.HasPrefix(text, "}") || strings.HasPrefix(text, "]")
		if closing {
			depth--
		}
		switch {
		case depth == 0 && closing:
			lines.WriteString("\n}")
		case depth == 0:
			lines.WriteString(text)
		case depth == 1 && !closing:
			lines.WriteString("\n  " + text)
		default:
			lines.WriteString(text)
			if strings.HasSuffix(text, ",") && depth > 1 {
				lines.WriteString(" ")
			}
		}
		if strings.HasSuffix(text, "{") || strings.HasSuffix(text, "[") {
			depth++
		}
	}
	return lines.String()
}

// rewrite returns JSON without white space, with every value replaced by change, inner ones first.
// Elements of a list have the name of the list.
func rewrite(text []byte, change func(name, value string) string) string {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var value func(name string) string
	value = func(name string) string {
		token, err := d.Token()
		if err != nil {
			panic(err) // it was valid JSON before
		}
		var b strings.Builder
		switch token {
		case json.Delim('{'):
			b.WriteByte('{')
			for i := 0; d.More(); i++ {
				if i > 0 {
					b.WriteByte(',')
				}
				key, _ := d.Token()
				fmt.Fprintf(&b, "%q:%s", key, value(key.(string)))
			}
			_, _ = d.Token()
			b.WriteByte('}')
		case json.Delim('['):
			b.WriteByte('[')
			for i := 0; d.More(); i++ {
				if i > 0 {
					b.WriteByte(',')
				}
				b.WriteString(value(name))
			}
			_, _ = d.Token()
			b.WriteByte(']')
		default:
			encoder := json.NewEncoder(&b)
			encoder.SetEscapeHTML(false)
			_ = encoder.Encode(token)
		}
		return change(name, strings.TrimSpace(b.String()))
	}
	return value("")
}

// TestExamplesAreSorted checks the order; internal/arch checks that no schema is missing.
func TestExamplesAreSorted(t *testing.T) {
	for i, e := range answers {
		if i > 0 && e.schema < answers[i-1].schema {
			t.Errorf("%s stands behind %s", e.schema, answers[i-1].schema)
		}
		if !schemaName.MatchString(e.schema) {
			t.Errorf("%q is no schema", e.schema)
		}
	}
}

// TestSequences compares the OEIS entries that the program prints with reviewed ones.
func TestSequences(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := Main([]string{"table", "--format", "oeis"}, &bytes.Buffer{}, &stdout, &stderr); code != 0 ||
		stdout.Len() == 0 {
		t.Fatalf("exit code %d, %s", code, &stderr)
	}
	golden.Compare(t, filepath.Join("testdata", "oeis.txt"), stdout.Bytes())
}

// TestKeptCounts compares the saved counts in sequences.md with the known values or, after a gap,
// with Beyond of their series.
func TestKeptCounts(t *testing.T) {
	page := must.Get(os.ReadFile(filepath.Join("..", "..", "..", "docs", "sequences.md")))(t)
	rows := regexp.MustCompile(`(?m)^\| ([A-Z]\d*)\((\d+)\) \| (\d+) \| \d+ \|`).FindAllStringSubmatch(string(page), -1)
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
		if v, ok := series.Lookup(must.Get(strconv.Atoi(row[2]))(t)); ok {
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

// TestRefusals gives wrong input to every command that reads. Each error is one sentence with exit
// code 2, also with --json, and nothing is printed or written. testdata/refusals.txt has the
// commands, their errors and the files.
func TestRefusals(t *testing.T) {
	path := must.Get(filepath.Abs("testdata/refusals.txt"))(t)
	archive := txtar.Parse(must.Get(os.ReadFile(path))(t))
	t.Chdir(t.TempDir())
	for _, f := range append(archive.Files,
		txtar.File{Name: "utf16.txt", Data: []byte("\xff\xfe2\x004\x001\x003\x00")},
		txtar.File{Name: "page.pdf", Data: []byte("%PDF-1.4\n")},
		txtar.File{Name: "board.png", Data: []byte("\x89PNG\r\n\x1a\n")}) {
		must.Do(t, os.WriteFile(f.Name, f.Data, 0o600))
	}
	must.Do(t, os.Mkdir("folder", 0o700))
	files := len(must.Get(os.ReadDir("."))(t))
	var said bytes.Buffer
	seen := 0
	for line := range strings.Lines(string(archive.Comment)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "$ ") {
			continue
		}
		seen++
		words := exampleLines(line[2:])[0][1:]
		code, stdout, stderr := runWith(t.Context(), "", words...)
		said.WriteString(line + "\n" + stderr)
		if code != errs.Usage || stdout != "" || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d, %q, %q; want 2 and one sentence", line, code, stdout, stderr)
		}
		again, stdout, asJSON := runWith(t.Context(), "", append(words, "--json")...)
		if again != code || stdout != "" || asJSON != stderr && !strings.Contains(asJSON, "unknown flag --json") {
			t.Errorf("%s --json: exit code %d, %q, %q", line, again, stdout, asJSON)
		}
	}
	if now := len(must.Get(os.ReadDir("."))(t)); now != files || seen < 60 {
		t.Errorf("%d commands, %d files, want 60 and %d", seen, now, files)
	}
	archive.Comment = append(said.Bytes(), '\n')
	golden.Compare(t, path, txtar.Format(archive))
}
