package batch

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"text/template"
	"time"

	"queens/internal/errs"
	"queens/internal/named"
	"queens/internal/shell"
	"queens/internal/sys"
)

// engine schedules tasks. The driver asks only which tasks are queued or running; the directory has
// the results.
type engine interface {
	// limits returns the limits of the engine. Errors: ErrNoEngine if it is not installed.
	limits(ctx context.Context) (Limits, error)
	// list returns the queued and running tasks of the run. An error means that this is unknown.
	list(ctx context.Context) ([]Live, error)
	script(b Block) string
	// submission returns the command that reads a script; without one, people read it.
	submission() []string
	// cancel ends the tasks of the run, which save their results first.
	cancel(ctx context.Context) error
}

// ErrNoEngine says that the commands of an engine are not installed on this machine.
var ErrNoEngine = errors.New("not installed here")

// Limits are the limits of an engine.
type Limits struct {
	Index int  // largest number of a task in a block; 0: unlimited
	Runs  bool // the numbers of a block are consecutive
	Tasks int  // queued and running at once; 0: unlimited
}

// Live is a queued or running task.
type Live struct {
	Task    int
	Running bool
	Node    string
	Held    string // why the engine will not start it
}

// Block is some tasks that are submitted together.
type Block struct {
	Tasks []int // ascending
	After int   // subtracted from their numbers if the engine's numbers are small
}

// site is shared by all engines of a run. Its figures are set, and Program is that of the tasks.
type site struct {
	Options
	run *Run
}

type engineMaker struct {
	name string
	make func(s site) engine
}

var engines = []engineMaker{
	{"slurm", func(s site) engine { return slurm{s} }},
	{"gridengine", func(s site) engine { return gridEngine{s} }},
	{"kubernetes", func(s site) engine { return kubernetes{s} }},
	{"parallel", func(s site) engine { return parallel{s} }},
	{"local", func(s site) engine { return local{s} }},
	{"print", func(s site) engine { return printer{s} }},
}

// Engines returns the names of all engines.
func Engines() []string { return named.Names(engines, engineName) }

func engineName(e engineMaker) string { return e.name }

func newEngine(s site) (engine, error) {
	maker, err := named.Find("engine", s.Engine, engines, engineName)
	if err != nil {
		return nil, err
	}
	return maker.make(s), nil
}

// Use is how the last driver of a directory used an engine: engine.json.
type Use struct {
	Engine string   `json:"engine"`
	Args   []string `json:"arguments"`
}

// LastUse reads how the last driver used its engine.
func (r *Run) LastUse() (use Use, err error) {
	return use, readJSON(filepath.Join(r.dir, engineFile), &use)
}

func engineOf(dir string) (engine, error) {
	run, err := ReadRun(dir)
	if err != nil {
		return nil, err
	}
	use, err := run.LastUse()
	if err != nil {
		return nil, err
	}
	return newEngine(site{Options{Engine: use.Engine, Args: use.Args}, run})
}

func (s site) jobName() string { return "queens-" + s.run.ID }

func (s site) task(number string) string {
	return fmt.Sprintf("%s %s --workers %d --memory %d", shell.Line(s.Program, "task", s.run.dir), number, s.Cores,
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
	return template.Must(template.New("").Funcs(template.FuncMap{"json": encode}).ParseFS(scriptFiles, "*.tmpl"))
})

// fill returns the script of an engine for a block, with extra values of the engine.
func (s site) fill(engine string, b Block, values map[string]any) string {
	values["Name"], values["ID"], values["After"] = s.jobName(), s.run.ID, b.After
	values["Cores"], values["Megabytes"] = s.Cores, (s.Count.Memory+1<<20-1)>>20
	values["Room"], values["Stop"] = room, shell.Quote(filepath.Join(s.run.dir, stopFile))
	var text strings.Builder
	if err := scripts().ExecuteTemplate(&text, engine+".tmpl", values); err != nil {
		panic(err) // the template uses other names
	}
	return text.String()
}

func (s site) logs(name string) string { return filepath.Join(s.run.dir, logsDir, name) }

// submit passes the script of a block to the command of the engine, or writes it.
func submit(ctx context.Context, e engine, b Block, out io.Writer) (err error) {
	if command := e.submission(); len(command) > 0 {
		_, err = call(ctx, e.script(b), command[0], command[1:]...)
	} else {
		_, err = io.WriteString(out, e.script(b))
	}
	return err
}

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// call runs a command. What it starts in the background does not get the signals of this terminal.
func call(ctx context.Context, input, name string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.WaitDelay, cmd.SysProcAttr = time.Second, sys.Detached()
	var out, failed bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &failed
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errs.Errorf("command %s: %w", name, ErrNoEngine)
	case err != nil:
		said := strings.TrimSpace(failed.String() + out.String())
		return "", errs.Errorf("%s: %w: %.1000s", name, err, strings.Join(strings.Fields(said), " "))
	}
	return out.String(), nil
}

// ranges writes ascending numbers as "1-3,7".
func ranges(numbers []int) string {
	var text strings.Builder
	for k, i := range numbers {
		switch {
		case k == 0:
			fmt.Fprint(&text, i)
		case numbers[k-1] != i-1:
			fmt.Fprintf(&text, ",%d", i)
		case k+1 == len(numbers) || numbers[k+1] != i+1:
			fmt.Fprintf(&text, "-%d", i)
		}
	}
	return text.String()
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
