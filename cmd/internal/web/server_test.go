package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/ledger"
	"queens/internal/golden"
	"queens/internal/must"
)

// TestMain lets requests take as long as they need on a busy machine, or with the race detector.
// A request waits for its turn for less time than one may take.
func TestMain(m *testing.M) {
	requestTime, writeTime, requestWait = 2*time.Hour, 2*time.Hour, time.Hour
	os.Exit(m.Run())
}

// serve starts a server of a state directory and returns its address; it ends
// with the test, or when end is called.
func serve(t *testing.T, o Options) (s *Server, address string, end func()) {
	t.Helper()
	if o.State == "" {
		o.State = t.TempDir()
	}
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	s = must.Get(New(o))(t)
	watch(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx) }()
	end = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(end)
	return s, "http://" + s.listener.Addr().String(), end
}

func ask(t *testing.T, r *http.Request) (int, http.Header, string) {
	t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	response := must.Get(client.Do(r))(t)
	defer response.Body.Close()
	body := must.Get(io.ReadAll(response.Body))(t)
	golden.Keep(body)
	return response.StatusCode, response.Header, string(body)
}

// get asks with headers, given as names and values.
func get(t *testing.T, address string, headers ...string) (int, http.Header, string) {
	t.Helper()
	r := request(t, http.MethodGet, address, "")
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	return ask(t, r)
}

func request(t *testing.T, method, address, body string) *http.Request {
	t.Helper()
	r := must.Get(http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body)))(t)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	return r
}

// TestEveryExample sends the example of every operation. Those about one run get
// one that is there.
func TestEveryExample(t *testing.T) {
	s, address, _ := serve(t, Options{})
	name := startRun(t, address, `{"order":11}`)
	for _, e := range s.api.Operations() {
		if e.Stream || e.ID == "remove-run" {
			continue // TestEvents, TestRunsOverHTTP
		}
		t.Run(e.ID, func(t *testing.T) {
			path := strings.ReplaceAll(e.Example, "{name}", name)
			status, header, body := ask(t, request(t, e.Method, address+path, string(e.Body)))
			if conflict := status == http.StatusConflict && e.Changes; status >= 300 && !conflict {
				t.Errorf("%s %s: %d %s", e.Method, path, status, body)
			}
			if header.Get("Content-Type") == "" {
				t.Error("no content type")
			}
			checkSchema(t, path, status, header, body)
		})
	}
}

// checkSchema reports an object of the API that does not say by which schema it is to be read.
func checkSchema(t *testing.T, path string, status int, header http.Header, body string) {
	t.Helper()
	if status >= 300 || !strings.HasPrefix(path, "/api/") || header.Get("Content-Type") != "application/json" {
		return
	}
	var head struct{ Schema string }
	if err := json.Unmarshal([]byte(body), &head); err != nil || !regexp.MustCompile(`^queens\.[a-z-]+/[0-9]+$`).MatchString(head.Schema) {
		t.Errorf("%s: schema %q, %v: %.200s", path, head.Schema, err, body)
	}
}

// startRun starts a count, with headers given as names and values.
func startRun(t *testing.T, address, body string, headers ...string) string {
	t.Helper()
	for {
		r := request(t, http.MethodPost, address+"/api/v1/runs", body)
		for pair := range slices.Chunk(headers, 2) {
			r.Header.Set(pair[0], pair[1])
		}
		status, _, text := ask(t, r)
		var run struct{ Name string }
		must.Do(t, json.Unmarshal([]byte(text), &run))
		if status == http.StatusAccepted {
			return run.Name
		}
		if status != http.StatusConflict {
			t.Fatalf("%d %s", status, text)
		}
		time.Sleep(time.Millisecond) // the manager has just begun
	}
}

