package cluster

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
	"queens/known"
)

// newFollower returns the options of a follower that coordinators of a state directory let
// in.
func newFollower(t *testing.T, state string) FollowOptions {
	t.Helper()
	o := FollowOptions{State: t.TempDir()}
	key, err := PublicKey(o.State)
	if err == nil {
		err = Enrol(state, EnrolledWorker{Name: "second", Key: key, Follows: true})
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// A follower has the ledger, byte by byte, when the count is done, and a count that finds
// nothing but the copy has nothing to do.
func TestFollow(t *testing.T) {
	state := t.TempDir()
	o := newFollower(t, state)
	w, _ := newWorker(t, state, "alpha")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	o.Address = addressOf(t, c)
	done := make(chan string, 1)
	go func() {
		dir, err := Follow(t.Context(), o)
		if err != nil {
			t.Error(err)
		}
		done <- dir
	}()
	wait := work(t, c, w)
	run := solve(t, state, c)
	wait()
	c.Close()
	dir := <-done
	one, err1 := os.ReadFile(run.Path)
	two, err2 := os.ReadFile(filepath.Join(dir, "ledger"))
	if err := errors.Join(err1, err2); err != nil || !bytes.Equal(one, two) {
		t.Fatalf("the copy has %d bytes, the ledger %d; %v", len(two), len(one), err)
	}
	again := start(t, Options{Listen: "127.0.0.1:0", State: o.State}) // by nobody
	if copied := solve(t, o.State, again); copied.Tally.Head != run.Tally.Head {
		t.Errorf("the copy has been written: %v, %v", copied.Tally.Head, run.Tally.Head)
	}
}

// A key for copying counts nothing, and one for counting copies nothing.
func TestFollowersAndWorkers(t *testing.T) {
	state := t.TempDir()
	f := newFollower(t, state)
	w, _ := newWorker(t, state, "alpha")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	w.Address, f.Address = addressOf(t, c), addressOf(t, c)
	f.State, w.State = w.State, f.State
	if err := Work(t.Context(), w); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "copying") {
		t.Errorf("work with the key of a follower: %v", err)
	}
	if _, err := Follow(t.Context(), f); !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "counting") {
		t.Errorf("follow with the key of a worker: %v", err)
	}
}

// part leaves the ledger of half a run in a state directory.
func part(t *testing.T, state string, p *plan.Plan, truth []ledger.Result) (ledgerFile string) {
	t.Helper()
	s, err := count.Open(t.Context(), p, count.Options{State: state, KeepAll: true, Program: "queens test"})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range truth[:len(truth)/2] {
		if err := s.Accept(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(ledger.Dir(state, count.RunName(p)), "ledger")
}

// What has become of the coordinator's ledger, the copy brings it back, and the count goes
// on from there.
func TestCopyBringsBack(t *testing.T) {
	p, truth := testPlan(t, testOrder)
	for what, harm := range map[string]func(file string) error{
		"deleted": func(file string) error { return os.RemoveAll(filepath.Dir(file)) },
		"empty":   func(file string) error { return os.Truncate(file, 0) },
		"a flipped byte": func(file string) error {
			text, err := os.ReadFile(file)
			if err == nil {
				text[len(text)/2] ^= 1
				err = os.WriteFile(file, text, 0o600)
			}
			return err
		},
		"torn": func(file string) error {
			info, err := os.Stat(file)
			if err == nil {
				err = os.Truncate(file, info.Size()*2/3)
			}
			return err
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			state := t.TempDir()
			file := part(t, state, p, truth)
			o := newFollower(t, state)
			name := filepath.Base(filepath.Dir(file))
			whole, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			copied := filepath.Join(ledger.Dir(o.State, name), "ledger")
			follow := func(enough int64) error { // until the copy has so many bytes
				c := start(t, Options{Listen: "127.0.0.1:0", State: state})
				o.Address = addressOf(t, c)
				ctx, stop := context.WithCancel(t.Context())
				var failed error
				ended := make(chan struct{})
				go func() {
					defer close(ended)
					defer stop()
					_, failed = Follow(ctx, o)
				}()
				go func() {
					defer stop()
					for ctx.Err() == nil {
						if info, err := os.Stat(copied); err == nil && info.Size() >= enough {
							return
						}
						time.Sleep(time.Millisecond)
					}
				}()
				_, err := count.Solve(ctx, count.Question{Order: testOrder}, options(state, c)) // by nobody
				<-ended
				if !errors.Is(err, context.Canceled) {
					t.Errorf("the coordinator: %v", err)
				}
				return failed
			}
			if err := follow(int64(len(whole))); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(copied); err != nil || !bytes.HasPrefix(got, whole) {
				t.Fatalf("the copy has %d bytes, the ledger %d; %v", len(got), len(whole), err)
			}
			before, err := ledger.Read(t.Context(), copied)
			if err == nil {
				err = harm(file)
			}
			if err != nil {
				t.Fatal(err)
			}
			if what != "a flipped byte" { // which the end of the file does not tell
				if err := follow(math.MaxInt64); !errors.Is(err, ledger.ErrMismatch) && !errors.Is(err, ErrRefused) {
					t.Errorf("a ledger that does not go on from the copy: %v", err)
				}
			}
			merged, err := count.Merge(t.Context(), []*ledger.Run{before}, count.Options{State: state})
			if err != nil || merged.Done != before.Tally.Results || len(merged.Disputes) > 0 {
				t.Fatalf("%+v, %v; want %d results", merged, err, before.Tally.Results)
			}
			report, err := count.Solve(t.Context(), count.Question{Order: testOrder}, options(state, start(t, Options{Local: true})))
			if want, _ := known.Solutions(testOrder); err != nil || *report.Solutions != want || report.Runs[2].Resumed < before.Tally.Results {
				t.Errorf("%+v, %v; want %v", report, err, want)
			}
		})
	}
}
