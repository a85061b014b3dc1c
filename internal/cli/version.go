package cli

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func newVersion(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Which program this is, and how it was built",
		Long: `Version prints the version of the program, the Go version it was built with and
the platform it was built for; the revision of the source and its date too where
the build recorded them.

Exit codes: 0 done, 2 wrong usage.`,
		Example: `  queens version
  queens version --json`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return a.printVersion(asJSON) },
	}
	addJSON(cmd, &asJSON)
	return cmd
}

// printVersion answers `queens version` and `queens --version`.
func (a *app) printVersion(asJSON bool) error {
	info, _ := debug.ReadBuildInfo()
	report := newVersionReport(info)
	if asJSON {
		return writeJSON(a.stdout, report)
	}
	_, err := fmt.Fprintln(a.stdout, report)
	return err
}

// programName returns name, version and revision of the program, as ledgers
// record it.
func programName() string {
	info, _ := debug.ReadBuildInfo()
	report := newVersionReport(info)
	name := "queens " + report.Version
	if report.Revision != "" {
		name += " " + report.Revision
	}
	return name
}

// noArguments refuses arguments after a command that has none.
func noArguments(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("%s: unexpected argument %q; it takes none", strings.TrimPrefix(cmd.CommandPath(), "queens "), args[0])
	}
	return nil
}

// versionReport is the JSON form of the answer of `queens version`,
// queens.version/1.
type versionReport struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`     // of the revision
	Modified bool   `json:"modified,omitempty"` // the source differed from the revision
}

// newVersionReport collects what the build recorded; info may be nil.
func newVersionReport(info *debug.BuildInfo) versionReport {
	r := versionReport{Schema: "queens.version/1", Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info == nil {
		return r
	}
	if v := info.Main.Version; v != "" {
		r.Version = v
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			r.Revision = setting.Value
		case "vcs.time":
			r.Time = setting.Value
		case "vcs.modified":
			r.Modified = setting.Value == "true"
		}
	}
	return r
}

// String returns the report in one line.
func (r versionReport) String() string {
	text := fmt.Sprintf("queens %s %s %s/%s", r.Version, r.Go, r.OS, r.Arch)
	if r.Revision != "" {
		text += " revision " + r.Revision
	}
	if r.Modified {
		text += " modified"
	}
	return text
}
