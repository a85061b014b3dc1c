// Package pages is the table of the pages of the workstation. Menu, addresses and
// browser tests read it. See package web for how to add one.
package pages

import (
	"queens/internal/web/api"
	"queens/internal/web/page"
	"queens/internal/web/pages/board"
	"queens/internal/web/pages/compare"
	"queens/internal/web/pages/counts"
	"queens/internal/web/pages/experiments"
	"queens/internal/web/pages/family"
	"queens/internal/web/pages/formulations"
	"queens/internal/web/pages/home"
	"queens/internal/web/pages/huge"
	"queens/internal/web/pages/interfaces"
	"queens/internal/web/pages/numbers"
	"queens/internal/web/pages/papers"
	"queens/internal/web/pages/play"
	"queens/internal/web/pages/search"
	"queens/internal/web/pages/solutions"
	"queens/internal/web/pages/tour"
	"queens/internal/web/pages/watch"
)

// All returns every page: home, the places of the menu in their order, the pages of one place
// together, and what the footer links. a is the interface that the pages describe and use.
func All(a *api.API) []page.Page {
	return []page.Page{
		home.Page,
		play.Page,
		board.Page,
		tour.Page,
		watch.Page,
		compare.Page,
		experiments.Page,
		solutions.Page,
		family.Page,
		search.Page,
		huge.Page,
		numbers.Page,
		counts.Page,
		papers.Page,
		interfaces.Page(a.Examples()),
		formulations.Page,
	}
}
