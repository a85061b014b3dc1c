// Package cli is the command line of queens: the table of the groups of commands (commands.go), and
// Main. A command reads its arguments, calls the library and prints. Package command holds the root
// command, help and what commands share; package counting holds the commands that queens-count also
// has.
//
// Only the answer goes to standard output; progress, notes and errors go to standard error. A flag
// that is not on the command line takes its value from the variable QUEENS_NAME, or its default.
//
// A command is a constructor func(*app) *cobra.Command, which gives App.Command its path, options
// and function. Its texts are in the file help.txt of its folder; the last line of a description
// lists the exit codes. The texts of its answers are templates in texts.tmpl, by schema. The
// exported fields of its options are its flags; command.Form holds the format and the file of its
// answer. Its usage line says how many arguments it has, command/rules.csv which flags contradict
// each other, and command.ForOrder reads an order. It prints with App.Print, or App.Each for many
// answers, to app.Stdout, which remembers a failed write, and everything else to app.Stderr. It
// returns an error, made with command.Usagef, command.Refuted or errs.WithCode if the exit code
// does not follow from the error. Long work takes cmd.Context(), which the first interrupt cancels.
//
//	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
package cli

import (
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"text/template"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/cmd/internal/cli/counting"
	"queens/cmd/internal/web"
	"queens/count"
	"queens/docs"
	"queens/internal/named"
	"queens/internal/sys"
	"queens/known"
	"queens/math/miscount"
)

//go:embed help.txt
var help string

//go:embed texts.tmpl
var textsFile string

var texts = printer.NewTexts(textsFile, template.FuncMap{
	"backtracking": backtracking, "columns": columns, "errata": docs.Errata,
	"evidence": docs.Evidence, "lookedFor": func() int { return miscount.MaxMissing },
	"wrapped":   func(text string) []string { return wrapped(text, 79) },
	"cut":       func(text string, width int) string { return slices.Concat(wrapped(text, width), []string{""})[0] },
	"conflict":  strings.NewReplacer("conflict-", "").Replace,
	"matrix":    printer.Matrix[int],
	"percent":   func(part, of any) float64 { return 100 * float(part) / float(of) },
	"solutions": func(order int) queens.Total { all, _ := known.Solutions(order); return all },
})

func float(k any) float64 { return reflect.ValueOf(k).Convert(reflect.TypeFor[float64]()).Float() }

type app struct{ *command.App }

// commands returns a group of commands in the order of the help text.
func commands(list ...func(*app) *cobra.Command) func(*command.App) []*cobra.Command {
	return func(k *command.App) []*cobra.Command {
		return named.Each(list, func(command func(*app) *cobra.Command) *cobra.Command { return command(&app{k}) })
	}
}

// whole is the program with every command, in the order of the help text. To add a command, write a
// constructor and its texts in help.txt, and list it here.
var whole = command.Program{
	Name: "queens", Texts: help,
	Groups: []command.Group{
		{ID: "counting", Title: "Count:", Commands: counting.Commands},
		{
			ID: "finding", Title: "Find solutions:",
			Commands: commands(newList, newSolve, newComplete, newSample, newRank),
		},
		{ID: "mathematics", Title: "Check and transform:", Commands: commands(newCheck, newOrbit, newApply)},
		{ID: "showing", Title: "Show:", Commands: commands(newBoard, newPuzzle, newTable)},
		{
			ID: "algorithms", Title: "Study:",
			Commands: commands(newExplain, newRace, newWatch, newPapers, newMath, newModel),
		},
		{ID: "program", Title: "The program:", Commands: func(k *command.App) []*cobra.Command {
			return append(commands(newServe)(k), counting.AboutProgram(k)...)
		}},
	},
}

// Main runs a command line and returns its exit code: see [command.Program.Main].
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return whole.Main(args, stdin, stdout, stderr)
}

func newMath(a *app) *cobra.Command {
	return a.Parent("math", newAtlas(a), newConstellations(a), newConstructions(a), newDensity(a),
		newDesign(a), newDomination(a), newGreedy(a), newIsomorphism(a), newTour(a), newMiscount(a),
		newOrderly(a), newPlacements(a), newTorus(a))
}

type serveOptions struct {
	Listen string
	Token  string
	State  string
	Memory int64
	Open   bool
}

const newToken = "new"

func newServe(a *app) *cobra.Command {
	var o serveOptions
	return a.Plain("serve", &o, func(cmd *cobra.Command, _ []string) error {
		return a.serve(cmd, o)
	}, "least", web.MinToken)
}

func (a *app) serve(cmd *cobra.Command, o serveOptions) error {
	_, port, err := net.SplitHostPort(o.Listen)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil {
		return command.Usagef("--listen %q: want an address with a port from 0 to 65535, like 127.0.0.1:8020", o.Listen)
	}
	root, err := command.RunsRoot(o.State)
	saved := "runs are saved under " + root
	if errors.Is(err, sys.ErrNoState) {
		saved = "nothing is saved; --state DIR saves runs"
		root, err = os.MkdirTemp("", "queens-serve-*")
		defer os.RemoveAll(root)
	}
	if err != nil {
		return err
	}
	memory := command.MemoryBudget(o.Memory)
	if o.Token == newToken {
		o.Token = rand.Text()
	}
	options := web.Options{
		State: root, Listen: o.Listen, Token: o.Token,
		Count:  count.Options{Memory: memory, Program: command.ProgramName()},
		Logger: slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	server, err := web.New(options)
	if errors.Is(err, syscall.EADDRINUSE) && !cmd.Flags().Changed("listen") {
		options.Listen = "127.0.0.1:0"
		server, err = web.New(options)
	}
	if errors.Is(err, web.ErrToken) {
		return command.Usagef("%w; --token %s makes one", err, newToken)
	}
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(a.Stdout, server.URL()); err != nil {
		return err
	}
	a.Status.Stop()
	a.Note("serving until Ctrl-C; %s", saved)
	if o.Open {
		if err := openBrowser(cmd.Context(), server.URL()); err != nil {
			a.Warn("serve: --open: %v; open the address above yourself", err)
		}
	}
	return server.Serve(cmd.Context())
}

var browsers = map[string][]string{
	"darwin":  {"open"},
	"windows": {"rundll32", "url.dll,FileProtocolHandler"},
}

func openBrowser(ctx context.Context, address string) error {
	words, ok := browsers[runtime.GOOS]
	if !ok {
		words = []string{"xdg-open"}
	}
	opener := exec.CommandContext(ctx, words[0], append(words[1:], address)...)
	if err := opener.Start(); err != nil {
		return err
	}
	go func() { _ = opener.Wait() }() // the browser's exit status does not matter
	return nil
}
