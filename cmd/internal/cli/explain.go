package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/claims"
	"queens/cmd/internal/cli/command"
	"queens/count/methods"
	"queens/count/plan"
	"queens/docs"
	"queens/find/algorithms"
	"queens/find/race"
	"queens/find/solver"
	"queens/internal/errs"
	"queens/internal/named"
)

const (
	markdown = "markdown" // format of the page of all
	anyFind  = "any"
)

func newExplain(a *app) *cobra.Command {
	var form command.Form
	var finds string
	cmd := a.Command("explain", nil, func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			list, variants := algorithms.All(), methods.Variants()
			if finds != anyFind {
				list = slices.DeleteFunc(list, func(alg *solver.Algorithm) bool { return string(alg.Finds) != finds })
				variants = nil
			}
			r := answer.NewAlgorithms(list, variants)
			if form.Format == markdown {
				return form.WriteText(a.App, r.Markdown())
			}
			return form.Print(a.App, answer.Show("queens.algorithms/1", r))
		}
		r, err := explain(strings.Join(args, " "))
		if err != nil {
			return err
		}
		return form.Print(a.App, a.Prose(r))
	})
	cmd.ValidArgs = append(algorithms.Names(), named.Names(methods.Variants(),
		func(v plan.Variant) string { return v.Name })...)
	command.Flag(cmd, "finds", &finds)
	a.AddForm(cmd, &form, map[string]string{"md": markdown}, "text", "json", markdown)
	return cmd
}

func explain(words string) (printer.Answer, error) {
	for _, s := range methods.Variants() {
		if s.Name == words {
			return answer.Show("queens.explain-method/1", answer.NewExplainMethod(s)), nil
		}
	}
	alg, err := findByWord(words)
	if err != nil {
		return printer.Answer{}, err
	}
	return answer.Show("queens.explain/1", answer.NewExplain(alg)), nil
}

// findByWord returns the algorithm of that name, or the only one with these words.
func findByWord(words string) (*solver.Algorithm, error) {
	alg, err := findAlgorithm(words)
	if err == nil {
		return alg, nil
	}
	found := slices.DeleteFunc(algorithms.All(), func(alg *solver.Algorithm) bool {
		source, _ := docs.FindSource(alg.Source)
		text := strings.ToLower(alg.Title + "\n" + alg.Source + "\n" + source.Text)
		return slices.ContainsFunc(strings.Fields(strings.ToLower(words)), func(word string) bool {
			return !strings.Contains(text, word)
		})
	})
	switch len(found) {
	case 0:
		return nil, err
	case 1:
		return found[0], nil
	}
	var text strings.Builder
	for _, alg := range found {
		fmt.Fprintf(&text, "\n  queens explain %-26s %s", alg.Name, alg.Title)
	}
	return nil, command.Usagef("%d algorithms have %q in title or source:%s", len(found), words, text.String())
}

func newRace(a *app) *cobra.Command {
	finds := string(solver.All)
	o := race.Options{Seed: 1, Least: 20 * time.Millisecond, Limit: 5 * time.Second}
	cmd := a.Command("race", nil, func(cmd *cobra.Command, args []string) (err error) {
		if o.Order, err = strconv.Atoi(args[0]); err != nil {
			return command.Usagef("order %q: want a number; names follow it", args[0])
		}
		if o.Least <= 0 || o.Limit <= 0 {
			return command.Usagef("--time %v --timeout %v: want more than 0", o.Least, o.Limit)
		}
		var racers []*solver.Algorithm
		for _, name := range args[1:] {
			alg, err := findAlgorithm(name)
			if err == nil && slices.Contains(racers, alg) {
				err = command.Usagef("%s is listed twice", name)
			}
			if err != nil {
				return err
			}
			racers = append(racers, alg)
		}
		if len(racers) == 0 {
			call := solver.Call{Problem: queens.Problem{Order: o.Order}, Seed: o.Seed}
			racers = slices.DeleteFunc(algorithms.All(), func(alg *solver.Algorithm) bool {
				return string(alg.Finds) != finds || alg.Accepts(call) != nil
			})
		}
		if len(racers) == 0 {
			return errs.Errorf("no algorithm takes order %d: %w", o.Order, queens.ErrOrder)
		}
		o.Progress = func(name string, run int) {
			a.Status.Say("order %d: %s, run %d of %d", o.Order, name, run, o.Runs)
		}
		report, err := race.Run(cmd.Context(), racers, o)
		return a.Answer(texts.Right().Show("queens.race/1", report), err)
	})
	cmd.ValidArgs = algorithms.Names()
	command.Flag(cmd, "runs", &o.Runs)
	command.Flag(cmd, "time", &o.Least)
	command.Flag(cmd, "timeout", &o.Limit)
	command.Flag(cmd, "limit", &o.Solutions)
	command.Flag(cmd, "seed", &o.Seed)
	command.Flag(cmd, "finds", &finds, "all", "fundamental", "some")
	return cmd
}

