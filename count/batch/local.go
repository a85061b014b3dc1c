package batch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"

	"queens/internal/shell"
	"queens/internal/sys"
)

// local starts tasks as processes of this machine; the process table is its queue.
type local struct{ site }

func (l local) Limits(ctx context.Context) (Limits, error) {
	_, err := processes(ctx)
	return Limits{Tasks: max(1, runtime.NumCPU()/l.Cores)}, err
}

func (l local) Script(b Block) string { return printer(l).Script(b) }

func (l local) Submit(_ context.Context, b Block) error {
	for _, name := range b.names() {
		if err := start(l.logs("local-"+name+".log"), l.task(name)); err != nil {
			return err
		}
	}
	return nil
}

// start starts a shell command that outlives this process.
func start(log, command string) error {
	out, err := os.OpenFile(log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	defer out.Close()
	cmd := exec.Command("sh", "-c", "exec "+command)
	cmd.Stdout, cmd.Stderr, cmd.SysProcAttr = out, out, sys.Detached()
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	go func() { _ = cmd.Wait() }() // its ledger says how it ended
	return nil
}

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

func (s site) tasks(list []process) (live []Live) {
	for _, p := range list {
		_, rest, ok := strings.Cut(p.args, " task "+s.run.dir+" ")
		part, _, _ := strings.Cut(rest, " ")
		if ok && isPart(part) {
			live = append(live, Live{Part: part, Running: true, Job: strconv.Itoa(p.id)})
		}
	}
	return live
}

func (l local) List(ctx context.Context) ([]Live, error) {
	list, err := processes(ctx)
	return l.tasks(list), err
}

func (l local) Cancel(ctx context.Context) error {
	live, err := l.List(ctx)
	return errors.Join(err, terminate(live))
}

func terminate(live []Live) (failed error) {
	for _, l := range live {
		id, _ := strconv.Atoi(l.Job) // as List has written it
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
// the names of parts; its job log says which of them have ended.
type parallel struct{ site }

func (p parallel) Limits(ctx context.Context) (Limits, error) {
	text, err := call(ctx, "", "parallel", "--version")
	if err == nil && !strings.HasPrefix(text, "GNU parallel") {
		err = fmt.Errorf("batch: the command parallel is not GNU parallel: %w", ErrNoEngine)
	}
	return Limits{}, err
}

func (p parallel) command(list string) string {
	words := []string{"parallel", "--jobs", fmt.Sprintf("%d%%", max(1, 100/p.Cores)), "--joblog", list + ".log"}
	return shell.Line(append(append(words, p.Args...), p.task("{}"), "::::", list)...)
}

func (p parallel) Script(b Block) string {
	return "# LIST has " + strings.Join(b.names(), " ") + "\n" + p.command("LIST") + "\n"
}

func (p parallel) Submit(_ context.Context, b Block) error {
	list := p.logs("parallel-" + randomName())
	if err := os.WriteFile(list, []byte(strings.Join(b.names(), "\n")+"\n"), 0o644); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return start(list+".out", p.command(list))
}

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

func (p parallel) List(ctx context.Context) (live []Live, err error) {
	list, err := processes(ctx)
	if err != nil {
		return nil, err
	}
	running := map[string]bool{}
	for _, l := range p.tasks(list) {
		running[l.Part] = true
		live = append(live, l)
	}
	for id, pid := range p.lists(list) {
		path := p.logs("parallel-" + id)
		names, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("batch: %w", err)
		}
		log, err := os.ReadFile(path + ".log")
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, fmt.Errorf("batch: %w", err)
		}
		ended := map[string]bool{}
		for line := range bytes.Lines(log) {
			number, _, _ := strings.Cut(string(line), "\t")
			ended[number] = true
		}
		for i, name := range strings.Fields(string(names)) {
			if !ended[strconv.Itoa(i+1)] && !running[name] {
				live = append(live, Live{Part: name, Job: strconv.Itoa(pid)})
			}
		}
	}
	return live, nil
}

// Cancel ends GNU parallel and the tasks on this machine. Tasks on other machines see the stop
// file.
func (p parallel) Cancel(ctx context.Context) error {
	list, err := processes(ctx)
	var live []Live
	for _, pid := range p.lists(list) {
		live = append(live, Live{Job: strconv.Itoa(pid)})
	}
	return errors.Join(err, terminate(append(live, p.tasks(list)...)))
}

// printer prints a command line for each task, for unknown engines.
type printer struct{ site }

func (p printer) Limits(context.Context) (Limits, error) { return Limits{}, nil }

func (p printer) List(context.Context) ([]Live, error) { return nil, nil }

func (p printer) Script(b Block) string {
	var text strings.Builder
	for _, name := range b.names() {
		fmt.Fprintln(&text, p.task(name))
	}
	return text.String()
}

func (p printer) Submit(_ context.Context, b Block) error {
	_, err := io.WriteString(p.Out, p.Script(b))
	return err
}

func (p printer) Cancel(context.Context) error { return nil }