func TestPagesAreServed(t *testing.T) {
	s, address, _ := serve(t, Options{})
	for _, p := range allPages(s.api) {
		status, header, body := get(t, address+p.Path())
		if status != http.StatusOK || !strings.Contains(body, "<h1>"+p.Title+"</h1>") {
			t.Errorf("%s: %d", p.Path(), status)
		}
		if p.Place != "" && !strings.Contains(body, `<a href="`+p.Path()+`" aria-current="page">`) {
			t.Errorf("%s is not on its menu", p.Path())
		}
		if policy := header.Get("Content-Security-Policy"); !strings.Contains(policy, "default-src 'self'") {
			t.Errorf("/%s: policy %q", p.Name, policy)
		}
		for _, inline := range []string{" style=\"", " onclick=", "<style", "javascript:"} {
			if strings.Contains(body, inline) {
				t.Errorf("/%s has %s, which the policy forbids", p.Name, inline)
			}
		}
	}
	if status, _, body := get(t, address+"/nothing"); status != http.StatusNotFound ||
		!strings.Contains(body, "No page has this address") {
		t.Errorf("/nothing: %d %s", status, body)
	}
}

// TestRequests asks for what cannot be, where every answer is one clear sentence; for what theory
// rules out, which is answered at once; for boards as people write them; and for pages with long
// numbers, which are grouped: Q(27), Q(16) and F(16), OEIS A000170 and A002562, and the 1787 orbits
// of order 12. The rows of a placement can be broken after commas only.
func TestRequests(t *testing.T) {
	_, address, _ := serve(t, Options{})
	const none, board = "neither 2 nor 3 divides", `"rows":[3,1,4,2],"solution":true`
	for _, c := range []struct {
		method, path, body string
		status             int
		says               string
	}{
		{"GET", "/solutions?n=22&class=rotational", "", 200, "0 or 1 modulo 4"},
		{"GET", "/solutions?n=20&torus=true", "", 200, none},
		{"GET", "/solutions?n=3", "", 200, "order 3 has no solution"},
		{"GET", "/api/v1/solutions?n=32&limit=500&class=rotational", "", 200, `"cursor"`}, // there are some
		{"GET", "/api/v1/solutions?n=20&modular=true", "", 200, none},
		{"GET", "/api/v1/solutions?n=22&fundamental=true&class=rotational", "", 200, "0 or 1 modulo 4"},
		{"GET", "/api/v1/boards/" + url.PathEscape(".Q..\n...Q\nQ...\n..Q.") + ".json", "", 200, board},
		{"GET", "/api/v1/boards/[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]].json", "", 200, board},
		{"GET", "/api/v1/boards/1,2%202,4%203,1%204,3.json", "", 200, board},
		{"GET", "/api/v1/boards/1Q2%2F3Q%2FQ3%2F2Q1.json", "", 200, board},
		{"GET", "/api/v1/boards/2%200%203%201.json", "", 200, board},
		{"GET", "/api/v1/trace/steps?algorithm=wirth&n=8&from=12&limit=1", "", 200, `"step":12,`},
		{"GET", "/watch", "", 200, "Program development by stepwise refinement"},
		{"GET", "/numbers?name=solutions", "", 200, "recomputed and published"},
		{"GET", "/numbers?name=solutions", "", 200, "14 772 512</td>"},
		{"GET", "/numbers/papers?claim=T1", "", 200, "73 712 solutions"},
		{"GET", "/", "", 200, "<strong>234 907 967 154 122 528</strong>"},
		{"GET", "/solutions?n=16", "", 200, "<strong>1 846 955</strong>"},
		{"GET", "/solutions?n=10", "", 200, `"mono">1,<wbr>3,<wbr>6,<wbr>8,<wbr>10,<wbr>5,<wbr>9,<wbr>2,<wbr>4,<wbr>7<`},
		{"GET", "/solutions/search?n=12", "", 200, "of 1 787</strong> orbits"},
		{"GET", "/api/v1/orbit/1x2", "", 422, "not a number"},
		{"GET", "/api/v1/orbit/11", "", 422, "both have a queen in row 1"},
		{"GET", "/api/v1/orbit/" + strings.Repeat("1,", 3500), "", 422, "length"},
		{"GET", "/api/v1/boards/15863724.json?topology=flat", "", 422, "topology"},
		{"GET", "/api/v1/boards/15863724.json?colour=1", "", 422, "colour"},
		{"GET", "/api/v1/solutions", "", 422, "n"},
		{"GET", "/api/v1/solutions?n=99", "", 422, "32"},
		{"GET", "/api/v1/solutions?n=8&after=123", "", 422, "3 columns"},
		{"GET", "/api/v1/boards/15863724", "", 422, "format"},
		{"GET", "/api/v1/boards/15863724.gif", "", 422, "gif"},
		{"GET", "/api/v1/boards/15863724.svg?layers=nonsense", "", 422, "nonsense"},
		{"GET", "/api/v1/plots/shrink.svg", "", 422, "want one of classes, density"},
		{"GET", "/api/v1/plots/growth", "", 422, "want a name, a dot and a format, like growth.svg"},
		{"GET", "/api/v1/plots/growth.gif", "", 422, `format \"gif\" of a plot: want one of svg, png, json`},
		{"GET", "/api/v1/figures/orbit/1133.svg", "", 422, "both have a queen in row 1"},
		{"GET", "/api/v1/figures/portrait/2413.svg", "", 422, "expected value to be one of"},
		{"GET", "/numbers?plot=shrink", "", 400, "want one of classes, density"},
		{"GET", "/api/v1/models/8x.cnf", "", 422, "an order from 1"},
		{"GET", "/api/v1/models/8%20.cnf", "", 422, "an order from 1"},
		{"GET", "/api/v1/trace?algorithm=brute-force&n=8&chunk=1000000", "", 422, "too far"},
		{"GET", "/api/v1/trace?algorithm=wirth&n=4&chunk=9", "", 404, "ends before chunk 9"},
		{"GET", "/api/v1/tables/none", "", 404, "none"},
		{"GET", "/api/v1/runs/n99-none", "", 404, "no run"},
		{"GET", "/api/v1/none", "", 404, "nothing"},
		{"POST", "/api/v1/runs", `{"order":99}`, 422, "69"},
		{"POST", "/api/v1/runs", `{"order":8,"kernel":"abacus"}`, 422, "abacus"},
		{"POST", "/api/v1/runs", `{"order":8,"workers":4097}`, 422, "expected number <= 4096"},
		{"POST", "/api/v1/runs", `{"order":`, 400, ""},
		{"POST", "/api/v1/runs", `{"order":8,"colour":1}`, 422, "colour"},
		{"POST", "/api/v1/runs/n99-none/stop", "", 404, "no run"},
		{"POST", "/api/v1/apply", `{"perm":"2413","operations":"jump 3"}`, 422, "jump"},
		{"POST", "/api/v1/apply", `{"perm":"2413","operations":"` + strings.Repeat("rev ", 100) + `"}`, 422, "64"},
		{"POST", "/api/v1/apply", `{"perm":"` + strings.Repeat("1", 200_000) + `"}`, 413, ""},
		{"GET", "/api/v1/orbit/2413?" + strings.Repeat("x", 9000), "", 414, "too long"},
		{"GET", "/solutions/family?perm=11", "", 400, "one queen in every row"},
		{"GET", "/numbers/papers?claim=T99", "", 400, "no claim"},
		{"GET", "/numbers/papers?claim=T2&n=99", "", 400, "want 4 to 12"},
		{"GET", "/solutions?n=many", "", 400, "many"},
		{"GET", "/nope", "", 404, `<a href="/watch">`},
		{"GET", "/tour/nowhere", "", 400, "burnside"},
		{"GET", "/play/2-r8m-tomorrow", "", 400, "a day like 2026-11-24"},
		{"GET", "/play/9-r8m-1", "", 400, "version"},
		{"GET", "/play?n=15", "", 400, "want 5 to 14"},
		{"GET", "/play?date=tomorrow", "", 400, "want a day"},
		{"GET", "/play?date=2026-11-24&seed=1", "", 400, "different puzzles"},
		{"GET", "/api/v1/puzzles/2-c5h-1.json", "", 422, "start at order 6"},
		{"GET", "/api/v1/puzzles/2-r8m-1.gif", "", 422, "gif"},
		{"POST", "/api/v1/puzzles/hint", `{"kind":"regions","order":5,"regions":["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]}`, 422, "not exactly one solution"},
		{"POST", "/api/v1/puzzles/hint", `{"kind":"regions","order":5,"regions":["AAAAA","AAAAA","AAAAA","AAAAA","AAAAA"]}`, 422, "region B has no square"},
		{"POST", "/api/v1/puzzles/hint", `{"kind":"completion","order":5,"given":[{"row":1,"column":1},{"row":1,"column":2}]}`, 422, "row 1, column 1 and row 1, column 2"},
		{"POST", "/api/v1/puzzles/hint", `{"kind":"completion","order":5,"given":[{"row":9,"column":1}]}`, 422, "outside a board of order 5"},
		{"POST", "/api/v1/puzzles/hint", `{"kind":"completion","order":0}`, 422, "order 0: want 1 to 26"},
		{"POST", "/api/v1/puzzles/hint", `{"kind":"regions","order":5,"regions":["AAAAA","BAAAA","CCDAA","CCCAE","CCCCC"],"queens":[{"row":0,"column":1}]}`, 422, "expected number >= 1"},
		{"POST", "/api/v1/puzzles/check", `{"kind":"regions","order":5,"regions":["AAAAA"]}`, 422, "1 rows of regions"},
		{"POST", "/api/v1/puzzles/check", `{"text":"AAB\nAB\nCCC"}`, 422, "line 2 has 2 squares, line 1 has 3"},
		{"POST", "/api/v1/puzzles/check", `{"text":"A","order":1}`, 422, "text: want it alone"},
		{"POST", "/api/v1/puzzles/check", `{"kind":"regions","order":1,"regoins":["A"]}`, 422, `unknown field \"regoins\"`},
		{"POST", "/api/v1/puzzles/check", `{"size":2,"colorRegions":[["A","A"],["A"]]}`, 422, "squares"},
		{"POST", "/api/v1/complete", `{"text":"order 8","order":8}`, 422, "text: want it alone"},
		{"POST", "/api/v1/complete", `{"problem":"order 8"}`, 422, "unexpected property"},
		{"POST", "/api/v1/puzzles/check", `{"kind":"completion","order":27}`, 422, "expected number <= 26"},
		{"GET", "/play/board?queens=a1,a1,a1", "", 400, "a1 is listed twice"},
		{"GET", "/play/board?queens=a1&blocked=a1", "", 400, "a1 is listed twice"},
	} {
		status, header, body := ask(t, request(t, c.method, address+c.path, c.body))
		if status != c.status || !strings.Contains(strings.ReplaceAll(body, "\u202f", " "), c.says) {
			t.Errorf("%s %.60s: %d %.300s; want %d and %q", c.method, c.path, status, body, c.status, c.says)
		}
		page := status == http.StatusOK && !isAPI(c.path)
		if page && (!strings.Contains(body, `<meta name="description" content="`) ||
			strings.Contains(body, "wirth1971") || strings.Contains(body, "recomputed-and-published")) {
			t.Errorf("%s does not describe itself, or has keys of the program", c.path)
		}
		if isAPI(c.path) && status >= 400 && header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %.60s: %s", c.method, c.path, header.Get("Content-Type"))
		}
	}
}