func findAlgorithm(name string) (*solver.Algorithm, error) {
	alg, err := algorithms.Find(name)
	if err != nil {
		return nil, command.Usagef("no algorithm that finds solutions is named %q%s; `queens explain` lists all", name,
			command.DidYouMean(name, algorithms.Names()))
	}
	return alg, nil
}

func newPapers(a *app) *cobra.Command {
	cmd := a.Command("papers", nil, func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			papers := named.Each(docs.Errata(), func(text docs.ErrataText) paperSummary {
				key := text.Source.Key
				return paperSummary{key, text.Title, len(docs.Items(key)), len(text.Errata)}
			})
			return a.Print(texts.Show("queens.papers/1", map[string]any{"papers": papers}))
		}
		key, err := findPaper(args[0], "check, or try")
		if err != nil {
			return err
		}
		source, _ := docs.FindSource(key)
		r := paperAnswer{key, source.Text, docs.Items(key)}
		if len(args) > 1 {
			no, err := strconv.Atoi(args[1])
			if err != nil || no < 1 || no > len(r.Items) {
				return command.Usagef("%s has no item %q; its items are 1 to %d, and keys such as T2 are for queens "+
					"papers try", key, args[1], len(r.Items))
			}
			r.Items = r.Items[no-1 : no]
		}
		return a.Print(texts.Show("queens.paper/1", r))
	})
	cmd.ValidArgsFunction = command.CompleteFirst(paperKeys)
	cmd.AddCommand(newCheckPaper(a), newTry(a))
	return cmd
}

// findPaper returns the key of a paper, from a prefix of it or the number of the text, 000 to 004.
// other names what else is possible.
func findPaper(name, other string) (string, error) {
	keys := paperKeys()
	for i, key := range keys {
		if name != "" && strings.HasPrefix(key, strings.ToLower(name)) || name == fmt.Sprintf("%03d", i) {
			return key, nil
		}
	}
	if _, ok := docs.FindErratum(strings.ToUpper(name)); ok {
		return "", command.Usagef("%s is an erratum: queens papers try %[1]s", strings.ToUpper(name))
	}
	return "", command.Usagef("no paper %q%s; want one of %s, %s", name, command.DidYouMean(name, keys),
		strings.Join(keys, ", "), other)
}

func newCheckPaper(a *app) *cobra.Command {
	cmd := a.Command("papers check", nil, func(cmd *cobra.Command, args []string) error {
		keys := paperKeys()
		if args[0] != "all" {
			key, err := findPaper(args[0], "or all")
			if err != nil {
				return err
			}
			keys = []string{key}
		}
		papers, err := a.checkPapers(cmd.Context(), keys)
		if err != nil {
			return err
		}
		differ := 0
		for _, r := range papers {
			if err := a.Print(texts.Show("queens.paper-check/1", r)); err != nil {
				return err
			}
			differ += r.Differ
		}
		return command.Refuted(differ > 0)
	})
	cmd.ValidArgsFunction = command.CompleteFirst(func() []string { return append(paperKeys(), "all") })
	return cmd
}

