// Package batch counts with engines that schedule tasks on many machines: Slurm, Grid
// Engine, Kubernetes, GNU parallel, or just this machine.
//
// Everything about a count is in one directory, which all machines share; docs/machines.md lists
// its files. An engine starts a [Task]. It counts one part, a share "7" or a part of a cut "2.7",
// in a private temporary directory and publishes its ledger by rename. Every attempt has its own
// file name, so machines share no lock.
//
// [Drive] is a stateless loop: it merges the ledgers, asks the [Engine] what is queued or running,
// and submits the rest. When the count is complete, it checks and certifies it and writes a
// [Record], which [Verify] can check on any machine.
package batch

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/internal/humanize"
	"queens/internal/sys"
)

// Names in a directory.
const (
	runFile      = "run.json"
	recordFile   = "record.json"
	statusFile   = "status.json"
	stopFile     = "stop"
	cutsDir      = "cuts"
	ledgersDir   = "ledgers"
	disputesDir  = "disputes"
	withdrawnDir = "withdrawn"
	logsDir      = "logs"
	programsDir  = "bin"

	runSchema    = "queens.batch/1"
	ledgerSuffix = ".ledger"
	noteSuffix   = ".json"
)

// Run describes the count of a directory: run.json, which never changes.
type Run struct {
	Schema        string         `json:"schema"`
	ID            string         `json:"id"` // part of the names of jobs
	Question      count.Question `json:"question"`
	Scheme        string         `json:"method"`
	SchemeVersion int            `json:"methodVersion"`
	Plan          ledger.Hash    `json:"plan"`
	Weights       int            `json:"weights"` // version of the table that determined the shares
	// share i has the subproblems in [bounds[i-1], bounds[i])
	Bounds      []int     `json:"bounds"`
	Kernel      string    `json:"kernel"`
	Cores       int       `json:"cores"`       // of a task, unless the driver overrides it
	Memory      int64     `json:"memory"`      // bytes, likewise
	TaskSeconds float64   `json:"taskSeconds"` // likewise
	Seconds     float64   `json:"seconds"`     // estimated processor time of everything
	Again       float64   `json:"again"`       // share of the subproblems counted twice, or a sample if that is more
	Seed        uint64    `json:"seed,string"` // selects them
	Program     string    `json:"program"`
	Created     time.Time `json:"created"`

	dir string
}

// Part is the work of one task: a share, or a part of a cut.
type Part struct {
	Kind   Kind     `json:"kind,omitempty"`
	Ranges [][2]int `json:"ranges"`           // first and last subproblem, from 0
	Kernel string   `json:"kernel,omitempty"` // of a second count: the kernel of the first one
	Avoid  []string `json:"avoid,omitempty"`  // nodes that should not count it

	cut    int // 0: it is a share
	number int // in the cut, from 1

	// State of a driver.
	absent int // number of times it was missing from the queue since it was there
	tries  int // submissions since its last new result
	had    int // results at its last submission
}

func (p *Part) name() string { return partName(p.cut, p.number) }

// Kind is the purpose of a part: a first count, unless it is Again.
type Kind string

// Again is the kind of a second count by another kernel.
const Again Kind = "again"

