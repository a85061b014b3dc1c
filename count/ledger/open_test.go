package ledger

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens/internal/must"
	"queens/internal/sys"
)

// Opening syncs the file and its directories, because an earlier process may not have.
func TestOpenForcesToTheDisk(t *testing.T) {
	root := t.TempDir()
	dir := Dir(root, "n8")
	for _, c := range []struct {
		name   string
		before func()
	}{
		{"new", func() {}},
		{"sound", func() {}},
		{"torn", func() { must.Do(t, appendTo(t, dir, "torn")) }},
	} {
		c.before()
		d := &badDisk{room: muchRoom}
		l := opened(t, dir, 3, Options{}, d)
		if want := []string{dir, filepath.Join(root, "runs"), root}; d.syncs.Load() != 1 ||
			!slices.Equal(d.dirs, want) {
			t.Errorf("%s ledger: %d syncs, of directories %v; want 1, of %v", c.name, d.syncs.Load(), d.dirs, want)
		}
		mustClose(t, l)
	}
	l, _ := mustOpen(t, dir, 3)
	mustAppend(t, l, 0)
	mustClose(t, l)
	if _, _, err := openOn(dir, 3, &badDisk{room: muchRoom, dirError: errDisk},
		Options{}); !errors.Is(err, errDisk) || !strings.Contains(err.Error(), "1 of 3 results are kept") {
		t.Errorf("Open with directories that cannot be synced: %v, want what is kept", err)
	}
}

func appendTo(t *testing.T, dir, text string) error {
	t.Helper()
	f := must.Get(os.OpenFile(filepath.Join(dir, ledgerName), os.O_WRONLY|os.O_APPEND, 0))(t)
	_, err := f.WriteString(text)
	return errors.Join(err, f.Close())
}

// Open removes the torn tail and nothing else.
func TestOpenCutsTheTornTail(t *testing.T) {
	data := runBytes(t, testHeader(3), 0, 1)
	unknown := appendFrame(nil, []byte("sound, and no record"))
	torn := slices.Concat(data, []byte("torn tail, longer than the next frame"), make([]byte, 300))
	for name, c := range map[string]struct{ file, left []byte }{
		"torn":                    {torn, data},
		"a frame without record":  {slices.Concat(data, unknown), slices.Concat(data, unknown)},
		"the same, and torn tail": {slices.Concat(data, unknown, []byte("x")), slices.Concat(data, unknown)},
	} {
		dir := writeLedger(t, c.file)
		l, rec := mustOpen(t, dir, 3)
		if left := fileIn(t, dir); !bytes.Equal(left, c.left) {
			t.Errorf("%s: %d bytes left; want %d", name, len(left), len(c.left))
		}
		if rec.Torn != int64(len(c.file)-len(c.left)) {
			t.Errorf("%s: %d torn bytes, want %d", name, rec.Torn, len(c.file)-len(c.left))
		}
		mustAppend(t, l, 2)
		mustClose(t, l)
		complete(t, dir, 3)
	}
}

func TestAlteredCertificate(t *testing.T) {
	dir := t.TempDir()
	l, _ := mustOpen(t, dir, 2)
	mustAppend(t, l, 0, 1)
	must.Get(l.Finish("queens test"))(t)
	must.Do(t, l.Append(by(0, "masks", ""))) // a frame behind it
	mustClose(t, l)
	run := readBytes(t, reframe(t, fileIn(t, dir), 4, func(payload []byte) {
		payload[bytes.LastIndex(payload, []byte("test"))] ^= 1
	}))
	if run.Tally.Done != nil || !run.Complete() || len(run.Recovery.Damages) != 1 {
		t.Errorf("Read: %+v; want a complete run without certificate", run)
	}
}

func TestFinishForcesToTheDisk(t *testing.T) {
	d := &badDisk{room: muchRoom}
	l := opened(t, t.TempDir(), 2, Options{interval: time.Hour}, d)
	mustAppend(t, l, 0, 1)
	before := d.syncs.Load()
	must.Get(l.Finish("queens test"))(t)
	if got := d.syncs.Load() - before; got != 1 {
		t.Errorf("%d syncs by Finish, want 1", got)
	}
	d.syncError = errDisk
	mustClose(t, l) // nothing remains to be synced
}

