package cli

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens/show/draw"
)

// textFormat is the format of a picture that is no picture: what a terminal can
// show.
const textFormat = "text"

// pictureOptions are the flags of every command that draws.
type pictureOptions struct {
	format string
	theme  string
	output string
}

// pictureFormats returns the names of all formats of pictures, behind others.
func pictureFormats(others ...string) []string {
	for _, f := range draw.Formats() {
		others = append(others, f.Name)
	}
	return others
}

// addPicture adds the flags of a picture. others are formats besides pictures, the
// first of which is the default.
func addPicture(cmd *cobra.Command, o *pictureOptions, others ...string) {
	o.format, o.theme = others[0], draw.Themes()[0]
	addChoice(cmd, &o.format, "format", pictureFormats(others...), "how to draw; without it the ending of the file tells")
	addChoice(cmd, &o.theme, "theme", draw.Themes(), "colours of pictures")
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write to a file instead of standard output")
}

// settle takes the format from the ending of the file where the flag is left out. It
// returns an error for an ending that promises something else than text.
func (o *pictureOptions) settle(cmd *cobra.Command) error {
	if o.output == "" || cmd.Flags().Changed("format") {
		return nil
	}
	flag := cmd.Flags().Lookup("format").Value.(*choice)
	switch ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(o.output), ".")); {
	case slices.Contains(flag.allowed, ending):
		o.format = ending
	case ending != "" && ending != "txt":
		return usagef("%s: -o %s: no format has the ending .%s: want one of %s, or say --format", cmd.Name(), o.output, ending, strings.Join(flag.allowed, ", "))
	}
	return nil
}

// isPicture reports whether a picture is asked for.
func (o *pictureOptions) isPicture() bool { return slices.Contains(pictureFormats(), o.format) }

// write writes to the file if one is named, else to standard output.
func (a *app) write(o pictureOptions, write func(io.Writer) error) error {
	if o.output == "" {
		return write(a.stdout)
	}
	return replaceFile(o.output, write)
}

// writePicture writes a picture in the format asked for.
func (a *app) writePicture(command string, o pictureOptions, p *draw.Picture) error {
	format, err := draw.FindFormat(o.format)
	if err != nil {
		return err
	}
	if format.Binary && o.output == "" && isTerminal(a.stdout) {
		return usagef("%s: a terminal cannot show %s; write to a file with -o picture%s", command, strings.ToUpper(format.Name), format.Ext)
	}
	return a.write(o, func(w io.Writer) error { return format.Encode(w, p) })
}

// writeText writes a text where a picture could be.
func (a *app) writeText(o pictureOptions, text string) error {
	return a.write(o, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
}

// summaries lists named things for a help text, one a line.
func summaries[T any](list []T, describe func(T) (name, summary string)) string {
	var text strings.Builder
	for _, x := range list {
		name, summary := describe(x)
		fmt.Fprintf(&text, "  %-12s %s\n", name, summary)
	}
	return text.String()
}
