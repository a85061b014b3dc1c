package batch

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"text/template"
	"time"

	"queens"
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

func (s site) script(b block) string {
	numbers := named.Each(b.Tasks, func(task int) int { return task - b.After }) // of the engine
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

func slurmLimits(ctx context.Context, s site) (limits, error) {
	if strings.ContainsAny(s.run.dir, `%\`) {
		return limits{}, errs.Errorf("slurm: %s: Slurm replaces %% and \\ in the names of logs: name another "+
			"directory: %w", s.run.dir, queens.ErrFormat)
	}
	text, err := call(ctx, "", "scontrol", "show", "config")
	if err != nil {
		return limits{}, err
	}
	size := 0 // one more than the largest index
	for line := range strings.Lines(text) {
		_, _ = fmt.Sscanf(line, "MaxArraySize = %d", &size) // one line has it
	}
	if size == 0 {
		return limits{}, errs.Errorf("scontrol show config prints no MaxArraySize")
	}
	return limits{Index: max(1, size-1)}, nil
}

func slurmList(ctx context.Context, s site) (live []queued, err error) {
	text, err := call(ctx, "", "squeue", "--me", "--noheader", "--array", "--format=%j|%i|%t|%N|%r")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(text) {
		f := strings.Split(strings.TrimSpace(line), "|")
		after, ours := strings.CutPrefix(f[0], s.jobName()+"-")
		first, err := strconv.Atoi(after)
		if len(f) != 5 || !ours || err != nil {
			continue
		}
		held := ""
		if f[2] == "PD" && strings.Contains(strings.ToLower(f[4]), "held") {
			held = f[4] // JobHeldUser, "launch failed requeued held"
		}
		_, tasks, _ := strings.Cut(f[1], "_")
		for _, i := range parseRanges(strings.TrimPrefix(tasks, "[")) { // in brackets if listed together
			live = append(live, queued{first + i, f[2] == "R" || f[2] == "CG", f[3], held})
		}
	}
	return live, nil
}

// slurmCancel lets running tasks save their results first.
func slurmCancel(ctx context.Context, s site) error {
	names, err := call(ctx, "", "squeue", "--me", "--noheader", "--format=%j")
	for _, name := range distinct(strings.Fields(names)) {
		if strings.HasPrefix(name, s.jobName()+"-") {
			_, asked := call(ctx, "", "scancel", "--me", "--name="+name, "--signal=TERM", "--full")
			_, ended := call(ctx, "", "scancel", "--me", "--name="+name)
			err = errors.Join(err, asked, ended)
		}
	}
	return err
}

func gridLimits(ctx context.Context, _ site) (limits, error) {
	_, err := call(ctx, "", "qstat")
	return limits{Runs: true}, err
}

func gridList(ctx context.Context, s site) (live []queued, err error) {
	me := os.Getenv("USER")
	if u, err := user.Current(); err == nil {
		me = u.Username
	}
	text, err := call(ctx, "", "qstat", "-xml", "-g", "d", "-u", me)
	if err != nil {
		return nil, err
	}
	type job struct {
		Name  string `xml:"JB_name"`
		Queue string `xml:"queue_name"`
		Tasks string `xml:"tasks"`
	}
	var queue struct {
		Running []job `xml:"queue_info>job_list"`
		Pending []job `xml:"job_info>job_list"`
	}
	if err := xml.Unmarshal([]byte(text), &queue); err != nil {
		return nil, errs.Errorf("qstat: %w", err)
	}
	for _, j := range slices.Concat(queue.Running, queue.Pending) {
		_, node, _ := strings.Cut(j.Queue, "@")
		for _, i := range parseRanges(strings.ReplaceAll(j.Tasks, ":1", "")) {
			if j.Name == s.jobName() {
				live = append(live, queued{Task: i, Running: node != "", Node: node})
			}
		}
	}
	return live, nil
}

func gridCancel(ctx context.Context, s site) error {
	live, err := s.list(ctx)
	if err == nil && len(live) > 0 {
		_, err = call(ctx, "", "qdel", s.jobName())
	}
	return err
}

// parseRanges reads ascending numbers like "1-3,7", up to any other character: "4-9,12%2".
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

// kubernetesFlags are those of the user's arguments that say where a Job runs; others go to
// kubectl.
var kubernetesFlags = []string{"--image", "--claim", "--mount"}

func kubectl(s site, args ...string) []string {
	others := slices.DeleteFunc(slices.Clone(s.Args), func(arg string) bool {
		name, value, _ := strings.Cut(arg, "=")
		return slices.Contains(kubernetesFlags, name) && value != ""
	})
	return slices.Concat([]string{"kubectl"}, others, args)
}

func kubernetesSubmit(s site) []string { return kubectl(s, "create", "--filename=-") }

func kubernetesLimits(ctx context.Context, s site) (limits, error) {
	below, err := filepath.Rel(s.flag("--mount"), s.run.dir)
	missing := slices.ContainsFunc(kubernetesFlags, func(name string) bool { return s.flag(name) == "" })
	if missing || err != nil || !filepath.IsLocal(below) {
		return limits{}, errs.Errorf("kubernetes: want -- --image=IMAGE --claim=CLAIM --mount=PATH, the path "+
			"of the volume that holds %s: %w", s.run.dir, queens.ErrFormat)
	}
	_, err = call(ctx, "", kubectl(s, "version", "--client=true", "--output=json")...)
	return limits{}, err
}

// kubernetesList reads the Jobs of a run. Their label and annotation are in the template.
func kubernetesList(ctx context.Context, s site) (live []queued, err error) {
	text, err := call(ctx, "", kubectl(s, "get", "jobs", "--selector=queens.run="+s.run.ID, "--output=json")...)
	if err != nil {
		return nil, err
	}
	var jobs struct {
		Items []struct {
			Metadata struct{ Annotations map[string]string }
			Status   struct {
				Ready                           int
				CompletedIndexes, FailedIndexes string
				Conditions                      []struct{ Type, Status string }
			}
		}
	}
	if err := json.Unmarshal([]byte(text), &jobs); err != nil {
		return nil, errs.Errorf("kubectl get jobs: %w", err)
	}
	for _, j := range jobs.Items {
		ended := slices.Concat(parseRanges(j.Status.CompletedIndexes), parseRanges(j.Status.FailedIndexes))
		for _, c := range j.Status.Conditions {
			if c.Status == "True" && (c.Type == "Complete" || c.Type == "Failed") {
				j.Metadata.Annotations = nil
			}
		}
		ready := j.Status.Ready
		for i, number := range strings.Fields(j.Metadata.Annotations["queens.tasks"]) {
			if task, err := strconv.Atoi(number); err == nil && !slices.Contains(ended, i) {
				live = append(live, queued{Task: task, Running: ready > 0})
				ready--
			}
		}
	}
	return live, nil
}

func kubernetesCancel(ctx context.Context, s site) error {
	_, err := call(ctx, "", kubectl(s, "delete", "jobs", "--selector=queens.run="+s.run.ID, "--wait=false")...)
	return err
}

func localLimits(ctx context.Context, s site) (limits, error) {
	_, err := processes(ctx)
	return limits{Tasks: max(1, runtime.NumCPU()/s.Cores)}, err
}

func parallelLimits(ctx context.Context, _ site) (limits, error) {
	text, err := call(ctx, "", "parallel", "--version")
	if err == nil && !strings.HasPrefix(text, "GNU parallel") {
		err = errs.Errorf("the command parallel is not GNU parallel: %w", ErrNoEngine)
	}
	return limits{}, err
}

// processes returns the arguments of every process of this machine, by its number.
func processes(ctx context.Context) (map[int]string, error) {
	text, err := call(ctx, "", "ps", "-A", "-ww", "-o", "pid=", "-o", "args=")
	if err != nil {
		return nil, err
	}
	list := map[int]string{}
	for line := range strings.Lines(text) {
		id, args, _ := strings.Cut(strings.TrimSpace(line), " ")
		if p, err := strconv.Atoi(id); err == nil {
			list[p] = args
		}
	}
	return list, nil
}

// running returns the processes of this machine that count tasks of the run or start them: the
// numbers of the tasks, and the lists of GNU parallel. A list is a file with numbers of tasks; its
// job log says which of them have ended.
func (s site) running(ctx context.Context) (tasks map[int]int, lists map[int]string, err error) {
	all, err := processes(ctx)
	tasks, lists = map[int]int{}, map[int]string{}
	for id, args := range all {
		_, rest, _ := strings.Cut(args, " task "+s.run.dir+" ")
		number, _, _ := strings.Cut(rest, " ")
		if task, err := strconv.Atoi(number); err == nil {
			tasks[id] = task
		}
		_, rest, ok := strings.Cut(args, s.logs("parallel-"))
		if list, _, _ := strings.Cut(rest, ".log"); ok && len(list) == 8 {
			lists[id] = s.logs("parallel-" + list)
		}
	}
	return tasks, lists, err
}

func processList(ctx context.Context, s site) (live []queued, err error) {
	tasks, lists, err := s.running(ctx)
	if err != nil {
		return nil, err
	}
	running := slices.Collect(maps.Values(tasks))
	for _, task := range running {
		live = append(live, queued{Task: task, Running: true})
	}
	for _, list := range distinct(slices.Collect(maps.Values(lists))) {
		numbers, err := os.ReadFile(list)
		if err != nil {
			return nil, err
		}
		log, err := os.ReadFile(list + ".log")
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		ended := map[string]bool{}
		for line := range bytes.Lines(log) {
			number, _, _ := strings.Cut(string(line), "\t")
			ended[number] = true
		}
		for i, number := range strings.Fields(string(numbers)) {
			task, err := strconv.Atoi(number)
			if err == nil && !ended[strconv.Itoa(i+1)] && !slices.Contains(running, task) {
				live = append(live, queued{Task: task})
			}
		}
	}
	return live, nil
}

// processCancel ends the processes of this machine, and of each list the first one: the others are
// its children. Tasks on other machines see the stop file.
func processCancel(ctx context.Context, s site) error {
	tasks, lists, err := s.running(ctx)
	first := map[string]int{}
	for _, id := range slices.Sorted(maps.Keys(lists)) {
		if first[lists[id]] == 0 {
			first[lists[id]] = id
		}
	}
	return errors.Join(err, terminate(slices.AppendSeq(slices.Collect(maps.Keys(tasks)), maps.Values(first))))
}

func terminate(ids []int) (failed error) {
	for _, id := range ids {
		p, err := os.FindProcess(id)
		if err == nil {
			err = p.Signal(syscall.SIGTERM)
		}
		if !errors.Is(err, os.ErrProcessDone) {
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