// If a file does not end where the writer left it, another process owns it: nothing is overwritten.
func TestSomebodyElseWrites(t *testing.T) {
	for name, meddle := range map[string]func(path string) error{
		"longer":  func(path string) error { return appendTo(t, filepath.Dir(path), "a frame of another process") },
		"shorter": func(path string) error { return os.Truncate(path, 100) },
	} {
		dir := t.TempDir()
		l, _ := mustOpen(t, dir, 3)
		mustAppend(t, l, 0)
		path := filepath.Join(dir, ledgerName)
		must.Do(t, meddle(path))
		before := must.Get(os.ReadFile(path))(t)
		err := l.Append(testResult(1))
		if !errors.Is(err, ErrChanged) || !strings.Contains(err.Error(), "1 of 3 results are kept") {
			t.Errorf("%s: Append: %v, want ErrChanged that says how much is kept", name, err)
		}
		if again := l.Append(testResult(2)); again != err {
			t.Errorf("%s: the next Append: %v, want the same error", name, again)
		}
		if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
			t.Errorf("%s: the file was changed", name)
		}
	}
}

// A file that is moved, deleted or replaced while it is written ends the run at the next fsync or
// at Close.
func TestFileIsTakenAway(t *testing.T) {
	for name, meddle := range map[string]func(path string) error{
		"moved":   func(path string) error { return os.Rename(path, path+".old") },
		"deleted": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+"2", nil, 0o644), os.Rename(path+"2", path))
		},
		"directory moved":   func(path string) error { return os.Rename(filepath.Dir(path), filepath.Dir(path)+"2") },
		"directory deleted": func(path string) error { return os.RemoveAll(filepath.Dir(path)) },
	} {
		if runtime.GOOS == "windows" {
			continue // Windows does not do that to an open file
		}
		for _, end := range []string{"Sync", "Close", "Finish", "idle Close"} {
			l, _ := mustOpen(t, filepath.Join(t.TempDir(), "run"), 3)
			mustAppend(t, l, 0, 1)
			if end == "idle Close" {
				mustAppend(t, l, 2)
				must.Do(t, l.Sync())
			}
			must.Do(t, meddle(l.path()))
			mustAppend(t, l, missing(l)...)
			var err error
			switch end {
			case "Sync":
				err = l.Sync()
			case "Finish":
				_, err = l.Finish("queens test")
			default:
				err = l.Close()
			}
			if !errors.As(err, new(*WriteError)) || !errors.Is(err, ErrMoved) || strings.Contains(err.Error(), "kept") {
				t.Fatalf("%s, %s: %v; want ErrMoved", name, end, err)
			}
			if again := l.Append(testResult(2)); end != "Close" && end != "idle Close" && again != err {
				t.Errorf("%s, %s: the next Append: %v", name, end, again)
			}
			_, _ = l.Close(), l.Close()
		}
	}
}

// Open waits for the holder only as long as its options and context allow.
func TestOpenWaits(t *testing.T) {
	dir := t.TempDir()
	first, _ := mustOpen(t, dir, 3)
	time.AfterFunc(100*time.Millisecond, func() { _ = first.Close() })
	second := opened(t, dir, 3, Options{Wait: time.Minute}, osDisk{})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, _, err := Open(ctx, dir, testHeader(3), Options{Wait: time.Hour}); !errors.Is(err, ErrLocked) {
		t.Errorf("Open until the context ended: %v, want ErrLocked", err)
	}
	mustClose(t, second)
}

type countedFile struct {
	io.ReaderAt
	read int64
}

func (f *countedFile) ReadAt(b []byte, offset int64) (int, error) {
	n, err := f.ReaderAt.ReadAt(b, offset)
	f.read += int64(n)
	return n, err
}

