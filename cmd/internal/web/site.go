// Package web is the workstation in the browser: a server of pages and of the interface for
// programs that they use.
//
//	s, err := web.New(web.Options{State: dir, Listen: "127.0.0.1:8020"})
//	if err != nil {
//		return err
//	}
//	err = s.Serve(ctx)
//
// Pages are rendered here from html/template; their scripts are plain ES modules and custom
// elements from static, without a build step. Everything is in the program: nothing is loaded from
// elsewhere, and the content security policy would not allow it.
//
// Menu, addresses and browser tests read the table pages/pages.json. A page is a row of it, a
// folder with the template page.html, which defines "content" and gets View.Data, and a function
// that answers a query. If need be its folder has script.js, a module that is loaded with the page,
// and style.css. If the address is wrong, only its templates "form" and "choice" are shown.
//
// A custom element is one file; it renders into itself, without a shadow tree, so that the one
// style sheet holds for it, and its classes begin with its name.
//
// The interface is HTTP and JSON under /api/v1, described by OpenAPI 3.1 at /openapi.json, with
// problem details (RFC 9457) for errors and server-sent events for what changes. Counts are decimal
// strings; rows and columns count from 1. operations.json is the table of all operations, each with
// an example that the tests run.
package web

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"queens"
	"queens/cmd/internal/claims"
	"queens/docs"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/known"
	"queens/symmetry"
)

//go:generate go run ../../queens math density 16 -o static/density.svg
//go:embed layout.html operations.json static pages
var own embed.FS

type site struct {
	Menu   []place
	Footer []Page
	Still  bool // there is no server: files, and a service worker
	pages  []rendered
	live   []Page           // that a site of files leaves out
	assets map[string]asset // by path
	heavy  map[string]bool  // of the interface
	token  bool             // the server wants one
}

type place struct {
	Title string
	Pages []Page
}

type rendered struct {
	Page
	Script   string // path of its module, empty if it has none
	Style    string // of its style sheet
	template *template.Template
}

func (r rendered) pattern() string {
	if r.Name == Home {
		return "GET /{$}"
	}
	return "GET " + r.Path()
}

type asset struct {
	body, media, tag string
}

var mediaTypes = map[string]string{
	".css": "text/css; charset=utf-8",
	".js":  "text/javascript; charset=utf-8",
	".svg": "image/svg+xml",
}

// newSite returns the pages with their files. All of them are in the program, and a mistake in one
// is a panic.
func newSite(a *API, token, still bool) *site {
	s := &site{assets: map[string]asset{}, heavy: a.heavy, token: token, Still: still}
	s.addAssets("static")
	layout := template.Must(template.New("layout.html").Option("missingkey=error").Funcs(template.FuncMap{
		"inc": func(i int) int { return i + 1 }, "join": strings.Join, "capital": humanize.Capital, "grouped": grouped,
		"wrappable": wrappable, "prose": prose, "known": knownValue, "first": firstOf, "upto": upto, "tile": tilePath,
		"operation": symmetry.Operation, "image": symmetry.Apply, "orbit": symmetry.Orbit,
		"texts":      func(l []queens.Perm) string { return strings.Join(named.Names(l, queens.Perm.String), " ") },
		"items":      docs.Items,
		"json":       func(v any) (string, error) { text, err := json.Marshal(v); return string(text), err },
		"tried":      func(claim string) bool { _, ok := claims.Find(claim); return ok },
		"stabilizer": symmetry.Stabilizer,
		"words":      func(name any) string { return strings.ReplaceAll(fmt.Sprint(name), "-", " ") },
		"source": func(key string) string {
			s, _ := docs.FindSource(key)
			return cmp.Or(s.Text, key)
		},
	}).ParseFS(own, "layout.html"))
	for _, p := range allPages(a) {
		if p.Live && still {
			s.live = append(s.live, p)
			continue
		}
		content := template.Must(template.Must(layout.Clone()).ParseFS(own, "pages/"+p.Name+"/page.html"))
		r := rendered{Page: p, template: content}
		s.addAssets(path.Join("pages", p.Name))
		for file, to := range map[string]*string{"script.js": &r.Script, "style.css": &r.Style} {
			if name := path.Join("/pages", p.Name, file); s.assets[name].body != "" {
				*to = name
			}
		}
		s.pages = append(s.pages, r)
		switch last := len(s.Menu) - 1; {
		case p.Name == Home:
		case p.Place == "":
			s.Footer = append(s.Footer, p)
		case last < 0 || s.Menu[last].Title != p.Place:
			s.Menu = append(s.Menu, place{p.Place, []Page{p}})
		default:
			s.Menu[last].Pages = append(s.Menu[last].Pages, p)
		}
	}
	return s
}

