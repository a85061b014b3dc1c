package batch

import (
	"bytes"
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"

	"queens/internal/named"
	"queens/internal/shell"
	"queens/internal/sys"
)

// Engine schedules tasks. The driver asks only which tasks are queued or running; the directory has
// the results.
type Engine interface {
	// Limits returns the limits of the engine. Errors: ErrNoEngine if it is not installed.
	Limits(ctx context.Context) (Limits, error)
	// List returns the queued and running tasks of the run. An error means that this is unknown.
	List(ctx context.Context) ([]Live, error)
	// Script returns the text that Submit submits, or a form of it for people.
	Script(b Block) string
	Submit(ctx context.Context, b Block) error
	// Cancel ends the tasks of the run.
	Cancel(ctx context.Context) error

	// Type site has defaults for the rest.

	// submission returns the command that reads each script, if there is one.
	submission() []string
	// processorSeconds returns the processor time of the tasks of the run in the engine's
	// accounting, or 0.
	processorSeconds(ctx context.Context) (seconds float64, err error)
}

// ErrNoEngine says that the commands of an engine are not installed on this machine.
var ErrNoEngine = errors.New("not installed here")

// Limits are the limits of an engine.
type Limits struct {
	Index int      // largest number of a task in a block; 0: unlimited
	Runs  bool     // the numbers of a block are consecutive
	Tasks int      // queued and running at once; 0: unlimited
	Nodes []string // that may run tasks, if known
}

// Live is a queued or running task.
type Live struct {
	Part    string
	Running bool
	Node    string
	Job     string
	Held    string // why the engine will not start it
}

// Block is some parts of one cut that are submitted together.
type Block struct {
	Cut   int   // 0: shares
	Parts []int // ascending
	Avoid []string
	After int // subtracted from the numbers of the parts if the engine's numbers are small
}

// site is shared by all engines of a run. Its figures are set, and Program is that of the tasks.
type site struct {
	Options
	run *Run
}

type engineMaker struct {
	name string
	make func(s site) Engine
}

var engines = []engineMaker{
	{"slurm", func(s site) Engine { return slurm{s} }},
	{"gridengine", func(s site) Engine { return gridEngine{s} }},
	{"kubernetes", func(s site) Engine { return kubernetes{s} }},
	{"parallel", func(s site) Engine { return parallel{s} }},
	{"local", func(s site) Engine { return local{s} }},
	{"print", func(s site) Engine { return printer{s} }},
}

// Engines returns the names of all engines.
func Engines() []string { return named.Names(engines, engineName) }

func engineName(e engineMaker) string { return e.name }

func newEngine(s site) (Engine, error) {
	maker, err := named.Find("batch: engine", s.Engine, engines, engineName)
	if err != nil {
		return nil, err
	}
	return maker.make(s), nil
}

func (s site) submission() []string { return nil }

func (s site) processorSeconds(context.Context) (float64, error) { return 0, nil }

func (s site) jobName() string { return "queens-" + s.run.ID }

func (s site) blockName(b Block) string { return fmt.Sprintf("%s-%d-%d", s.jobName(), b.Cut, b.After) }

func (s site) partOf(job string, task int) (part string, ok bool) {
	var k, after int
	rest, ours := strings.CutPrefix(job, s.jobName()+"-")
	if !ours {
		return "", false
	}
	_, err := fmt.Sscanf(rest, "%d-%d", &k, &after)
	return partName(k, after+task), err == nil
}

func (s site) task(part string) string {
	return fmt.Sprintf("%s %s --workers %d --memory %d", shell.Line(s.Program, "task", s.run.dir), part, s.Cores,
		ofTask(s.Count.Memory))
}

// ofTask returns the part of a task's memory that it counts with.
func ofTask(memory int64) int64 { return memory / 4 * 3 }

// forTask returns the memory of a task that counts with this much, in whole MiB.
func forTask(memory int64) int64 { return ((memory+2)/3*4 + 1<<20 - 1) >> 20 << 20 }

// room is a shell command that refuses a limit of address space with which no program in Go starts.
var room = fmt.Sprintf(`v=$(ulimit -v); [ "$v" = unlimited ] || [ "$v" -ge %d ] || { echo "queens: the limit of `+
	`address space, ulimit -v, is $v: want at least %[1]d"; exit 2; } >&2`, sys.LeastAddresses>>10)

//go:embed *.tmpl
var scriptFiles embed.FS

