// Package interfaces is the page about the interface for programs. It is not
// named api, as package api is.
package interfaces

import (
	"context"
	"embed"
	"strings"

	"queens/internal/web/api"
	"queens/internal/web/page"
)

//go:embed page.html script.js
var files embed.FS

type shown struct {
	api.Example
	Curl string
	Try  bool // it can be tried without harm
}

// Page lists the operations of the interface.
func Page(examples []api.Example) page.Page {
	return page.Page{
		Name: "api", Title: "API",
		Summary: "Everything the pages do, a program can do",
		Files:   files,
		View: func(_ context.Context, q page.Query) (page.View, error) {
			list := make([]shown, len(examples))
			for i, e := range examples {
				list[i] = shown{e, curl(e, q), !e.Changes && !e.Stream && !strings.Contains(e.Path, "{")}
			}
			return page.View{Exports: []page.Export{
				{Name: "OpenAPI", Link: "/openapi.json", File: "openapi.json"},
			}, Data: list}, nil
		},
	}
}

func curl(e api.Example, q page.Query) string {
	words := []string{"curl"}
	if q.Token {
		words = append(words, "-H", `"Authorization: Bearer $TOKEN"`)
	}
	if e.Stream {
		words = append(words, "-N")
	}
	if e.Method != "GET" {
		words = append(words, "-X", e.Method)
	}
	if e.Body != "" {
		words = append(words, "-H", "'Content-Type: application/json'", "-d", "'"+e.Body+"'")
	}
	return strings.Join(append(words, "'"+q.Server+e.Path+"'"), " ")
}