func (p *Part) subproblems(yield func(int) bool) {
	for _, r := range p.Ranges {
		for i := r[0]; i <= r[1]; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

type cut struct {
	Schema string `json:"schema"`
	Parts  []Part `json:"parts"`
}

// Attempt is the note next to a ledger: who counted, and how it ended.
type Attempt struct {
	Part      string    `json:"part"`
	Node      string    `json:"node"`
	Job       string    `json:"job"`
	Program   string    `json:"program"`
	Workers   int       `json:"workers"`
	Started   time.Time `json:"started"`
	Written   time.Time `json:"written"`
	Processor float64   `json:"processorSeconds"`
	Ended     bool      `json:"ended"`
	Failed    bool      `json:"failed"` // a check failed: retrying is pointless
	Error     string    `json:"error,omitempty"`
}

// ReadRun reads the run of a directory.
//
// Errors: fs.ErrNotExist; queens.ErrFormat.
func ReadRun(dir string) (*Run, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	r := &Run{dir: dir}
	if err := readJSON(filepath.Join(dir, runFile), r); err != nil {
		return nil, err
	}
	if r.Schema != runSchema || r.ID == "" || strings.Trim(r.ID, "0123456789abcdef") != "" ||
		len(r.Bounds) < 2 || r.Bounds[0] != 0 || !slices.IsSorted(r.Bounds) {
		return nil, fmt.Errorf("batch: %s is not a file of this version of the program, which writes %s: %w",
			filepath.Join(dir, runFile), runSchema, queens.ErrFormat)
	}
	return r, nil
}

// IsRun reports whether a directory holds a run of this package, or will when it is estimated.
func IsRun(dir string) bool {
	_, run := os.Stat(filepath.Join(dir, runFile))
	_, status := os.Stat(filepath.Join(dir, statusFile))
	return run == nil || status == nil
}

func (r *Run) plan(ctx context.Context) (*plan.Plan, error) {
	scheme, err := plan.FindVersion(r.Scheme, r.SchemeVersion)
	if err != nil {
		return nil, fmt.Errorf("batch: %s: %w: use the program that %s names, %s: %w", r.dir, err, runFile, r.Program,
			ledger.ErrOtherRun)
	}
	p, err := plan.New(ctx, r.Question.Order, scheme)
	if err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	if ledger.Hash(p.Hash) != r.Plan || len(p.Subproblems) != r.subproblems() {
		return nil, fmt.Errorf("batch: %s has plan %v, version %d of %s; this program makes %s, version %d: use "+
			"the program that %s names, %s: %w",
			r.dir, r.Plan, r.SchemeVersion, r.Scheme, p.HashText(), scheme.Version, runFile, r.Program,
			ledger.ErrOtherRun)
	}
	return p, nil
}

func (r *Run) subproblems() int { return r.Bounds[len(r.Bounds)-1] }

func (r *Run) part(name string) (*Part, error) {
	list, _, err := r.parts(0)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(list, func(p *Part) bool { return p.name() == name })
	if i < 0 {
		return nil, fmt.Errorf("batch: %s has no part %q: want a share, 1 to %d, or CUT.PART: %w", r.dir, name,
			len(r.Bounds)-1, queens.ErrFormat)
	}
	return list[i], nil
}

// partName returns "7" for share 7, "2.7" for part 7 of cut 2.
func partName(k, i int) string {
	if k == 0 {
		return strconv.Itoa(i)
	}
	return fmt.Sprintf("%d.%d", k, i)
}

func isPart(name string) bool {
	var k, i int
	if n, _ := fmt.Sscanf(name, "%d.%d", &k, &i); n < 2 {
		k, i = 0, k
	}
	return i > 0 && k >= 0 && partName(k, i) == name
}

// cut returns the parts of a cut; 0 are the shares.
func (r *Run) cut(k int) (list []*Part, err error) {
	if k == 0 {
		for i := 1; i < len(r.Bounds); i++ {
			if r.Bounds[i] > r.Bounds[i-1] {
				list = append(list, &Part{number: i, Ranges: [][2]int{{r.Bounds[i-1], r.Bounds[i] - 1}}})
			}
		}
		return list, nil
	}
	var c cut
	path := filepath.Join(r.dir, cutsDir, strconv.Itoa(k)+noteSuffix)
	if err := readJSON(path, &c); err != nil {
		return nil, err
	}
	for i := range c.Parts {
		p := &c.Parts[i]
		p.cut, p.number = k, i+1
		for _, x := range p.Ranges {
			if x[0] < 0 || x[1] < x[0] || x[1] >= r.subproblems() {
				return nil, fmt.Errorf("batch: %s: subproblems %d to %d of %d: %w", path, x[0]+1, x[1]+1,
					r.subproblems(), queens.ErrFormat)
			}
		}
		list = append(list, p)
	}
	return list, nil
}

// parts returns the parts of cut k and of all later ones, and the number of the next cut. An
// unreadable cut was never submitted: its driver was stopped while writing it.
func (r *Run) parts(k int) (list []*Part, next int, err error) {
	for ; ; k++ {
		parts, err := r.cut(k)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return list, k, nil
		case err != nil && !errors.Is(err, queens.ErrFormat):
			return list, k, err
		}
		list = append(list, parts...)
	}
}

// sample is the share of the subproblems counted twice in every run: about 300 of them, or as many
// as a task counts in five minutes, but at least three.
func (r *Run) sample() float64 {
	all := float64(r.subproblems())
	return min(1, max(leastSample, min(usualSample, sampleSeconds*float64(r.Cores)*all/r.Seconds))/all)
}

const (
	usualSample   = 300
	leastSample   = 3
	sampleSeconds = 300
)

// chosen selects the subproblems counted twice.
func (r *Run) chosen(subproblem int) bool {
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %d", r.Seed, subproblem))
	x := binary.BigEndian.Uint64(sum[:]) >> 16 // exact as a float64
	return float64(x) < max(r.Again, r.sample())*(1<<48)
}

// attemptName returns names like "2.7-node3-5f0c9a1e".
func attemptName(part, node string) string { return part + "-" + fileName(node) + "-" + randomName() }

func fileName(word string) string {
	return strings.Map(func(c rune) rune {
		if c == '.' || c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			return c
		}
		return '_'
	}, word)
}