// Whatever a file contains, it is read once, except the windows' edges.
func TestReadsEachByteOnce(t *testing.T) {
	h := testHeader(3)
	head := runBytes(t, h, 0, 1)
	frame := head[bounds(t, head)[1]:bounds(t, head)[2]]
	halfFrame := slices.Concat(frame[:lengthOffset], []byte{0, 1, 0, 0}, frame[prefixLen:40]) // announces 64 KiB
	for name, c := range map[string]struct {
		tail []byte
		most float64
	}{
		"zeros":      {make([]byte, 8*windowLen), 1.01},
		"markers":    {bytes.Repeat(marker, 2*windowLen), 1.01},
		"beginnings": {bytes.Repeat(halfFrame, 2*windowLen/len(halfFrame)), 1.6},
		"frames":     {bytes.Repeat(frame, 8*windowLen/len(frame)), 1.01},
	} {
		data := slices.Concat(head, c.tail)
		f := &countedFile{ReaderAt: bytes.NewReader(data)}
		for _, err := range scan(t.Context(), f, int64(len(data))) {
			must.Do(t, err)
		}
		if times := float64(f.read) / float64(len(data)); times > c.most {
			t.Errorf("%s: %d bytes read of a file of %d, %.2f times, want %v at most", name, f.read, len(data),
				times, c.most)
		}
	}
}

func TestReadHearsItsContext(t *testing.T) {
	dir := writeLedger(t, runBytes(t, testHeader(3), 0, 1, 2))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Read(ctx, dir); !errors.Is(err, context.Canceled) {
		t.Errorf("Read: %v, want Canceled", err)
	}
	if _, _, err := Open(ctx, dir, testHeader(3), Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v, want Canceled", err)
	}
	complete(t, dir, 3)
	ctx, cancel = context.WithCancel(t.Context())
	defer cancel()
	f := &endingFile{cancel: cancel}
	for _, err := range scan(ctx, f, 1<<40) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("scan: %v, want Canceled", err)
		}
	}
	if f.reads > 2 {
		t.Errorf("%d reads after the context ended", f.reads)
	}
}

// endingFile is endless zeros. Reading it cancels a context.
type endingFile struct {
	cancel func()
	reads  int
}

func (f *endingFile) ReadAt(b []byte, _ int64) (int, error) {
	f.cancel()
	f.reads++
	clear(b)
	return len(b), nil
}

// Special files are neither listed, read nor written, and never block.
func TestSpecialFiles(t *testing.T) {
	for name, put := range specialFiles() {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for _, file := range []string{ledgerName, lockName} {
				dir := Dir(root, "a-"+file)
				must.Do(t, os.MkdirAll(dir, 0o755))
				if err := put(filepath.Join(dir, file)); err != nil {
					t.Skip(err)
				}
				_, _, err := Open(t.Context(), dir, testHeader(3), Options{})
				if !errors.Is(err, sys.ErrNotRegular) || strings.Contains(err.Error(), "\n") {
					t.Errorf("Open with %s as %s: %v, want ErrNotRegular", name, file, err)
				}
			}
			if _, err := Read(t.Context(), Dir(root, "a-ledger")); !errors.Is(err, sys.ErrNotRegular) {
				t.Errorf("Read with %s: %v, want ErrNotRegular", name, err)
			}
		})
	}
}

func specialFiles() map[string]func(path string) error {
	put := map[string]func(path string) error{
		"a directory":       func(path string) error { return os.Mkdir(path, 0o755) },
		"a link to nothing": func(path string) error { return os.Symlink(path+"-none", path) },
	}
	maps.Copy(put, systemFiles())
	return put
}

// The test binary runs itself as a second process; childRole says what that process does, childDir
// in which run.
const (
	childRole = "QUEENS_LEDGER_TEST_ROLE"
	childDir  = "QUEENS_LEDGER_TEST_DIR"
	childRuns = 200_000 // subproblems of the run of a child
)

func TestMain(m *testing.M) {
	switch os.Getenv(childRole) {
	case "":
		os.Exit(m.Run())
	case "append":
		appendForever(os.Getenv(childDir))
	case "hold":
		holdRun(os.Getenv(childDir))
	case "fill":
		fillLimited(os.Getenv(childDir))
	}
}

