package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"image/gif"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"queens/internal/must"
	"queens/internal/named"
)

// TestEmbed asks for pages as a browser does for frames of another site.
func TestEmbed(t *testing.T) {
	s, address, _ := serve(t, Options{})
	framed := func(path, dest string) (int, http.Header, string) {
		return get(t, address+path, "Sec-Fetch-Site", "cross-site", "Sec-Fetch-Dest", dest)
	}
	embedded := 0
	for _, p := range allPages(s.api) {
		status, header, body := framed("/embed/"+p.Name+"?n=6", "iframe")
		policy := header.Get("Content-Security-Policy")
		if !p.Embeds {
			if status == http.StatusOK {
				t.Errorf("/embed/%s answers", p.Name)
			}
			continue
		}
		embedded++
		if status != http.StatusOK || !strings.Contains(policy, "frame-ancestors *") ||
			!strings.Contains(policy, "default-src 'self'") || !strings.Contains(body, `<body class="embedded">`) ||
			!strings.Contains(body, `href="`+p.Path()+`?n=6"`) {
			t.Errorf("/embed/%s: %d, policy %q, body %.300q", p.Name, status, policy, body)
		}
		if status, _, _ := framed("/embed/"+p.Name, "image"); status != http.StatusForbidden {
			t.Errorf("/embed/%s as an image of another site: %d", p.Name, status)
		}
		if p.Expensive {
			t.Errorf("other sites can let this machine work: /embed/%s", p.Name)
		}
	}
	if embedded == 0 {
		t.Error("no page can be embedded")
	}
	for _, c := range []struct {
		path, dest, media, policy string
	}{
		{"/static/embed.js", "script", "text/javascript; charset=utf-8", "frame-ancestors 'none'"},
		{films()[0].path(), "image", "image/gif", "frame-ancestors *"},
		{"/play/" + levels()[0], "iframe", "text/html; charset=utf-8", "frame-ancestors *"},
	} {
		status, header, _ := framed(c.path, c.dest)
		if status != http.StatusOK || header.Get("Content-Type") != c.media ||
			header.Get("Cross-Origin-Resource-Policy") != "cross-origin" ||
			!strings.Contains(header.Get("Content-Security-Policy"), c.policy) {
			t.Errorf("%s as %s of another site: %d, %v", c.path, c.dest, status, header)
		}
		for _, dest := range []string{"script", "image", "iframe", "empty"} {
			if status, _, _ := framed(c.path, dest); dest != c.dest && status == http.StatusOK &&
				(dest != "iframe" || !strings.HasPrefix(c.path, embedPrefix)) {
				t.Errorf("%s as %s of another site: %d", c.path, dest, status)
			}
		}
	}
	examples := named.JSON[[]example](ownFile("pages/embed/examples.json"))
	if examples[2].Value != levels()[0] || examples[3].Value != films()[0].Name {
		t.Errorf("%q, want the first level and the first film", examples[2:])
	}
	for _, path := range []string{"/", "/watch", "/play", "/api/v1/runs", "/embed/counts", "/numbers/counts"} {
		if status, _, _ := framed(path, "iframe"); status != http.StatusForbidden && status != http.StatusNotFound {
			t.Errorf("%s in a frame of another site: %d", path, status)
		}
	}
	if _, header, _ := get(t, address+"/watch"); !strings.Contains(
		header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("/watch: policy %q", header.Get("Content-Security-Policy"))
	}
}

// TestEmbedLooksAsPictures: the element draws with the colours of pictures and the page's queen.
func TestEmbedLooksAsPictures(t *testing.T) {
	script, board := string(ownFile("static/embed.js")), string(ownFile("static/queens-board.js"))
	for i, rule := range regexp.MustCompile(`light-dark\((#[0-9a-f]{6})`).FindAllStringSubmatch(string(ownFile("pages/play/style.css")), -1) {
		if !strings.Contains(script, rule[1]) {
			t.Errorf("the element lacks the colour %s of region %d", rule[1], i+1)
		}
	}
	crown := regexp.MustCompile(`crown = "([^"]+)"`)
	if drawn, want := crown.FindStringSubmatch(script), crown.FindStringSubmatch(board); drawn[1] != want[1] {
		t.Errorf("the element draws the queen %s, want %s", drawn[1], want[1])
	}
}