func parseAttempt(file string) (part, node string, ok bool) {
	part, rest, _ := strings.Cut(file, "-")
	i := strings.LastIndexByte(rest, '-')
	return part, rest[:max(0, i)], isPart(part) && i > 0 && fileName(file) == file
}

type attemptFile struct {
	os.DirEntry
	part, node string
}

// files returns the files with a suffix of attempts at a part, or all if none is named.
func (r *Run) files(sub, suffix, part string) (list []attemptFile, err error) {
	entries, err := os.ReadDir(filepath.Join(r.dir, sub))
	if err != nil {
		return nil, fmt.Errorf("batch: %w", err)
	}
	for _, e := range entries {
		of, node, ok := parseAttempt(e.Name())
		if strings.HasSuffix(e.Name(), suffix) && (part == "" || ok && of == part) {
			list = append(list, attemptFile{e, of, node})
		}
	}
	return list, nil
}

func randomName() string { return fmt.Sprintf("%08x", rand.Uint32()) }

// maxJSON bounds the files that are read; the record of a hundred thousand tasks has 10 MB.
const maxJSON = 1 << 26

// Errors: queens.ErrFormat for invalid contents.
func readJSON(path string, v any) error {
	f, info, err := sys.OpenRegular(path, os.O_RDONLY, 0)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	defer f.Close()
	if info.Size() > maxJSON {
		return fmt.Errorf("batch: %s: %s, want at most %s: %w", path, humanize.Bytes(float64(info.Size())),
			humanize.Bytes(maxJSON), queens.ErrFormat)
	}
	d := json.NewDecoder(io.LimitReader(f, maxJSON))
	d.DisallowUnknownFields()
	if err = d.Decode(v); err == nil {
		if _, end := d.Token(); !errors.Is(end, io.EOF) {
			err = errors.New("more follows the JSON object")
		}
	}
	if err != nil {
		return fmt.Errorf("batch: %s: %w: %w", path, err, queens.ErrFormat)
	}
	return nil
}

// readLedger refuses files far larger than two computations of every subproblem.
func (r *Run) readLedger(ctx context.Context, path string) (*ledger.Run, error) {
	most := int64(1<<20 + r.subproblems()<<13)
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > most {
		return nil, fmt.Errorf("%s: %s, want at most %s in a ledger of %d subproblems", path,
			humanize.Bytes(float64(info.Size())), humanize.Bytes(float64(most)), r.subproblems())
	}
	return ledger.Read(ctx, path)
}

// publish writes a file under another name and lets name give it its own: path appears atomically,
// even if another process or machine writes it at the same time.
func publish(path string, write func(io.Writer) error, name func(fresh, path string) error) error {
	fresh := fmt.Sprintf("%s.%s.new", path, randomName())
	err := writeFile(fresh, write)
	if err == nil {
		err = name(fresh, path)
	}
	_ = os.Remove(fresh) // after a failure or a link
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Sync(), f.Close())
}

func jsonWriter(v any) func(io.Writer) error {
	return func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", " ")
		return e.Encode(v)
	}
}

