package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"queens"
	"queens/internal/web/api"
	"queens/internal/web/page"
	"queens/internal/web/pages"
)

//go:embed layout.html static
var own embed.FS

// site renders the pages and serves their files.
type site struct {
	pages  []rendered
	assets map[string]asset // by path
	token  bool             // the server wants one
}

// rendered is a page with its template.
type rendered struct {
	page.Page
	template *template.Template
	script   string // path of its module, empty if it has none
	style    string // of its style sheet
}

// asset is a file as it is served.
type asset struct {
	body, media, tag string
}

// mediaTypes are those of the files that pages have.
var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// newSite reads all templates and files.
func newSite(a *api.API, token bool) (*site, error) {
	s := &site{assets: map[string]asset{}, token: token}
	static, err := fs.Sub(own, "static")
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	if err := s.addAssets("/static", static); err != nil {
		return nil, err
	}
	layout, err := template.New("layout.html").Funcs(template.FuncMap{"join": strings.Join, "capital": capital, "grouped": grouped, "wrappable": wrappable}).ParseFS(own, "layout.html")
	if err != nil {
		return nil, fmt.Errorf("web: %w", err)
	}
	for _, p := range pages.All(a) {
		r := rendered{Page: p}
		if r.template, err = template.Must(layout.Clone()).ParseFS(p.Files, "page.html"); err != nil {
			return nil, fmt.Errorf("web: page %s: %w", p.Name, err)
		}
		base := "/pages/" + p.Name
		if err := s.addAssets(base, p.Files); err != nil {
			return nil, err
		}
		if _, ok := s.assets[base+"/script.js"]; ok {
			r.script = base + "/script.js"
		}
		if _, ok := s.assets[base+"/style.css"]; ok {
			r.style = base + "/style.css"
		}
		s.pages = append(s.pages, r)
	}
	return s, nil
}

// capital returns a sentence with its first letter in upper case.
func capital(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(r)) + text[size:]
}

// grouped returns a whole number with narrow spaces between groups of three digits, as
// the function of that name in static/app.js does.
func grouped(number any) string {
	digits := fmt.Sprint(number)
	var text strings.Builder
	for i, digit := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			text.WriteString("\u202f")
		}
		text.WriteRune(digit)
	}
	return text.String()
}

// wrappable returns the text of a placement that can be broken behind its commas, and so
// is not broken within a number.
func wrappable(text string) template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(text), ",", ",<wbr>"))
}

// addAssets takes in the files of a folder that browsers load.
func (s *site) addAssets(base string, files fs.FS) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		media := mediaTypes[path.Ext(name)]
		if err != nil || entry.IsDir() || media == "" {
			return err
		}
		body, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		s.assets[path.Join(base, name)] = asset{string(body), media, `W/"` + hex.EncodeToString(sum[:12]) + `"`}
		return nil
	})
}

// add puts pages and files on a mux.
func (s *site) add(mux *http.ServeMux) {
	for _, p := range s.pages {
		mux.HandleFunc("GET /"+p.Name, func(w http.ResponseWriter, r *http.Request) { s.render(w, r, p) })
	}
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/"+s.pages[0].Name, http.StatusSeeOther)
	})
	for name := range s.assets {
		mux.HandleFunc("GET "+name, s.serveAsset)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		switch allowed := methodsOf(mux, r); {
		case len(allowed) > 0:
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			refuse(w, http.StatusMethodNotAllowed, fmt.Sprintf("the method %s is not for this address; %s is", r.Method, strings.Join(allowed, ", ")))
		case isAPI(r.URL.Path) || r.Method != http.MethodGet && r.Method != http.MethodHead:
			refuse(w, http.StatusNotFound, "there is nothing at this address; /openapi.json lists what there is")
		default:
			s.write(w, r, http.StatusNotFound, rendered{Page: page.Page{Title: "Not found"}, template: s.pages[0].template}, page.View{}, "There is no page at this address.")
		}
	})
}

// methodsOf returns the methods that the address of a request has.
func methodsOf(mux *http.ServeMux, r *http.Request) (list []string) {
	for _, method := range []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodDelete} {
		probe := r.Clone(r.Context())
		probe.Method = method
		if _, pattern := mux.Handler(probe); pattern != "/" {
			list = append(list, method)
		}
	}
	return list
}

// expensive reports whether a pattern is that of a page that takes time.
func (s *site) expensive(pattern string) bool {
	return slices.ContainsFunc(s.pages, func(p rendered) bool { return p.Expensive && pattern == "GET /"+p.Name })
}

// serveAsset serves a file, or says that the browser has it.
func (s *site) serveAsset(w http.ResponseWriter, r *http.Request) {
	a := s.assets[r.URL.Path]
	h := w.Header()
	h.Set("Content-Type", a.media)
	h.Set("ETag", a.tag)
	h.Set("Cache-Control", "no-cache")
	if r.Header.Get("If-None-Match") == a.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write([]byte(a.body)) // who does not read it does not miss it
}

// render answers the address of a page.
func (s *site) render(w http.ResponseWriter, r *http.Request, p rendered) {
	var view page.View
	var err error
	if p.View != nil {
		view, err = p.View(r.Context(), s.query(r, r.URL.Query()))
	}
	if err != nil {
		s.write(w, r, pageStatus(err), p, page.View{}, errorText(err))
		return
	}
	s.write(w, r, http.StatusOK, p, view, "")
}

// query returns what a request asks of a page, with other values than it has.
func (s *site) query(r *http.Request, values url.Values) page.Query {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return page.Query{Values: values, Server: scheme + "://" + r.Host, Token: s.token}
}

// pageStatus is what HTTP calls an error on a page.
func pageStatus(err error) int {
	if status := api.Status(err); status != http.StatusUnprocessableEntity {
		return status
	}
	return http.StatusBadRequest
}

// errorText is an error for people.
func errorText(err error) string {
	text := strings.TrimPrefix(err.Error(), "queens: ")
	for _, sentinel := range []error{queens.ErrFormat, queens.ErrOrder} {
		text = strings.TrimSuffix(text, ": "+sentinel.Error())
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "This takes longer than the server allows for one page; the command line has no such limit."
	}
	return text
}

// write renders a page, or an error in its place.
func (s *site) write(w http.ResponseWriter, _ *http.Request, status int, p rendered, view page.View, failure string) {
	var text bytes.Buffer
	err := p.template.Execute(&text, struct {
		Pages                  []rendered
		Name, Title, Summary   string
		Script, Style, Command string
		Exports                []page.Export
		Failure                string
		Data                   any
	}{s.pages, p.Name, p.Title, p.Summary, p.script, p.style, view.Command, view.Exports, failure, view.Data})
	if err != nil {
		panic(fmt.Errorf("web: page %s: %w", p.Name, err)) // a mistake in its template
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = text.WriteTo(w) // who does not read it does not miss it
}