// grouped returns a whole number with narrow spaces between groups of three digits, as
// the function of that name in static/app.js does.
func grouped(number any) string {
	digits := fmt.Sprint(number)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u202f" + digits[i:]
	}
	return digits
}

var longNumber = regexp.MustCompile(`\b\d{1,3}(,\d{3})+\b`)

func prose(text string) string {
	return longNumber.ReplaceAllStringFunc(text, func(number string) string {
		return strings.ReplaceAll(number, ",", "\u202f")
	})
}

func firstOf(n int) queens.Perm {
	first, _ := known.LexicographicallyFirst(n)
	return first
}

func upto(low, high int) (list []int) {
	for i := low; i <= high; i++ {
		list = append(list, i)
	}
	return list
}

func knownValue(series string, n int, index ...int) (queens.Total, error) {
	v, ok := known.Lookup(series, n, index...)
	if !ok {
		return queens.Total{}, errs.Errorf("no value of %s for %d, %v", series, n, index)
	}
	return v.Value, nil
}

// wrappable returns the text of a placement that a browser breaks only after commas.
func wrappable(placement any) template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(fmt.Sprint(placement)), ",", ",<wbr>"))
}

func ownFile(name string) []byte {
	text, err := own.ReadFile(name)
	if err != nil {
		panic(err)
	}
	return text
}

// addAssets adds the scripts, styles and pictures of a folder.
func (s *site) addAssets(folder string) {
	if err := fs.WalkDir(own, folder, func(name string, entry fs.DirEntry, err error) error {
		media := mediaTypes[path.Ext(name)]
		if err != nil || entry.IsDir() || media == "" {
			return err
		}
		body := ownFile(name)
		sum := sha256.Sum256(body)
		s.assets["/"+name] = asset{string(body), media, `W/"` + hex.EncodeToString(sum[:12]) + `"`}
		return nil
	}); err != nil {
		panic(err)
	}
}

func (s *site) add(mux *http.ServeMux) {
	for _, p := range s.pages {
		show := func(w http.ResponseWriter, r *http.Request) { s.render(w, r, p) }
		patterns := []string{p.pattern()}
		if p.Item != "" {
			patterns = append(patterns, p.pattern()+"/{item}")
		}
		for _, pattern := range patterns {
			s.heavy[pattern] = p.Expensive
			mux.HandleFunc(pattern, show)
		}
		if p.Embeds {
			mux.HandleFunc("GET "+embedPrefix+p.Name, show)
		}
	}
	s.addFilms(mux)
	missing := func(w http.ResponseWriter, title, why string) {
		page := rendered{Page: Page{Title: title}, template: s.pages[0].template}
		shown{site: s, rendered: page, Failure: why}.write(w, http.StatusNotFound)
	}
	for _, p := range s.live {
		mux.HandleFunc("GET "+p.Path(), func(w http.ResponseWriter, _ *http.Request) {
			missing(w, p.Title, "This page needs the program on your own machine: queens serve.")
		})
	}
	for name := range s.assets {
		mux.HandleFunc("GET "+name, s.serveAsset)
	}
	mux.HandleFunc("GET /schemas/{file}", func(w http.ResponseWriter, r *http.Request) {
		schema, ok := docs.Schema(r.PathValue("file"))
		if !ok {
			refuse(w, http.StatusNotFound, "no answer has this schema; queens help json lists all")
			return
		}
		w.Header().Set("Content-Type", "application/schema+json")
		_, _ = w.Write(schema) // the client may be gone
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		switch allowed := methodsOf(mux, r); {
		case s.bare(mux, r) != "":
			// Not for good: other programs may be at this address later.
			http.Redirect(w, r, s.bare(mux, r), http.StatusTemporaryRedirect)
		case len(allowed) > 0:
			w.Header().Set("Allow", strings.Join(allowed, ", "))
			refuse(w, http.StatusMethodNotAllowed, fmt.Sprintf("this address does not support %s; use %s", r.Method,
				strings.Join(allowed, ", ")))
		case isAPI(r.URL.Path) || r.Method != http.MethodGet && r.Method != http.MethodHead:
			refuse(w, http.StatusNotFound, "nothing is at this address; /openapi.json lists all addresses")
		default:
			missing(w, "Not found", "No page has this address.")
		}
	})
}

// bare returns the address of the page that is at the address without its slash, if there is one.
func (s *site) bare(mux *http.ServeMux, r *http.Request) string {
	to := url.URL{Path: strings.TrimSuffix(r.URL.Path, "/"), RawQuery: r.URL.RawQuery}
	if to.Path == "" || to.Path == r.URL.Path || isAPI(to.Path) {
		return ""
	}
	if _, pattern := mux.Handler(&http.Request{Method: r.Method, Host: r.Host, URL: &to}); pattern == "/" {
		return ""
	}
	return to.String()
}

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

