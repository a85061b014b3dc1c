package web

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"queens/internal/named"
)

// embedPrefix is where the pages are that other sites may show in a frame, and the films.
const embedPrefix = "/embed/"

// film is a moving picture with a name, which other sites may show.
type film struct{ Name, Title, Query string }

func films() []film { return named.JSON[[]film](ownFile("pages/embed/films.json")) }

func (f film) path() string { return embedPrefix + "films/" + f.Name + ".gif" }

// Films returns the paths of all films.
func Films() []string { return named.Names(films(), film.path) }

func (s *site) addFilms(mux *http.ServeMux) {
	for _, f := range films() {
		pattern := "GET " + f.path()
		s.heavy[pattern] = true
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			drawn := r.Clone(r.Context())
			drawn.URL.Path, drawn.URL.RawQuery = Prefix+"/trace/animation", f.Query+"&size=256"
			mux.ServeHTTP(w, drawn)
		})
	}
}

// forOthers reports whether pages of other sites may load the path as what a browser calls dest:
// the script of the element queens-embed, films, and puzzles and pages to embed in frames. None of
// them changes anything.
func forOthers(path, dest string) bool {
	switch dest {
	case "script":
		return path == "/static/embed.js"
	case "image":
		return slices.Contains(Films(), path)
	case "iframe", "frame":
		return inFrames(path)
	}
	return false
}

// inFrames reports whether frames of other sites may show the path: pages to embed, and puzzles.
func inFrames(path string) bool {
	return strings.HasPrefix(path, embedPrefix) || strings.HasPrefix(path, "/play/")
}

// example shows how to use one attribute of the element.
type example struct{ Name, Title, Value, Text string }

func embedView(context.Context, Query) (View, error) {
	preview := framePath("wirth", usualOrder, "from=1858&to=1858")
	examples := named.JSON[[]example](ownFile("pages/embed/examples.json"))
	return View{Preview: preview, Data: data{"Films": films(), "Examples": examples}}, nil
}