// linked returns the picture and the title of links to a page. The picture is there.
func linked(t *testing.T, page string) (picture, title string) {
	t.Helper()
	_, _, body := get(t, page)
	value := func(property string) string {
		m := regexp.MustCompile(`<meta property="og:` + property + `" content="([^"]+)">`).FindStringSubmatch(body)
		if m == nil {
			t.Fatalf("%s: no %s", page, property)
		}
		return html.UnescapeString(m[1])
	}
	picture, title = value("image"), value("title")
	if status, header, _ := get(t, picture); status != http.StatusOK ||
		!strings.HasPrefix(header.Get("Content-Type"), "image/") {
		t.Errorf("%s: %s: %d %s", page, picture, status, header.Get("Content-Type"))
	}
	return picture, title
}

// TestPreviews follows the picture that each page has for links to it.
func TestPreviews(t *testing.T) {
	s, address, _ := serve(t, Options{})
	for _, p := range allPages(s.api) {
		path := p.Path()
		if p.Expensive {
			path += "?n=6"
		}
		picture, _ := linked(t, address+path)
		own := !strings.HasSuffix(picture, "/boards/15863724.png?layers=coordinates")
		if !strings.HasPrefix(picture, address+"/api/") ||
			own == slices.Contains([]string{"home", "family", "api"}, p.Name) {
			t.Errorf("%s: the picture is %s", p.Path(), picture)
		}
	}
}

// TestLinksShowTheTask reads picture and title of links to boards and puzzles: those of puzzles
// name the puzzle alone.
func TestLinksShowTheTask(t *testing.T) {
	_, address, _ := serve(t, Options{})
	for path, want := range map[string]struct{ image, title string }{
		"/play/board?n=8&queens=a8,b4":             {"queens=a8%2Cb4", "Queens: 8 by 8, 2 placed"},
		"/play/board?n=5&queens=a1&blocked=b1":     {"blocked=b1", "Queens: 5 by 5, 1 placed"},
		"/play/board?n=7&queens=&topology=modular": {"modular", "Queens: 7 by 7, 0 placed"},
		"/play/2-r8m-2026-11-23": {"/puzzles/2-r8m-2026-11-23.png", "Queens, Puzzle 2026-11-23: " +
			"regions, 8 by 8, medium"},
		"/play?date=2026-11-23": {"/puzzles/2-r6e-2026-11-23.png", "Queens, Monday, 23 November: small, " +
			"easy; regions, 6 by 6"},
		"/tour/burnside":                    {"/boards/35281746.png", "Tour: Counting families"},
		"/tour/counting":                    {"/plots/growth.png", "Tour: A board of 27"},
		"/play/2-r5e-1":                     {"/puzzles/2-r5e-1.png", "Queens, Level 1: regions, 5 by 5, easy"},
		"/play?kind=completion&n=9&seed=77": {"/puzzles/2-c9m-77.png", "Queens, Puzzle 77: completion, 9 by 9, medium"},
	} {
		if picture, title := linked(t, address+path); !strings.HasPrefix(title, want.title) ||
			!strings.Contains(picture, want.image) {
			t.Errorf("%s: image %q, title %q", path, picture, title)
		}
	}
}

// TestDayIsTheVisitors requires that the page of the day, which visitors of several days see, names
// none to those who get a link to it.
func TestDayIsTheVisitors(t *testing.T) {
	_, address, _ := serve(t, Options{})
	today := time.Now()
	picture, title := linked(t, address+"/play")
	if strings.Contains(title, today.Format("Monday")) || strings.Contains(picture, today.Format("2006")) {
		t.Errorf("a link to the page of the day: %q, %s", title, picture)
	}
}

