// Package pages is the table of the pages of the workstation. Menu, addresses and
// browser tests read it. See package web for how to add one.
package pages

import (
	"queens/internal/web/api"
	"queens/internal/web/page"
	"queens/internal/web/pages/claims"
	"queens/internal/web/pages/compose"
	"queens/internal/web/pages/counts"
	"queens/internal/web/pages/experiments"
	"queens/internal/web/pages/home"
	"queens/internal/web/pages/huge"
	"queens/internal/web/pages/interfaces"
	"queens/internal/web/pages/learn"
	"queens/internal/web/pages/orbit"
	"queens/internal/web/pages/race"
	"queens/internal/web/pages/solutions"
	"queens/internal/web/pages/tables"
	"queens/internal/web/pages/tour"
	"queens/internal/web/pages/trajectory"
	"queens/internal/web/pages/watch"
)

// All returns every page in the order of the menu, its groups together; the first is
// where one arrives. a is the interface that the pages describe and use.
func All(a *api.API) []page.Page {
	return []page.Page{
		home.Page,
		tour.Page,
		claims.Page,
		compose.Page,
		watch.Page,
		race.Page,
		experiments.Page,
		solutions.Page,
		orbit.Page,
		trajectory.Page,
		huge.Page,
		counts.Page,
		tables.Page,
		learn.Page,
		interfaces.Page(a.Examples()),
	}
}