// TestPuzzleTexts sends boards as people write them: in pieces, large, with played marks.
func TestPuzzleTexts(t *testing.T) {
	_, address, _ := serve(t, Options{})
	const pieces = `ABFCAE\nDCCBEB\nBBEBCB\nDFAEBF\nFBBBBE\nBDDBBC`
	var rows [][]string
	for row := range strings.SplitSeq(pieces, `\n`) {
		rows = append(rows, strings.Split(row, ""))
	}
	colours := must.Get(json.Marshal(rows))(t)
	level := `{"size":6,"name":"mine","colorRegions":` + string(colours) + `,"regionColors":{"A":"red"}}`
	for _, c := range []struct{ operation, body, says string }{
		{"check", `{"text":"` + pieces + `"}`, `"order":6,"unique":true,"grade":"expert"`},
		{"check", level, `"order":6,"unique":true,"grade":"expert"`},
		{"solution", `{"text":"` + pieces + `"}`, `"rows":[5,2,6,4,1,3]`},
		{"solution", level, `"rows":[5,2,6,4,1,3]`},
		{"solution", `{"text":"1 1\n2 2"}`, `not exactly one solution`},
		{"solution", `{"text":"AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE"}`, `"solutions":[[1,4,2,5,3]`},
		{"hint", `{"text":"` + pieces + `\n\nQ.....\n......\n......\n......\n......\n......"}`, `"rule":"mistake"`},
		{"check", `{"kind":"completion","order":26}`, `"unique":false`},
	} {
		_, _, body := ask(t, request(t, http.MethodPost, address+"/api/v1/puzzles/"+c.operation, c.body))
		if !strings.Contains(body, c.says) {
			t.Errorf("%s of %s: %.300s, want %s", c.operation, c.body, body, c.says)
		}
	}
}

