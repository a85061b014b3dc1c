package web

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"queens/cmd/internal/runs"
	"queens/docs"
	"queens/internal/must"
)

// describedStatuses returns the statuses in the description of each operation, such as "GET
// /api/v1/runs".
func describedStatuses(t *testing.T, s *Server) map[string]map[int]bool {
	t.Helper()
	w := httptest.NewRecorder()
	s.gate.mux.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/openapi.json", nil))
	var doc struct {
		Paths map[string]map[string]struct{ Responses map[string]any }
	}
	must.Do(t, json.Unmarshal(w.Body.Bytes(), &doc))
	statuses := map[string]map[int]bool{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			list := map[int]bool{}
			for status := range op.Responses {
				list[must.Get(strconv.Atoi(status))(t)] = true
			}
			statuses[strings.ToUpper(method)+" "+path] = list
		}
	}
	return statuses
}

// sent remembers the status of an answer.
type sent struct {
	http.ResponseWriter
	status int
}

func (w *sent) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *sent) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// watch reports answers of a server with a status that the description of the operation lacks.
func watch(t *testing.T, s *Server) {
	t.Helper()
	described, next := describedStatuses(t, s), s.handler
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := s.gate.mux.Handler(r)
		answer := &sent{w, http.StatusOK}
		next.ServeHTTP(answer, r)
		enters := answer.status == http.StatusSeeOther && r.URL.Query().Has("token")
		if list := described[pattern]; list != nil && !list[answer.status] && !enters {
			t.Errorf("%s %.80s: %d, which is not described", r.Method, r.URL, answer.status)
		}
	})
}

// TestStatusesAreDescribed provokes every error of every operation. Each that is described must
// occur; watch reports others.
func TestStatusesAreDescribed(t *testing.T) {
	const token = "a-token-of-some-length"
	s, address, _ := serve(t, Options{Token: token})
	run := func(order string) string {
		return startRun(t, address, `{"kernel":"scalar","workers":1,"method":"search","order":`+order+`}`,
			"Authorization", "Bearer "+token)
	}
	name := run("8")
	for must.Get(s.manager.Get(t.Context(), name))(t).State != runs.Complete {
		time.Sleep(time.Millisecond)
	}
	running := run("20") // for an hour
	occurred := map[string]map[int]bool{}
	ask := func(pattern, method, address, body string, change func(*http.Request)) {
		r := httptest.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
		r.Host = "127.0.0.1"
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+token)
		if change != nil {
			change(r)
		}
		w := httptest.NewRecorder()
		s.handler.ServeHTTP(w, r)
		if occurred[pattern] == nil {
			occurred[pattern] = map[int]bool{}
		}
		occurred[pattern][w.Code] = true
	}
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	const start = http.MethodPost + " " + Prefix + "/runs"
	ask(start, http.MethodPost, Prefix+"/runs", `{"order":20,"method":"search","kernel":"scalar","workers":1}`, nil)
	for pattern, of := range map[string]string{
		start + "/{name}/stop": name, start + "/{name}/resume": running,
		"DELETE " + Prefix + "/runs/{name}": running,
	} {
		method, path, _ := strings.Cut(pattern, " ")
		ask(pattern, method, strings.ReplaceAll(path, "{name}", of), "", nil)
	}
	for _, o := range s.api.Operations() {
		pattern, address := o.Method+" "+o.Path, strings.ReplaceAll(o.Example, "{name}", name)
		try := func(address, body string, change func(*http.Request)) {
			ask(pattern, o.Method, address, body, change)
		}
		try(address, "", header("Authorization", "Bearer wrong"))
		try(address, "", header("Sec-Fetch-Site", "cross-site"))
		try(o.Path+"?"+strings.Repeat("x", maxAddress), "", nil)
		plain, _, _ := strings.Cut(address, "?")
		try(plain+"?nonsense=1", string(o.Body), nil)
		try(strings.ReplaceAll(o.Path, "{name}", "none"), "", nil)
		if o.Path == Prefix+"/trace" {
			try(strings.Replace(address, "chunk=0", "chunk=99", 1), "", nil) // after the end
		}
		if o.Method != http.MethodGet {
			try(address, strings.Repeat(" ", maxBody+1), nil)
			try(address, "", func(r *http.Request) { r.Body = io.NopCloser(iotest.ErrReader(io.ErrUnexpectedEOF)) })
		}
		if o.Body != nil {
			try(address, `{"order":`, nil)
			try(address, string(o.Body), header("Content-Type", "text/plain"))
		}
	}
	full(t, s, func() {
		for _, o := range s.api.Operations() {
			if !o.Stream {
				ask(o.Method+" "+o.Path, o.Method, strings.ReplaceAll(o.Example, "{name}", name), string(o.Body), nil)
			}
		}
	})
	const events = "GET " + Prefix + "/events"
	for !occurred[events][http.StatusServiceUnavailable] { // until there are too many subscribers
		r := request(t, http.MethodGet, address+Prefix+"/events", "")
		r.Header.Set("Authorization", "Bearer "+token)
		response := must.Get(http.DefaultClient.Do(r))(t)
		defer response.Body.Close()
		occurred[events][response.StatusCode] = true
	}
	for pattern, statuses := range describedStatuses(t, s) {
		for _, status := range slices.Sorted(maps.Keys(statuses)) {
			if status >= 400 && status != http.StatusInternalServerError && !occurred[pattern][status] {
				t.Errorf("%s: %d is described and does not occur", pattern, status)
			}
		}
	}
}

// full calls ask while no request gets its turn.
func full(t *testing.T, s *Server, ask func()) {
	t.Helper()
	before := requestWait
	defer func() { requestWait = before }()
	requestWait = time.Millisecond
	for _, p := range []Turns{s.gate.light, s.gate.work} {
		for range cap(p) {
			p <- struct{}{}
			defer p.Return()
		}
	}
	ask()
}

// TestSchemas requests the schema of every answer, as its name leads to it.
func TestSchemas(t *testing.T) {
	_, address, _ := serve(t, Options{})
	for _, name := range docs.Schemas() {
		status, header, body := get(t, address+"/schemas/"+strings.ReplaceAll(name, "/", "-")+".json")
		if status != http.StatusOK || header.Get("Content-Type") != "application/schema+json" ||
			!strings.Contains(body, `"const": "`+name+`"`) {
			t.Errorf("%s: %d, %s, %.200s", name, status, header.Get("Content-Type"), body)
		}
	}
	for _, none := range []string{"queens.none-1.json", "queens.check-1", "..%2Fglossary.md"} {
		if status, _, _ := get(t, address+"/schemas/"+none); status != http.StatusNotFound {
			t.Errorf("%s: %d", none, status)
		}
	}
}