func replaceJSON(path string, v any) error { return publish(path, jsonWriter(v), os.Rename) }

// createJSON creates a file, atomically if the file system has links.
//
// Errors: fs.ErrExist.
func createJSON(path string, v any) error {
	err := publish(path, jsonWriter(v), func(fresh, path string) error {
		err := os.Link(fresh, path)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			err = writeFile(path, jsonWriter(v))
		}
		return err
	})
	return cmp.Or(err, sys.SyncDir(filepath.Dir(path)))
}

func copyFile(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	defer f.Close()
	return publish(to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	}, os.Rename)
}

// Beginnings of the names of private directories.
const (
	driverDir  = "queens-driver-"
	attemptDir = "queens-attempt-"
)

// aliveFile is locked by the process that owns a private directory.
const aliveFile = "alive"

// privateDir creates a temporary directory, and removes those that killed processes left. release
// removes it.
func privateDir(prefix string) (dir string, release func(), err error) {
	for _, kind := range []string{driverDir, attemptDir} {
		left, _ := filepath.Glob(filepath.Join(os.TempDir(), kind+"*", aliveFile)) // the pattern is well-formed
		for _, path := range left {
			if holder, err := sys.Locked(path); err != nil || holder != nil {
				continue
			}
			if lock, err := sys.LockFile(path); err == nil {
				_ = os.RemoveAll(filepath.Dir(path)) // unless it is another user's
				_ = lock.Unlock()
			}
		}
	}
	if dir, err = os.MkdirTemp("", prefix); err != nil {
		return "", nil, fmt.Errorf("batch: %w", err)
	}
	lock, err := sys.LockFile(filepath.Join(dir, aliveFile))
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, sys.ErrLocked): // another process saw it before it was locked
		return privateDir(prefix)
	case err != nil: // without locks none is removed
		_ = os.Remove(filepath.Join(dir, aliveFile))
	}
	return dir, func() {
		if lock != nil { // nil on a file system without locks
			_ = lock.Unlock()
		}
		_ = os.RemoveAll(dir)
	}, nil
}

// createNext creates the first DIR/K.json that does not exist, from number k on.
func createNext(dir string, k int, v any) (int, error) {
	for ; ; k++ {
		if err := createJSON(filepath.Join(dir, strconv.Itoa(k)+noteSuffix), v); !errors.Is(err, fs.ErrExist) {
			return k, err
		}
	}
}

// installProgram copies a program into a directory named by its hash, so that all tasks of a driver
// run the same program.
func installProgram(dir, program string) (path string, err error) {
	text, err := os.ReadFile(program)
	if err != nil {
		return "", fmt.Errorf("batch: %w", err)
	}
	sum := sha256.Sum256(text)
	path = filepath.Join(dir, programsDir, fmt.Sprintf("%x", sum[:6]), "queens")
	if there, err := os.ReadFile(path); err == nil && bytes.Equal(there, text) {
		return path, nil
	}
	if err := sys.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return "", fmt.Errorf("batch: %w", err)
	}
	return path, publish(path, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}, func(fresh, path string) error {
		_ = os.Chmod(fresh, 0o755) // as far as allowed
		return os.Rename(fresh, path)
	})
}

// rememberedDir is a directory in the state directory with the path of each run in a file.
const rememberedDir = "batch"

// Remember adds a directory to [Remembered].
func Remember(root, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	if err := sys.MkdirAll(filepath.Join(root, rememberedDir), 0o755); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	path := filepath.Join(root, rememberedDir, fmt.Sprintf("%x", sha256.Sum256([]byte(dir)))[:16])
	if err := os.WriteFile(path, []byte(dir+"\n"), 0o644); err != nil {
		return fmt.Errorf("batch: %w", err)
	}
	return nil
}

// Remembered returns the existing directories with runs, sorted.
func Remembered(root string) (dirs []string) {
	paths, _ := filepath.Glob(filepath.Join(root, rememberedDir, "*")) // the pattern is well-formed
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if dir := strings.TrimSuffix(string(text), "\n"); err == nil && IsRun(dir) {
			dirs = append(dirs, dir)
		}
	}
	slices.Sort(dirs)
	return dirs
}
