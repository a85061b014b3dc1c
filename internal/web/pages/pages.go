// Package pages has the pages of the workstation. Menu, addresses and browser tests read the table
// [All]. A page is a line of it, a folder with the template page.html, which defines "content", and
// a function that answers a query. If need be its folder has script.js, a module that is loaded
// with the page, and style.css. Pages share the custom elements and modules of web/static.
package pages

import (
	"embed"

	"queens/internal/web/api"
)

// Files are the folders of the pages.
//
//go:embed */page.html */script.js */style.css
var Files embed.FS

// All returns every page: home, the places of the menu in their order, the pages of one place
// together, and what the footer links. a is the interface that the pages describe and use.
func All(a *api.API) []Page {
	return []Page{
		{
			Name: Home, Title: "Place eight queens.", Summary: "No two in the same row, column or diagonal",
			View: homeView,
		},
		{
			Name: "play", Title: "Play", Place: "Play", View: playView, Item: "id", Items: playItems,
			Summary: "Puzzles with exactly one solution, and no need to guess",
		},
		{
			Name: "board", Title: "Board", Place: "Play", View: boardView, Old: []string{"/compose"}, Embeds: true,
			Summary: "See conflicts as you place queens; let the program finish the board",
		},
		{
			Name: "tour", Title: "Tour", Place: "Tour", View: tourView, Item: "chapter", Items: chapterNames,
			Summary: "The problem in eight chapters, each with a board to try",
		},
		{
			Name: "watch", Title: "Watch", Place: "Watch", View: watchView, Embeds: true,
			Summary: "An algorithm step by step, forwards and backwards",
		},
		{
			Name: "compare", Title: "Race", Place: "Compare", View: compareView, Old: []string{"/race"},
			Summary: "A fair comparison of algorithms: run one after another, then replayed side by side",
		},
		{
			Name: "experiments", Title: "Experiments", Place: "Compare", View: experimentsView,
			Old:     []string{"/experiments"},
			Summary: "What algorithms cost for many orders and seeds, and how the cost varies",
		},
		{
			Name: "solutions", Title: "List", Place: "Solutions", View: solutionsView, Expensive: true,
			Summary: "Solutions one by one, in lexicographic order; each leads to its orbit",
		},
		{
			Name: "family", Title: "One solution", Place: "Solutions", View: familyView, Old: []string{"/orbit"},
			Expensive: true, Summary: "The eight images of a solution; queens inserted and moved by hand",
		},
		{
			Name: "search", Title: "Orbit search", Place: "Solutions", View: searchView, Old: []string{"/trajectory"},
			Expensive: true,
			Summary:   "The published orbit search: what it finds, in how many moves, and what it never finds",
		},
		{
			Name: "huge", Title: "Huge", Place: "Huge", View: hugeView,
			Summary: "Solutions for up to a million queens, each a dot",
		},
		{
			Name: "numbers", Title: "Tables", Place: "Numbers", View: numbersView, Old: []string{"/tables"},
			Summary: "Known values, with their sources and how reliable they are",
		},
		{
			Name: "counts", Title: "Counts", Place: "Numbers", View: countsView, Live: true, Old: []string{"/counts"},
			Summary: "Exact counts, started here or on the command line; they continue when the page is closed, and " +
				"when the server starts again",
		},
		{
			Name: "papers", Title: "Papers", Place: "Numbers", View: papersView, Old: []string{"/claims"},
			Expensive: true, Summary: "Mistakes in the literature, tested: definitions, counts and methods",
		},
		{
			Name: "api", Title: "API", Summary: "Everything the pages do, a program can do",
			View: apiView(a.Operations()),
		},
		{
			Name: "formulations", Title: "Formulations", View: formulationsView, Old: []string{"/learn"},
			Expensive: true, Summary: "What a solution is, and how to describe the problem to a solver",
		},
	}
}