// TestSlashes follows every page with a slash at its end to the page without, and nothing else.
func TestSlashes(t *testing.T) {
	_, address, _ := serve(t, Options{})
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	where := func(path string) string {
		answer := must.Get(client.Get(address + path))(t)
		defer answer.Body.Close()
		return fmt.Sprint(answer.StatusCode, " ", answer.Header.Get("Location"))
	}
	pages, _ := Addresses(time.Now())
	for _, page := range slices.Concat(pages[1:30], []string{"/numbers/counts", "/embed/watch"}) {
		if got := where(page + "/?n=6&x=%2F"); got != "307 "+page+"?n=6&x=%2F" {
			t.Errorf("%s/: %s", page, got)
		}
	}
	for _, path := range []string{"/nothing/", "/api/v1/runs/", "/api/"} {
		if got := where(path); got != map[bool]string{true: "307 /api", false: "404 "}[path == "/api/"] {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// TestNothingIsNotFound asks a site of files for a page that only a server has.
func TestNothingIsNotFound(t *testing.T) {
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/numbers/counts", nil))
	if text := w.Body.String(); w.Code != http.StatusNotFound || !strings.Contains(text, "queens serve") ||
		!strings.Contains(text, "<h1>Counts") || strings.Contains(text, "Not found") {
		t.Errorf("%d %s", w.Code, text)
	}
}

// TestMovingPicture counts the pictures of a GIF; a run that is shorter ends it.
func TestMovingPicture(t *testing.T) {
	_, address, _ := serve(t, Options{})
	var run TraceSteps
	_, _, text := get(t, address+"/api/v1/trace/steps?algorithm=wirth&n=4&limit=500")
	if err := json.Unmarshal([]byte(text), &run); err != nil || run.Length < 20 {
		t.Fatalf("%v: %.200s", err, text)
	}
	for _, c := range []struct {
		query  string
		frames int // 0: refused
	}{
		{"n=6&from=10&to=25", 16},
		{"n=6&from=7&to=7", 1},
		{fmt.Sprintf("n=4&from=%d&to=%d", run.Length-10, run.Length+100), 11}, // the last one is the end
		{"n=41&from=0&to=5", 0},
		{"n=6&from=5&to=4", 0},
		{"n=14&from=4000000000&to=4000000000", 0},
	} {
		status, header, body := get(t, address+"/api/v1/trace/animation?algorithm=wirth&size=128&"+c.query)
		if c.frames == 0 {
			if status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d", c.query, status)
			}
			continue
		}
		moving, err := gif.DecodeAll(bytes.NewReader([]byte(body)))
		if err != nil {
			t.Errorf("%s: %d, %v: %.200q", c.query, status, err, body)
		} else if header.Get("Content-Type") != "image/gif" || len(moving.Image) != c.frames {
			t.Errorf("%s: %d, %v; %d pictures, want %d", c.query, status, err, len(moving.Image), c.frames)
		}
	}
}

// TestWrongAddressesKeepTheForm requires of every page with a form that a wrong address shows it,
// with what was typed.
func TestWrongAddressesKeepTheForm(t *testing.T) {
	_, url, _ := serve(t, Options{})
	form := regexp.MustCompile(`(?s)<form[^>]* method="get".*?</form>`)
	paths, _ := Addresses(time.Now())
	seen := 0
	for _, path := range paths {
		_, _, page := get(t, url+path)
		if strings.Count(path, "/") > 2 || !strings.Contains(form.FindString(page), `name="n"`) {
			continue
		}
		seen++
		status, _, wrong := get(t, url+path+"?n=0x7")
		if status == http.StatusBadRequest && !strings.Contains(form.FindString(wrong), `value="0x7"`) {
			t.Errorf("%s: the form is lost", path)
		}
	}
	if seen < 5 {
		t.Errorf("%d pages with a form", seen)
	}
	_, _, wrong := get(t, url+"/play?n=5&kind=completion&grade=hard&seed=1")
	for _, want := range []string{"start at order 6", `value="5"`, "<option selected>completion", "<option selected>hard"} {
		if !strings.Contains(wrong, want) {
			t.Errorf("no %q in %s", want, wrong)
		}
	}
}