// TestOthersAreRefused plays a page of another site, and a name that points here.
func TestOthersAreRefused(t *testing.T) {
	_, address, _ := serve(t, Options{})
	for _, c := range []struct {
		path, headers string // those of a browser: where the request comes from, and what for
		want          int
	}{
		{"POST", "", 200}, // a program
		{"POST", "Sec-Fetch-Site same-origin", 200},
		{"POST", "Sec-Fetch-Site cross-site", 403},
		{"POST", "Sec-Fetch-Site same-site", 403},   // another port
		{"POST", "Origin https://example.org", 403}, // an old browser
		{"POST", "Host example.org", 403},
		{"POST", "Host example.org:8020", 403},
		{"POST", "Host localhost:8020", 200},
		{"POST", "Host [::1]:8020", 200},
		{"/api/v1/solutions?n=8", "Sec-Fetch-Site cross-site Sec-Fetch-Dest image", 403},
		{"/api/v1/solutions?n=8", "Sec-Fetch-Site same-site Sec-Fetch-Dest empty", 403},
		{"/api/v1/solutions?n=8", "Sec-Fetch-Site cross-site Sec-Fetch-Dest document", 403},
		{"/api/v1/solutions?n=8", "Sec-Fetch-Site same-origin Sec-Fetch-Dest empty", 200},
		{"/api/v1/solutions?n=8", "Sec-Fetch-Site none Sec-Fetch-Dest document", 200}, // typed
		{"/api/v1/solutions?n=8", "", 200},
		{"/watch", "Sec-Fetch-Site cross-site Sec-Fetch-Dest document", 200}, // a link
		{"/watch", "Sec-Fetch-Site cross-site Sec-Fetch-Dest image", 403},
		{"/watch", "Sec-Fetch-Site cross-site Sec-Fetch-Dest iframe", 403},
		{"/static/app.js", "Sec-Fetch-Site cross-site Sec-Fetch-Dest script", 403},
	} {
		r := request(t, http.MethodPost, address+"/api/v1/apply", `{"perm":"2413","operations":"rev"}`)
		if c.path != "POST" {
			r = request(t, http.MethodGet, address+c.path, "")
		}
		for pair := range slices.Chunk(strings.Fields(c.headers), 2) {
			if r.Header.Set(pair[0], pair[1]); pair[0] == "Host" {
				r.Host = pair[1]
			}
		}
		if got, _, _ := ask(t, r); got != c.want {
			t.Errorf("%s with %q: %d, want %d", c.path, c.headers, got, c.want)
		}
	}
}

