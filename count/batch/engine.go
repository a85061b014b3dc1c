package batch

import (
	"bytes"
	"context"
	_ "embed"
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

	"queens/internal/errs"
	"queens/internal/named"
	"queens/internal/shell"
	"queens/internal/sys"
)

// engine schedules tasks. Its script is the template of its name. The driver asks only which tasks
// are queued or running; the directory has the results.
type engine struct {
	name string
	// submit returns the command that reads a script. Without one, people read it.
	submit func(s site) []string
	// limits returns the limits of the engine. Errors: ErrNoEngine if it is not installed.
	limits func(ctx context.Context, s site) (limits, error)
	// list returns the queued and running tasks of the run. An error means that this is unknown.
	list func(ctx context.Context, s site) ([]queued, error)
	// cancel ends the tasks of the run, which save their results first.
	cancel func(ctx context.Context, s site) error
}

// engines is the table. It is a function, so that programs that only name a run do not link them.
func engines() []engine {
	return []engine{
		{"slurm", submitBy("sbatch", "--parsable"), slurmLimits, slurmList, slurmCancel},
		{"gridengine", submitBy("qsub", "-terse"), gridLimits, gridList, gridCancel},
		{"kubernetes", kubernetesSubmit, kubernetesLimits, kubernetesList, kubernetesCancel},
		{"parallel", submitToShell, parallelLimits, processList, processCancel},
		{"local", submitToShell, localLimits, processList, processCancel},
		{
			"print", func(site) []string { return nil },
			func(context.Context, site) (limits, error) { return limits{}, nil },
			func(context.Context, site) ([]queued, error) { return nil, nil },
			func(context.Context, site) error { return nil },
		},
	}
}

// submitBy has a command with the user's arguments.
func submitBy(words ...string) func(site) []string {
	return func(s site) []string { return slices.Concat(words, s.Args) }
}

func submitToShell(site) []string { return []string{"sh"} }

// Engines returns the names of all engines.
func Engines() []string { return named.Names(engines(), engineName) }

func engineName(e engine) string { return e.name }

// ErrNoEngine says that the commands of an engine are not installed on this machine.
var ErrNoEngine = errors.New("not installed here")

// limits are the limits of an engine.
type limits struct {
	Index int  // largest number of a task in a block; 0: unlimited
	Runs  bool // the numbers of a block are consecutive
	Tasks int  // queued and running at once; 0: unlimited
}

// queued is a queued or running task.
type queued struct {
	Task    int
	Running bool
	Node    string
	Held    string // why the engine will not start it
}

// block is some tasks that are submitted together.
type block struct {
	Tasks []int // ascending
	After int   // subtracted from their numbers if the engine's numbers are small
}

// site is an engine as a run uses it.
type site struct {
	Options
	run     *Run
	engine  engine
	program string // that tasks run
}

func (s site) list(ctx context.Context) ([]queued, error) { return s.engine.list(ctx, s) }

// Use is how the last driver of a directory used an engine: engine.json.
type Use struct {
	Engine string   `json:"engine"`
	Args   []string `json:"arguments"`
}

// LastUse reads how the last driver used its engine.
func (r *Run) LastUse() (use Use, err error) {
	return use, readJSON(filepath.Join(r.dir, engineFile), &use)
}

// siteOf returns the engine of the last driver of a directory.
func siteOf(dir string) (s site, err error) {
	if s.run, err = ReadRun(dir); err != nil {
		return s, err
	}
	use, err := s.run.LastUse()
	if err == nil {
		s.Engine, s.Args = use.Engine, use.Args
		s.engine, err = named.Find("engine", use.Engine, engines(), engineName)
	}
	return s, err
}

// submit passes the script of a block to the engine, or prints it.
func (s site) submit(ctx context.Context, b block) (err error) {
	if command := s.engine.submit(s); len(command) > 0 {
		_, err = call(ctx, s.script(b), command...)
	} else {
		_, err = fmt.Fprint(s.Out, s.script(b))
	}
	return err
}

