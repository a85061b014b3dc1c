package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"queens/internal/errs"
	"queens/internal/shell"
)

// printer prints a command line for each task, for unknown engines.
type printer struct{ site }

func (p printer) limits(context.Context) (Limits, error) { return Limits{}, nil }

func (p printer) list(context.Context) ([]Live, error) { return nil, nil }

func (p printer) script(b Block) string {
	var text strings.Builder
	for _, number := range b.Tasks {
		fmt.Fprintln(&text, p.task(strconv.Itoa(number)))
	}
	return text.String()
}

func (p printer) submission() []string { return nil }

func (p printer) cancel(context.Context) error { return nil }

// local starts tasks as processes of this machine; the process table is its queue.
type local struct{ site }

func (l local) limits(ctx context.Context) (Limits, error) {
	_, err := processes(ctx)
	return Limits{Tasks: max(1, runtime.NumCPU()/l.Cores)}, err
}

func (l local) script(b Block) string {
	var text strings.Builder
	for _, number := range b.Tasks {
		text.WriteString(l.background(l.task(strconv.Itoa(number)), fmt.Sprintf("local-%d.log", number)))
	}
	return text.String()
}

// background returns a shell command in the background, with its output in a log.
func (s site) background(command, log string) string {
	return command + " >>" + shell.Quote(s.logs(log)) + " 2>&1 </dev/null &\n"
}

func (l local) submission() []string { return []string{"sh"} }

type process struct {
	id   int
	args string
}

func processes(ctx context.Context) (list []process, err error) {
	text, err := call(ctx, "", "ps", "-A", "-ww", "-o", "pid=", "-o", "args=")
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(text) {
		id, args, _ := strings.Cut(strings.TrimSpace(line), " ")
		if p, err := strconv.Atoi(id); err == nil {
			list = append(list, process{p, args})
		}
	}
	return list, nil
}

// tasks returns the tasks of the run and the numbers of their processes.
func (s site) tasks(list []process) (live []Live, ids []int) {
	for _, p := range list {
		_, rest, _ := strings.Cut(p.args, " task "+s.run.dir+" ")
		number, _, _ := strings.Cut(rest, " ")
		if task, err := strconv.Atoi(number); err == nil {
			live = append(live, Live{Task: task, Running: true})
			ids = append(ids, p.id)
		}
	}
	return live, ids
}

func (l local) list(ctx context.Context) ([]Live, error) {
	list, err := processes(ctx)
	live, _ := l.tasks(list)
	return live, err
}

func (l local) cancel(ctx context.Context) error {
	list, err := processes(ctx)
	_, ids := l.tasks(list)
	return errors.Join(err, terminate(ids))
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

// parallel starts the tasks of a block with GNU parallel, here or over ssh. A block is a file with
// their numbers; its job log says which of them have ended.
type parallel struct{ site }

func (p parallel) limits(ctx context.Context) (Limits, error) {
	text, err := call(ctx, "", "parallel", "--version")
	if err == nil && !strings.HasPrefix(text, "GNU parallel") {
		err = errs.Errorf("the command parallel is not GNU parallel: %w", ErrNoEngine)
	}
	return Limits{}, err
}

func (p parallel) script(b Block) string {
	name := "parallel-" + randomName()
	list := p.logs(name)
	words := []string{"parallel", "--jobs", fmt.Sprintf("%d%%", max(1, 100/p.Cores)), "--joblog", list + ".log"}
	command := shell.Line(slices.Concat(words, p.Args, []string{p.task("{}"), "::::", list})...)
	numbers := strings.Trim(fmt.Sprint(b.Tasks), "[]")
	return "printf '%s\\n' " + numbers + " >" + shell.Quote(list) + "\n" + p.background(command, name+".out")
}

func (p parallel) submission() []string { return []string{"sh"} }

func (p parallel) lists(list []process) (ids map[string]int) {
	ids = map[string]int{}
	for _, process := range list {
		_, rest, ok := strings.Cut(process.args, p.logs("parallel-"))
		id, _, _ := strings.Cut(rest, ".log")
		if _, known := ids[id]; ok && len(id) == 8 && (!known || process.id < ids[id]) {
			ids[id] = process.id // its children have the same arguments and larger numbers
		}
	}
	return ids
}

func (p parallel) list(ctx context.Context) (live []Live, err error) {
	list, err := processes(ctx)
	if err != nil {
		return nil, err
	}
	live, _ = p.tasks(list)
	running := slices.Clone(live)
	for id := range p.lists(list) {
		path := p.logs("parallel-" + id)
		numbers, err := os.ReadFile(path)
		if err != nil {
			return nil, errs.Errorf("%w", err)
		}
		log, err := os.ReadFile(path + ".log")
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, errs.Errorf("%w", err)
		}
		ended := map[string]bool{}
		for line := range bytes.Lines(log) {
			number, _, _ := strings.Cut(string(line), "\t")
			ended[number] = true
		}
		for i, number := range strings.Fields(string(numbers)) {
			task, err := strconv.Atoi(number)
			if err == nil && !ended[strconv.Itoa(i+1)] && !slices.Contains(running, Live{Task: task, Running: true}) {
				live = append(live, Live{Task: task})
			}
		}
	}
	return live, nil
}

// cancel ends GNU parallel and the tasks on this machine. Tasks on other machines see the stop
// file.
func (p parallel) cancel(ctx context.Context) error {
	list, err := processes(ctx)
	_, ids := p.tasks(list)
	return errors.Join(err, terminate(slices.AppendSeq(ids, maps.Values(p.lists(list)))))
}