var scripts = sync.OnceValue(func() *template.Template {
	encode := func(v any) (string, error) {
		text, err := json.Marshal(v)
		return string(text), err
	}
	return template.Must(template.New("").Funcs(template.FuncMap{"join": strings.Join, "json": encode}).
		ParseFS(scriptFiles, "*.tmpl"))
})

// fill returns the script of an engine for a block, with extra values of the engine.
func (s site) fill(engine string, b Block, values map[string]any) string {
	values["Name"], values["Run"], values["ID"] = s.blockName(b), s.jobName(), s.run.ID
	values["Cores"], values["Megabytes"], values["Avoid"] = s.Cores, (s.Count.Memory+1<<20-1)>>20, b.Avoid
	values["Room"] = room
	var text strings.Builder
	if err := scripts().ExecuteTemplate(&text, engine+".tmpl", values); err != nil {
		panic(err) // the template uses other names
	}
	return text.String()
}

func (s site) logs(name string) string { return filepath.Join(s.run.dir, logsDir, name) }

// submit passes the script of a block to the command of the engine.
func submit(ctx context.Context, e Engine, b Block) error {
	command := e.submission()
	_, err := call(ctx, e.Script(b), command[0], command[1:]...)
	return err
}

// cancel passes the jobs of live tasks, named JOB, separator, TASK, to commands. They fail if a
// task ends meanwhile: then it asks again which tasks live.
func cancel(ctx context.Context, e Engine, separator string, commands ...[]string) (failed error) {
	for range 3 {
		live, err := e.List(ctx)
		if err != nil || len(live) == 0 {
			return err
		}
		var jobs []string
		for _, l := range live {
			job, _, _ := strings.Cut(l.Job, separator)
			jobs = append(jobs, job)
		}
		failed = nil
		for _, words := range commands {
			words = slices.Concat(words, distinct(jobs))
			_, err := call(ctx, "", words[0], words[1:]...)
			failed = cmp.Or(failed, err)
		}
		if failed == nil {
			return nil
		}
	}
	return failed
}

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

func call(ctx context.Context, input, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay = time.Second
	var out, failed bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &failed
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", fmt.Errorf("batch: command %s: %w", name, ErrNoEngine)
	case err != nil:
		said := strings.TrimSpace(failed.String() + out.String())
		return "", fmt.Errorf("batch: %s: %w: %.1000s", name, err, strings.Join(strings.Fields(said), " "))
	}
	return out.String(), nil
}

// ranges writes ascending numbers as "1-3,7".
func ranges(numbers []int) string {
	var words []string
	for _, run := range runsOf(numbers) {
		word := fmt.Sprint(run[0])
		if run[1] > run[0] {
			word += fmt.Sprintf("-%d", run[1])
		}
		words = append(words, word)
	}
	return strings.Join(words, ",")
}

// runsOf returns the first and the last of consecutive numbers, which ascend.
func runsOf(numbers []int) (runs [][2]int) {
	for _, i := range numbers {
		if n := len(runs); n > 0 && runs[n-1][1] == i-1 {
			runs[n-1][1] = i
		} else {
			runs = append(runs, [2]int{i, i})
		}
	}
	return runs
}

// parseRanges reads the output of ranges up to any other character: "4-9,12%2".
func parseRanges(text string) (numbers []int) {
	for word := range strings.SplitSeq(text, ",") {
		var first, last int
		if n, _ := fmt.Sscanf(word, "%d-%d", &first, &last); n == 1 {
			last = first
		} else if n == 0 {
			continue
		}
		for i := first; i <= last && len(numbers) < 1<<20; i++ {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// prefix starts the names of the parts: "2." of cut 2.
func (b Block) prefix() string { return strings.TrimSuffix(partName(b.Cut, 0), "0") }

func (b Block) names() (names []string) {
	for _, i := range b.Parts {
		names = append(names, partName(b.Cut, i))
	}
	return names
}

func (b Block) last() int { return b.Parts[len(b.Parts)-1] }

func blocks(whole Block, l Limits) (list []Block) {
	for _, i := range whole.Parts {
		after := 0
		if l.Index > 0 {
			after = (i - 1) / l.Index * l.Index
		}
		if n := len(list); n == 0 || list[n-1].After != after || l.Runs && list[n-1].last() != i-1 {
			list = append(list, Block{Cut: whole.Cut, Avoid: whole.Avoid, After: after})
		}
		last := &list[len(list)-1]
		last.Parts = append(last.Parts, i)
	}
	return list
}
