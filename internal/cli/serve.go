package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/internal/cli/kit"
	"queens/internal/sys"
	"queens/internal/web"
)

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
		return kit.Usagef("--listen %q: want an address with a port from 0 to 65535, like 127.0.0.1:8020", o.Listen)
	}
	root, err := kit.RunsRoot(o.State)
	saved := "runs are saved under " + root
	if errors.Is(err, sys.ErrNoState) {
		saved = "nothing is saved; --state DIR saves runs"
		root, err = os.MkdirTemp("", "queens-serve-*")
		defer os.RemoveAll(root)
	}
	if err != nil {
		return err
	}
	memory := kit.MemoryBudget(o.Memory)
	if o.Token == newToken {
		o.Token = rand.Text()
	}
	options := web.Options{
		State: root, Listen: o.Listen, Token: o.Token, Count: count.Options{Memory: memory, Program: kit.ProgramName()},
		Logger: slog.New(slog.NewTextHandler(a.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})),
	}
	server, err := web.New(options)
	if errors.Is(err, syscall.EADDRINUSE) && !cmd.Flags().Changed("listen") {
		options.Listen = "127.0.0.1:0"
		server, err = web.New(options)
	}
	if errors.Is(err, web.ErrToken) {
		return kit.Usagef("%w; --token %s makes one", err, newToken)
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
