// Package pages is the table of the pages of the workstation. Menu, addresses and
// browser tests read it. See package web for how to add one.
package pages

import (
	"queens/web/api"
	"queens/web/page"
	"queens/web/pages/compose"
	"queens/web/pages/counts"
	"queens/web/pages/huge"
	"queens/web/pages/interfaces"
	"queens/web/pages/learn"
	"queens/web/pages/orbit"
	"queens/web/pages/race"
	"queens/web/pages/solutions"
	"queens/web/pages/tables"
	"queens/web/pages/trajectory"
	"queens/web/pages/watch"
)

// All returns every page in the order of the menu; the first is where one
// arrives. a is the interface that the pages describe and use.
func All(a *api.API) []page.Page {
	return []page.Page{
		watch.Page,
		race.Page,
		solutions.Page,
		orbit.Page,
		trajectory.Page,
		compose.Page,
		huge.Page,
		tables.Page,
		counts.Page,
		learn.Page,
		interfaces.Page(a.Examples()),
	}
}