func (s site) logs(name string) string { return filepath.Join(s.run.dir, logsDir, name) }

// ofTask returns the part of a task's memory that it counts with.
func ofTask(memory int64) int64 { return memory / 4 * 3 }

// room is a shell command that refuses a limit of address space with which no program in Go starts.
var room = fmt.Sprintf(`v=$(ulimit -v); [ "$v" = unlimited ] || [ "$v" -ge %d ] || { echo "queens: the limit of `+
	`address space, ulimit -v, is $v: want at least %[1]d"; exit 2; } >&2`, sys.LeastAddresses>>10)

//go:embed engines.tmpl
var scriptTexts string

var scripts = sync.OnceValue(func() *template.Template {
	encode := func(v any) (string, error) {
		text, err := json.Marshal(v)
		return string(text), err
	}
	functions := template.FuncMap{"json": encode, "quote": shell.Quote}
	return template.Must(template.New("").Funcs(functions).Parse(scriptTexts))
})

// script returns the script of a block.
func (s site) script(b block) string {
	var numbers []int // of the engine
	for _, task := range b.Tasks {
		numbers = append(numbers, task-b.After)
	}
	seconds := int(s.TaskTime.Seconds())
	warning := min(60, seconds/4) // a task begins to save its results so long before the limit
	asks := func(text string) bool { return strings.Contains(" "+strings.Join(s.Args, " ")+" ", text) }
	var text strings.Builder
	if err := scripts().ExecuteTemplate(&text, s.engine.name, map[string]any{
		"Name": s.jobName(), "ID": s.run.ID, "After": b.After, "Tasks": b.Tasks, "Numbers": ranges(numbers),
		"List": strings.Trim(fmt.Sprint(b.Tasks), "[]"), "Task": s.task, "Args": s.Args, "Room": room,
		"Stop": shell.Quote(filepath.Join(s.run.dir, stopFile)), "Block": s.logs("parallel-" + randomName()),
		"Log": s.logs, "Cores": s.Cores, "Percent": max(1, 100/s.Cores), "Megabytes": s.megabytes,
		"Minutes": int((s.TaskTime + time.Minute - 1) / time.Minute), "Seconds": seconds, "Warning": warning,
		"Early": seconds - warning, "Flag": s.flag, "Asks": asks,
	}); err != nil {
		panic(err) // the template uses other names
	}
	return text.String()
}

func (s site) jobName() string { return "queens-" + s.run.ID }

// task returns the command of a task, whose number is an expression of the shell.
func (s site) task(number any) string {
	return fmt.Sprintf("%s %v --workers %d --memory %d", shell.Line(s.program, "task", s.run.dir), number, s.Cores,
		ofTask(s.Count.Memory))
}

// flag returns the value of a flag among the user's arguments.
func (s site) flag(name string) (value string) {
	for _, arg := range s.Args {
		if flag, text, _ := strings.Cut(arg, "="); flag == name {
			value = text
		}
	}
	return value
}

// megabytes returns the memory for each of some parts of a task.
func (s site) megabytes(parts int) int64 {
	unit := int64(parts) << 20
	return (s.Count.Memory + unit - 1) / unit
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

func distinct(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// call runs a command. What it starts in the background does not get the signals of this terminal.
func call(ctx context.Context, input string, words ...string) (string, error) {
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.WaitDelay, cmd.SysProcAttr = time.Second, sys.Detached()
	var out, failed bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &failed
	err := cmd.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errs.Errorf("command %s: %w", words[0], ErrNoEngine)
	case err != nil:
		said := strings.TrimSpace(failed.String() + out.String())
		return "", errs.Errorf("%s: %w: %.1000s", words[0], err, strings.Join(strings.Fields(said), " "))
	}
	return out.String(), nil
}
