package web

import (
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"queens/internal/web/api"
)

// livePaths lead to the page of counts, which a site without a server replaces by liveDocument.
var livePaths = []string{"/counts", "/numbers/counts"}

const liveDocument = "/documents/docs/workstation.html#counts"

// Handler answers what a server answers, without counts, limits and guards: pages, their files and
// the interface, for a site of files and for the browser itself.
func Handler() http.Handler {
	mux := http.NewServeMux()
	newSite(api.NewStill(mux, false), false, true).add(mux)
	for _, path := range livePaths {
		mux.Handle("GET "+path, http.RedirectHandler(liveDocument, http.StatusMovedPermanently))
	}
	for _, path := range []string{"/runs", "/runs/", "/events"} {
		mux.HandleFunc(api.Prefix+path, func(w http.ResponseWriter, _ *http.Request) {
			refuse(w, http.StatusNotFound, "to count, run the program on your own machine: queens serve")
		})
	}
	return mux
}

// Addresses returns the paths of all pages and their items, the paths that redirect with their
// targets, and the files that pages load.
func Addresses(now time.Time) (pages, files []string, moved map[string]string) {
	s := newSite(api.NewStill(http.NewServeMux(), false), false, true)
	moved = map[string]string{}
	for _, path := range livePaths {
		moved[path] = liveDocument
	}
	for _, p := range s.pages {
		pages = append(pages, p.Path())
		for _, old := range p.Old {
			moved[old] = p.Path()
		}
		if p.Items == nil {
			continue
		}
		for _, item := range p.Items(now) {
			pages = append(pages, p.Path()+"/"+item)
		}
	}
	for name := range s.assets {
		files = append(files, name)
	}
	return pages, files, moved
}

func refuse(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(struct { // the client may be gone; the error is ignored
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail"`
	}{http.StatusText(status), status, detail})
}

func isAPI(path string) bool { return strings.HasPrefix(path, "/api/") }
