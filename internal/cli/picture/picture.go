// Package picture holds what the commands that draw share: their flags, and how a
// picture comes out. Apart from package kit, so that a program without such commands
// does not link what draws.
package picture

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens/draw"
	"queens/internal/cli/kit"
)

// Text is the format of a picture that is no picture: what a terminal can show.
const Text = "text"

// Options are the flags of every command that draws.
type Options struct {
	Format  string
	Theme   string
	formats []string // values of Format
	output  string
}

// Add adds the flags of a picture. others are formats besides pictures, the first of
// which is the default.
func Add(cmd *cobra.Command, o *Options, others ...string) {
	o.Format, o.Theme, o.formats = others[0], draw.Themes()[0], others
	for _, f := range draw.Formats() {
		o.formats = append(o.formats, f.Name)
	}
	kit.Flag(cmd, "format", &o.Format, o.formats...)
	kit.Flag(cmd, "theme", &o.Theme, draw.Themes()...)
	kit.Flag(cmd, "output", &o.output)
}

// Settle takes the format from the ending of the file where the flag is left out.
func (o *Options) Settle(cmd *cobra.Command) error { return kit.Ending(cmd, o.output, &o.Format, nil) }

// IsPicture reports whether a picture is asked for.
func (o *Options) IsPicture() bool {
	return slices.ContainsFunc(draw.Formats(), func(f draw.Format) bool { return f.Name == o.Format })
}

// ToFile reports whether a file is named.
func (o *Options) ToFile() bool { return o.output != "" }

// WriteTo writes to the file if one is named, else to standard output.
func (o *Options) WriteTo(a *kit.App, write func(io.Writer) error) error {
	if o.output == "" {
		return write(a.Stdout)
	}
	return kit.ReplaceFile(o.output, write)
}

// Write writes a picture in the format asked for.
func (o *Options) Write(a *kit.App, command string, p *draw.Picture) error {
	format, err := draw.FindFormat(o.Format)
	if err != nil {
		return err
	}
	if format.Binary && o.output == "" && kit.IsTerminal(a.Stdout) {
		return kit.Usagef("%s: a terminal cannot show %s; write to a file with -o picture%s", command, strings.ToUpper(format.Name), format.Ext)
	}
	return o.WriteTo(a, func(w io.Writer) error { return format.Encode(w, p) })
}

// WriteText writes a text where a picture could be.
func (o *Options) WriteText(a *kit.App, text string) error {
	return o.WriteTo(a, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}
