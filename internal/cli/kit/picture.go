package kit

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens/show/draw"
)

// TextFormat is the format of a picture that is no picture: what a terminal can
// show.
const TextFormat = "text"

// PictureOptions are the flags of every command that draws.
type PictureOptions struct {
	Format string
	Theme  string
	output string
}

// pictureFormats returns the names of all formats of pictures, behind others.
func pictureFormats(others ...string) []string {
	for _, f := range draw.Formats() {
		others = append(others, f.Name)
	}
	return others
}

// AddPicture adds the flags of a picture. others are formats besides pictures, the
// first of which is the default.
func AddPicture(cmd *cobra.Command, o *PictureOptions, others ...string) {
	o.Format, o.Theme = others[0], draw.Themes()[0]
	AddChoice(cmd, &o.Format, "format", pictureFormats(others...), "how to draw; without it the ending of the file tells")
	AddChoice(cmd, &o.Theme, "theme", draw.Themes(), "colours of pictures")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write to a file instead of standard output")
}

// Settle takes the format from the ending of the file where the flag is left out. It
// returns an error for an ending that promises something else than text.
func (o *PictureOptions) Settle(cmd *cobra.Command) error {
	if o.output == "" || cmd.Flags().Changed("format") {
		return nil
	}
	flag := cmd.Flags().Lookup("format").Value.(*choice)
	switch ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(o.output), ".")); {
	case slices.Contains(flag.allowed, ending):
		o.Format = ending
	case ending != "" && ending != "txt":
		return Usagef("%s: -o %s: no format has the ending .%s: want one of %s, or say --format", cmd.Name(), o.output, ending, strings.Join(flag.allowed, ", "))
	}
	return nil
}

// IsPicture reports whether a picture is asked for.
func (o *PictureOptions) IsPicture() bool { return slices.Contains(pictureFormats(), o.Format) }

// WriteOutput writes to the file if one is named, else to standard output.
func (a *App) WriteOutput(o PictureOptions, write func(io.Writer) error) error {
	if o.output == "" {
		return write(a.Stdout)
	}
	return ReplaceFile(o.output, write)
}

// WritePicture writes a picture in the format asked for.
func (a *App) WritePicture(command string, o PictureOptions, p *draw.Picture) error {
	format, err := draw.FindFormat(o.Format)
	if err != nil {
		return err
	}
	if format.Binary && o.output == "" && IsTerminal(a.Stdout) {
		return Usagef("%s: a terminal cannot show %s; write to a file with -o picture%s", command, strings.ToUpper(format.Name), format.Ext)
	}
	return a.WriteOutput(o, func(w io.Writer) error { return format.Encode(w, p) })
}

// WriteText writes a text where a picture could be.
func (a *App) WriteText(o PictureOptions, text string) error {
	return a.WriteOutput(o, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// Summaries lists named things for a help text, one a line.
func Summaries[T any](list []T, describe func(T) (name, summary string)) string {
	var text strings.Builder
	for _, x := range list {
		name, summary := describe(x)
		fmt.Fprintf(&text, "  %-12s %s\n", name, summary)
	}
	return text.String()
}
