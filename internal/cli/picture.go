package cli

import (
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens/draw"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
)

// pictureText is the format for terminals.
const pictureText = "text"

// pictureOptions are the flags of every command that draws.
type pictureOptions struct {
	kit.Form
	Theme string
}

// addPicture adds the flags of a picture. others are further formats; the first is the default.
func (a *app) addPicture(cmd *cobra.Command, o *pictureOptions, others ...string) {
	o.Theme = draw.Themes()[0]
	for _, f := range draw.Formats() {
		others = append(others, f.Name)
	}
	a.AddForm(cmd, &o.Form, nil, others...)
	kit.Flag(cmd, "theme", &o.Theme, draw.Themes()...)
}

// IsPicture reports whether the format is a picture.
func (o *pictureOptions) IsPicture() bool {
	return slices.ContainsFunc(draw.Formats(), func(f draw.Format) bool { return f.Name == o.Format })
}

// Answer prints an answer as JSON or text, or the picture in its place.
func (o *pictureOptions) Answer(a *kit.App, r printer.Answer, picture func() (*draw.Picture, error)) error {
	if a.JSON || !o.IsPicture() {
		return o.Print(a, r)
	}
	return o.Write(a, picture)
}

// Write writes a picture in the chosen format.
func (o *pictureOptions) Write(a *kit.App, picture func() (*draw.Picture, error)) error {
	p, err := picture()
	if err != nil {
		return err
	}
	format, err := draw.FindFormat(o.Format)
	if err != nil {
		return err
	}
	if format.Binary && o.Output == "" && kit.IsTerminal(a.Stdout) {
		return kit.Usagef("a terminal cannot show %s; write to a file with -o picture.%s", strings.ToUpper(format.Name),
			format.Name)
	}
	return o.WriteTo(a, func(w io.Writer) error { return format.Encode(w, p) })
}
