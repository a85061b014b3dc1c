package api

import (
	"context"
	"fmt"
	"strings"

	"queens"
	"queens/draw"
	"queens/internal/answer/printer"
	"queens/internal/figures"
)

func addPlots(a *API) {
	add(a, operation{
		id: "plots", schema: "queens.plots/1", path: Prefix + "/plots", tag: "pictures", example: "/api/v1/plots",
		summary: "The plots of known numbers",
	}, func(context.Context, *struct{}) (*Plots, error) { return &Plots{figures.Plots()}, nil })
	addRaw(a, operation{
		id: "plot", heavy: true, path: Prefix + "/plots/{file}", tag: "pictures",
		example: "/api/v1/plots/growth.svg?theme=dark",
		media:   "image/svg+xml, image/png, application/pdf, text/plain, application/json",
		summary: "One plot as a picture, a table or numbers",
		text: "The file is a plot and a format: growth.svg, .png, .pdf, .txt or .json. queens table plot writes " +
			"the same bytes.",
	}, plot)
	addRaw(a, operation{
		id: "figure", heavy: true, path: Prefix + "/figures/{name}/{file}", tag: "pictures",
		example: "/api/v1/figures/orbit/15863724.svg",
		media:   "image/svg+xml, image/png, application/pdf",
		summary: "The eight images of a placement, its signature, or all solutions of its order, as one picture",
		text: "The file is a placement and a format: 15863724.svg, .png or .pdf. queens board --show writes the " +
			"same bytes.",
	}, figure)
}

// Plots lists the plots of known numbers.
type Plots struct {
	Plots []figures.Plot `json:"plots"`
}

func splitFile(file, example string) (name, format string, err error) {
	dot := strings.LastIndexByte(file, '.')
	if dot < 0 {
		return "", "", fmt.Errorf("%q: want a name, a dot and a format, like %s: %w", file, example, queens.ErrFormat)
	}
	return file[:dot], file[dot+1:], nil
}

func plot(_ context.Context, in *struct {
	File  string `path:"file" maxLength:"64" doc:"a plot and the name of a format" example:"growth.svg"`
	Theme string `query:"theme" enum:"light,dark" default:"light"`
},
) (*raw, error) {
	name, ext, err := splitFile(in.File, "growth.svg")
	if err != nil {
		return nil, err
	}
	found, err := figures.FindPlot(name)
	if err != nil {
		return nil, err
	}
	chart := found.Chart()
	drawn := func() (*draw.Picture, error) { return chart.Picture(in.Theme) }
	return drawing{printer.JSON{Schema: "queens.plot/1", Value: chart}, chart.Text, drawn}.in(ext)
}

func figure(_ context.Context, in *struct {
	Name  string `path:"name" enum:"orbit,signature,solutions" example:"orbit"`
	File  string `path:"file" maxLength:"1010" doc:"a placement and the name of a format" example:"15863724.svg"`
	Theme string `query:"theme" enum:"light,dark" default:"light"`
},
) (*raw, error) {
	name, ext, err := splitFile(in.File, "15863724.svg")
	if err != nil {
		return nil, err
	}
	p, err := parsePermutation(name)
	if err != nil {
		return nil, err
	}
	f, err := figures.FindFigure(in.Name)
	if err != nil {
		return nil, err
	}
	return picture(ext, func() (*draw.Picture, error) { return f.Picture(p, in.Theme) })
}