func (s *site) serveAsset(w http.ResponseWriter, r *http.Request) {
	a := s.assets[r.URL.Path]
	h := w.Header()
	h.Set("Content-Type", a.media)
	h.Set("ETag", a.tag)
	h.Set("Cache-Control", "no-cache")
	http.ServeContent(w, r, "", time.Time{}, strings.NewReader(a.body))
}

// render answers the address of a page, a wrong one by the form of the page with what was typed.
func (s *site) render(w http.ResponseWriter, r *http.Request, p rendered) {
	typed := r.URL.Query()
	if item := r.PathValue("item"); item != "" {
		typed.Set(p.Item, item)
	}
	q := s.query(r, typed)
	v := shown{site: s, rendered: p, Query: q}
	if strings.HasPrefix(r.URL.Path, embedPrefix) {
		v.Embedded = (&url.URL{Path: p.Path(), RawQuery: r.URL.RawQuery}).String()
	}
	view, err := p.View(r.Context(), q)
	if err = cmp.Or(*q.wrong, err); err == nil {
		v.View, v.Form = view, true
		v.write(w, http.StatusOK)
		return
	}
	v.Failure = strings.TrimSuffix(textOf(err), ".") + "."
	if view, err := p.View(r.Context(), s.query(r, nil)); err == nil {
		v.View, v.Form = View{Data: view.Data}, true
	}
	status := statusOf(err)
	if status == http.StatusUnprocessableEntity {
		status = http.StatusBadRequest
	}
	v.write(w, status)
}

func (s *site) query(r *http.Request, values url.Values) Query {
	scheme := "http"
	if r.TLS != nil {
		scheme = "https"
	}
	return Query{values, scheme + "://" + r.Host, s.token, new(error)}
}

// shown is what the layout and the templates of a page get.
type shown struct {
	*site
	rendered
	View
	Query           // what a visitor typed
	Form     bool   // the form of the page, for which there is Data
	Failure  string // instead of the page
	Embedded string // the address of the page itself, where it is shown in a frame of another site
}

// Beside returns the pages of its place, if there is more than one.
func (v shown) Beside() []Page {
	for _, place := range v.Menu {
		if place.Title == v.Place && len(place.Pages) > 1 {
			return place.Pages
		}
	}
	return nil
}

// Typed returns what a visitor typed into a field whose value was refused, and its
// value otherwise, as text.
func (v shown) Typed(name string, value any) string {
	if v.Failure != "" && v.Has(name) {
		return v.Get(name)
	}
	return fmt.Sprint(value)
}

func (v shown) Preview() string {
	link := v.View.Preview
	for _, e := range v.Exports {
		if link == "" && strings.HasSuffix(strings.SplitN(e.Link, "?", 2)[0], ".png") {
			link = e.Link
		}
	}
	return v.Server + cmp.Or(link, "/api/v1/boards/15863724.png?layers=coordinates")
}

func (v shown) write(w http.ResponseWriter, status int) {
	var text bytes.Buffer
	if err := v.template.Execute(&text, v); err != nil {
		panic(errs.Errorf("page %s: %w", v.Name, err)) // a mistake in its template
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = text.WriteTo(w) // the client may be gone; the error is ignored
}

// Handler answers what a server answers, without counts, limits and guards: pages, their files and
// the interface, for a site of files and for the browser itself.
func Handler() http.Handler {
	mux := http.NewServeMux()
	newSite(newStill(mux, false), false, true).add(mux)
	for _, path := range []string{"/runs", "/runs/", "/events"} {
		mux.HandleFunc(Prefix+path, func(w http.ResponseWriter, _ *http.Request) {
			refuse(w, http.StatusNotFound, "to count, run the program on your own machine: queens serve")
		})
	}
	return mux
}

// Addresses returns the paths of all pages and their items, and the files that pages load.
func Addresses(now time.Time) (pages, files []string) {
	s := newSite(newStill(http.NewServeMux(), false), false, true)
	for _, p := range s.pages {
		pages = append(pages, p.Path())
		if p.Items != nil {
			for _, item := range p.Items(now) {
				pages = append(pages, p.Path()+"/"+item)
			}
		}
	}
	return pages, slices.Collect(maps.Keys(s.assets))
}

func refuse(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(huma.NewError(status, detail)) // the client may be gone; the error is ignored
}

func isAPI(path string) bool { return strings.HasPrefix(path, "/api/") }