func TestToken(t *testing.T) {
	const token = "a-token-of-some-length"
	s, address, _ := serve(t, Options{Token: token})
	if status, _, _ := get(t, address+"/solutions/family"); status != http.StatusUnauthorized {
		t.Errorf("without token: %d", status)
	}
	if status, _, _ := get(t, address+"/solutions/family?token=wrong"); status != http.StatusUnauthorized {
		t.Errorf("with a wrong token: %d", status)
	}
	if status, _, _ := get(t, address+"/healthz", "Authorization", "Bearer "+token); status != http.StatusOK {
		t.Errorf("with the token in the header: %d", status)
	}
	if !strings.HasSuffix(s.URL(), "?token="+token) {
		t.Errorf("the address %s lacks the token", s.URL())
	}
	status, header, _ := get(t, address+"/solutions/family?perm=2413&token="+token)
	location, cookie := header.Get("Location"), header.Get("Set-Cookie")
	if status != http.StatusSeeOther || location != "/solutions/family?perm=2413" ||
		!strings.Contains(cookie, "HttpOnly") || !strings.Contains(cookie, "SameSite=Strict") {
		t.Fatalf("%d to %q, cookie %q", status, location, cookie)
	}
	cookie, _, _ = strings.Cut(cookie, ";")
	if status, _, _ := get(t, address+location, "Cookie", cookie); status != http.StatusOK {
		t.Errorf("with the cookie: %d", status)
	}
	// The redirect stays here, whatever the path.
	r := request(t, http.MethodGet, address, "")
	r.URL = &url.URL{Scheme: "http", Host: r.URL.Host, Path: "//example.org/", RawQuery: "token=" + token}
	if _, header, _ := ask(t, r); strings.HasPrefix(header.Get("Location"), "//") {
		t.Errorf("redirected to %q", header.Get("Location"))
	}
}