// checkPapers runs the commands of papers without the user's variables, in a temporary directory
// for files that they write and for saved counts.
func (a *app) checkPapers(ctx context.Context, keys []string) (papers []paperCheck, err error) {
	dir, err := os.MkdirTemp("", "queens-papers-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	program, err := os.Executable()
	variables := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "QUEENS_") })
	for _, key := range keys {
		r, items := paperCheck{Key: key}, docs.Items(key)
		done := a.Status.Measure("checking "+key, len(items))
		for _, item := range items {
			c := checkedItem{Item: item}
			if item.Command != "" {
				command := exec.CommandContext(ctx, program)
				command.Args, command.Dir = strings.Fields(item.Command), dir
				command.Env = append(variables, "QUEENS_STATE="+dir)
				printed, failure := command.CombinedOutput()
				exit, ended := errors.AsType[*exec.ExitError](failure)
				if err := cmp.Or(err, ctx.Err()); err != nil || failure != nil && !ended {
					return nil, cmp.Or(err, failure)
				}
				holds := (exit == nil || exit.ExitCode() != errs.Failed) &&
					docs.InOrder(strings.Join(strings.Fields(string(printed)), " "), item.Prints)
				c.Reproduced = &holds
				r.Commands++
				if !holds {
					r.Differ++
				}
			}
			r.Items = append(r.Items, c)
			done(item.No)
		}
		papers = append(papers, r)
	}
	return papers, nil
}

type paperCheck struct {
	Key      string        `json:"key"`
	Items    []checkedItem `json:"items"`
	Commands int           `json:"commands"` // items with a command
	Differ   int           `json:"differ"`   // those whose output is not the stated one
}

type checkedItem struct {
	docs.Item
	Reproduced *bool `json:"reproduced,omitempty"` // missing: it has no command
}

func paperKeys() []string {
	return named.Names(docs.Errata(), func(text docs.ErrataText) string { return text.Source.Key })
}

func newTry(a *app) *cobra.Command {
	cmd := a.Command("papers try", nil, func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.Print(texts.Show("queens.claims/1", map[string]any{"claims": claims.All()}))
		}
		t, ok := claims.Find(strings.ToUpper(args[0]))
		if !ok {
			return command.Usagef("there is no claim %q; queens papers try lists them", args[0])
		}
		n := t.Usual
		if len(args) > 1 {
			var err error
			if t.High == 0 {
				return command.Usagef("%s is about no order; leave %q out", t.No, args[1])
			}
			if n, err = command.OrderBetween(cmd, args[1:], t.Low, t.High); err != nil {
				return err
			}
		}
		f, err := t.Run(cmd.Context(), n)
		f.Boards = append([]queens.Perm{}, f.Boards...) // never null
		return a.Answer(texts.Show("queens.claim/1", claimAnswer{t.No, n, t.Question, f}), err)
	})
	cmd.ValidArgsFunction = command.CompleteFirst(func() []cobra.Completion {
		return named.Names(claims.All(), func(t claims.Trial) string {
			return cobra.CompletionWithDesc(t.No, t.Question)
		})
	})
	return cmd
}

type paperSummary struct {
	Key    string `json:"key"`
	Title  string `json:"title"`
	Items  int    `json:"items"`
	Errata int    `json:"errata"`
}

type paperAnswer struct {
	Key    string      `json:"key"`
	Source string      `json:"source"`
	Items  []docs.Item `json:"items"`
}

// Outcome says whether the command printed what is stated.
func (c checkedItem) Outcome() string {
	switch {
	case c.Reproduced == nil:
		return "-"
	case *c.Reproduced:
		return "ok"
	}
	return "DIFFERS: " + c.Command
}

// wrapped returns the lines of a text of at most so many characters.
func wrapped(text string, width int) []string {
	return folded(strings.Join(strings.Fields(text), " "), width)
}

type claimAnswer struct {
	No       string `json:"no"`
	Order    int    `json:"order,omitempty"` // missing: it is about no order
	Question string `json:"question"`
	claims.Finding
}

// columns returns a line of three texts side by side, each wrapped.
func columns(said, here, verdict string) string {
	var b strings.Builder
	columns := [...][]string{wrapped(said, 30), wrapped(here, 30), wrapped(verdict, 14)}
	for i := range max(len(columns[0]), len(columns[1]), len(columns[2])) {
		var line strings.Builder
		for k, column := range columns {
			if i < len(column) {
				line.WriteString(strings.Repeat(" ", 32*k-utf8.RuneCountInString(line.String())) + column[i])
			}
		}
		b.WriteString(line.String() + "\n")
	}
	return b.String()
}