func startChild(t *testing.T, role, dir string) (*exec.Cmd, *bufio.Scanner, io.Closer) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childRole+"="+role, childDir+"="+dir)
	cmd.Stderr = os.Stderr
	in := must.Get(cmd.StdinPipe())(t)
	out := must.Get(cmd.StdoutPipe())(t)
	must.Do(t, cmd.Start())
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	return cmd, bufio.NewScanner(out), in
}

// exitOn ends a child that failed.
func exitOn(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// appendForever appends missing results and prints the number of each subproblem after Append.
// Before some of them it appends a wrong result and withdraws it.
func appendForever(dir string) {
	l, _, err := Open(context.Background(), dir, testHeader(childRuns), Options{})
	exitOn(err)
	for _, i := range missing(l) {
		if i%50 == 7 {
			exitOn(errors.Join(l.Append(wrongResult(i, "bad", "")), l.Withdraw(map[int]string{i: "test"})))
		}
		exitOn(l.Append(testResult(i)))
		fmt.Println(i)
	}
	_, _ = io.Copy(io.Discard, os.Stdin) // wait for the end
}

// What Append accepted must survive kill -9 at any moment.
func TestKilledWhileAppending(t *testing.T) {
	dir := t.TempDir()
	accepted := -1
	for round := range 5 {
		cmd, lines, _ := startChild(t, "append", dir)
		var kill *time.Timer
		for lines.Scan() {
			if kill == nil { // it has started to append
				kill = time.AfterFunc(time.Duration(13*round)*time.Millisecond, func() { _ = cmd.Process.Kill() })
			}
			i, err := strconv.Atoi(lines.Text())
			if err != nil {
				t.Fatalf("child says %q", lines.Text())
			}
			accepted = max(accepted, i)
		}
		if kill == nil {
			t.Fatalf("round %d: the child ended by itself", round)
		}
		_ = cmd.Wait()

		l, rec := mustOpen(t, dir, childRuns)
		if len(rec.Damages) != 0 {
			t.Errorf("round %d: damages %v", round, rec.Damages)
		}
		for i := range accepted + 1 {
			if !l.Has(i) {
				t.Fatalf("round %d: subproblem %d was accepted and is lost", round, i)
			}
		}
		tally := l.Tally()
		last := tally.Results - 1
		// not withdrawn yet
		if total, _ := l.Total(last); last > accepted && total == wrongResult(last, "", "").Total {
			must.Do(t, l.Withdraw(map[int]string{last: "test"}))
			tally = l.Tally()
		}
		if tally.Total != trueTotal(tally.Results) {
			t.Errorf("round %d: total %v of %d results, want %v", round, tally.Total, tally.Results,
				trueTotal(tally.Results))
		}
		mustClose(t, l)
	}
	if accepted < 0 {
		t.Error("no child came to append anything")
	}
	t.Logf("%d results accepted in 5 lives", accepted+1)
}

func holdRun(dir string) {
	l, _, err := Open(context.Background(), dir, testHeader(3), Options{})
	exitOn(err)
	fmt.Println("open")
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = l.Close()
}

func TestSecondProcessIsRefused(t *testing.T) {
	dir := t.TempDir()
	cmd, lines, in := startChild(t, "hold", dir)
	if !lines.Scan() || lines.Text() != "open" {
		t.Fatalf("child says %q", lines.Text())
	}
	holder := fmt.Sprintf("process %d", cmd.Process.Pid)
	_, _, err := Open(context.Background(), dir, testHeader(3), Options{})
	if !errors.Is(err, ErrLocked) || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), holder) {
		t.Errorf("Open: %v, want ErrLocked that names %s and %s", err, dir, holder)
	}
	run, err := Read(context.Background(), dir) // reading needs no lock
	if err != nil || !strings.Contains(run.Holder, holder) {
		t.Errorf("Read: %+v, %v, want holder %s", run, err, holder)
	}
	must.Do(t, in.Close())
	must.Do(t, cmd.Wait())
	complete(t, dir, 3)
}