func TestAddressesThatAreRefused(t *testing.T) {
	for _, o := range []Options{
		{Listen: "0.0.0.0:0"},
		{Listen: ":0"},
		{Listen: "192.0.2.1:0"},
		{Listen: "0.0.0.0:0", Token: "short"},
		{Listen: "nonsense"},
	} {
		o.State = t.TempDir()
		if _, err := New(o); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	state := t.TempDir()
	serve(t, Options{State: state})
	if _, err := New(Options{State: state, Listen: "127.0.0.1:0"}); !errors.Is(err, ledger.ErrLocked) {
		t.Errorf("a second server of a state directory: %v", err)
	}
}

// TestRunsOverHTTP starts a count that another server finishes.
func TestRunsOverHTTP(t *testing.T) {
	state := t.TempDir()
	_, address, end := serve(t, Options{State: state, Count: count.Options{Program: "test"}})
	name := startRun(t, address, `{"order":16,"kernel":"scalar","workers":1,"method":"search"}`)
	const long = `{"order":20,"kernel":"scalar","workers":1,"method":"search"}` // takes an hour
	startRun(t, address, long)
	again := request(t, http.MethodPost, address+"/api/v1/runs", long)
	if status, _, body := ask(t, again); status != http.StatusConflict {
		t.Errorf("started twice: %d %s", status, body)
	}
	end()
	_, address, _ = serve(t, Options{State: state, Count: count.Options{Program: "test"}})
	var run struct{ State, Sum string }
	for run.State != "complete" {
		status, _, body := get(t, address+"/api/v1/runs/"+name)
		if err := json.Unmarshal([]byte(body), &run); err != nil || status != http.StatusOK {
			t.Fatal(status, body, err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	if run.Sum != "14772512" { // Q(16), OEIS A000170
		t.Errorf("Q(16) = %s", run.Sum)
	}
	status, header, body := ask(t, request(t, http.MethodDelete, address+"/api/v1/runs/"+name, ""))
	if status != http.StatusOK || !strings.Contains(body, `"state":"gone"`) {
		t.Errorf("delete: %d %s", status, body)
	}
	checkSchema(t, "/api/v1/runs/"+name, status, header, body)
	if left, _ := filepath.Glob(filepath.Join(ledger.Dir(state, name), "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestEvents listens, goes away, and comes back.
func TestEvents(t *testing.T) {
	_, address, _ := serve(t, Options{})
	listen := func() (next func() (name, data string), end func()) {
		ctx, cancel := context.WithCancel(t.Context())
		r := request(t, http.MethodGet, address+"/api/v1/events", "").WithContext(ctx)
		response := must.Get(http.DefaultClient.Do(r))(t)
		if media := response.Header.Get("Content-Type"); media != "text/event-stream" {
			t.Fatalf("content type %q", media)
		}
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<20)
		next = func() (name, data string) {
			for lines.Scan() {
				field, value, _ := strings.Cut(lines.Text(), ": ")
				switch {
				case field == "event":
					name = value
				case field == "data":
					data = value
					golden.Keep([]byte(data))
				case field == "" && data != "":
					return name, data
				}
			}
			t.Fatal("the stream has ended")
			return
		}
		return next, func() { cancel(); response.Body.Close() }
	}
	next, end := listen()
	if name, data := next(); name != "runs" || !strings.Contains(data, `"queens.runs/1"`) {
		t.Fatalf("first %s: %s", name, data)
	}
	startRun(t, address, `{"order":10}`)
	name, data := next()
	if name != "run" || !strings.Contains(data, `"order":10`) {
		t.Fatalf("then %s: %s", name, data)
	}
	for !strings.Contains(data, `"state":"complete"`) {
		_, data = next()
	}
	end()
	next, end = listen()
	if name, data := next(); name != "runs" || !strings.Contains(data, `"state":"complete"`) {
		t.Errorf("back again: %s %s; want all runs", name, data)
	}
	end()
}

func TestOpenAPI(t *testing.T) {
	s, address, _ := serve(t, Options{})
	_, _, body := get(t, address+"/openapi.json")
	var doc struct {
		OpenAPI string
		Servers []struct{ URL string }
		Paths   map[string]map[string]struct {
			OperationID string
		}
		Security   []map[string][]string
		Components struct {
			SecuritySchemes map[string]struct{ Type string }
		}
	}
	must.Do(t, json.Unmarshal([]byte(body), &doc))
	if !strings.HasPrefix(doc.OpenAPI, "3.1") {
		t.Errorf("version %q", doc.OpenAPI)
	}
	described := map[string]bool{}
	for _, methods := range doc.Paths {
		for _, op := range methods {
			described[op.OperationID] = true
		}
	}
	for _, e := range s.api.Operations() {
		if !described[e.ID] {
			t.Errorf("%s is not described", e.ID)
		}
	}
	if len(doc.Servers) != 1 || doc.Components.SecuritySchemes["bearer"].Type != "http" ||
		doc.Components.SecuritySchemes["cookie"].Type != "apiKey" {
		t.Errorf("servers %v, security %v", doc.Servers, doc.Components.SecuritySchemes)
	}
	if !slices.ContainsFunc(doc.Security, func(need map[string][]string) bool { return len(need) == 0 }) {
		t.Errorf("a server without token wants %v", doc.Security)
	}
	for _, elsewhere := range []string{"unpkg", "cdn", "https://"} {
		if _, _, page := get(t, address+"/api"); strings.Contains(page, elsewhere) {
			t.Errorf("the page about the interface has %q", elsewhere)
		}
	}
}

// TestExamplesAreForThisServer looks at the commands of the page about the interface.
func TestExamplesAreForThisServer(t *testing.T) {
	_, address, _ := serve(t, Options{})
	if _, _, body := get(t, address+"/api"); !strings.Contains(body,
		"curl '"+address+"/api/v1/orbit/15863724'") {
		t.Errorf("the page does not name %s", address)
	}
	r := request(t, http.MethodGet, address+"/api", "")
	r.Host = "localhost:8099"
	if _, _, body := ask(t, r); !strings.Contains(body, "http://localhost:8099/api/v1/orbit/15863724") {
		t.Error("reached as localhost:8099, the page names another server")
	}
	const token = "a-token-of-some-length"
	_, address, _ = serve(t, Options{Token: token})
	if _, _, body := get(t, address+"/api", "Authorization", "Bearer "+token); strings.Contains(body, token) ||
		!strings.Contains(body, "Authorization: Bearer $TOKEN") {
		t.Error("the commands do not say where the token goes, or have it")
	}
}

// FuzzRequests reads what follows GET in a request as a server does. No answer may be a failure.
func FuzzRequests(f *testing.F) {
	for _, seed := range []string{
		"/solutions/family?perm=15863724", "/api/v1/boards/2413.svg?layers=attacks", "/api/v1/orbit/1,2,3",
		"/play/board?n=8&queens=a1", "/solutions?n=5&after=1", "", "#", "*", "//", "/ /", "?", "http://a:b#c", "/%",
		"/play HTTP/1.1\r\nHost: [::1\r\n\r\n",
	} {
		f.Add(seed)
	}
	s := must.Get(New(Options{State: f.TempDir(), Listen: "127.0.0.1:0"}))(f)
	f.Cleanup(func() { _ = errors.Join(s.listener.Close(), s.manager.Close()) })
	f.Fuzz(func(t *testing.T, target string) {
		text := "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n"
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
		if err != nil || strings.HasPrefix(r.URL.Path, Prefix+"/events") {
			return
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second) // what takes longer is StatusServiceUnavailable
		defer cancel()
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r.WithContext(ctx))
		if w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
			t.Errorf("%q: %d", target, w.Code)
		}
	})
}
