// Package pages has the pages of the workstation. Menu, addresses and browser tests read the table
// pages.json. A page is a row of it, a folder with the template page.html, which defines "content",
// and a function that answers a query. If need be its folder has script.js, a module that is loaded
// with the page, and style.css. Pages share the custom elements and modules of web/static.
package pages

import (
	"context"
	"embed"

	"queens/internal/named"
	"queens/internal/web/api"
)

// Files are the folders of the pages.
//
//go:embed */page.html */script.js */style.css
var Files embed.FS

//go:embed pages.json
var table []byte

// All returns every page: home, the places of the menu in their order, the pages of one place
// together, and what the footer links. a is the interface that the pages describe and use.
func All(a *api.API) []Page {
	all := named.JSON[[]Page](table)
	views := map[string]func(context.Context, Query) (View, error){
		Home: homeView, "play": playView, "board": boardView, "tour": tourView, "watch": watchView,
		"compare": compareView, "experiments": experimentsView, "solutions": solutionsView, "family": familyView,
		"search": searchView, "huge": hugeView, "numbers": numbersView, "counts": countsView, "papers": papersView,
		"api": apiView(a.Operations()), "formulations": formulationsView,
	}
	for i := range all {
		p := &all[i]
		p.View = views[p.Name]
		switch p.Name {
		case "play":
			p.Items = playItems
		case "tour":
			p.Items = chapterNames
		}
	}
	return all
}

// data is what a template gets, by name.
type data = map[string]any
