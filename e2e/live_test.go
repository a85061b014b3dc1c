package e2e

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/profiler"
)

func freeAddress(t *testing.T) string {
	t.Helper()
	l := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer l.Close()
	return l.Addr().String()
}

// stateOf returns the state of the count with this name on the page.
func stateOf(name string) string {
	return fmt.Sprintf(`document.querySelector('[data-run^="%s"]')?.dataset.state`, name)
}

// TestCountOutlivesTheServer starts a count on the page, kills the server, sees "offline", restarts
// the server and watches the count finish without a reload. Command line and page see each other.
func TestCountOutlivesTheServer(t *testing.T) {
	needBrowser(t)
	state, address := t.TempDir(), freeAddress(t)
	s := serve(t, state, address)
	b := newTab(t)
	b.visit(s.url + "/numbers/counts?n=18&method=search&kernel=scalar&workers=1")
	b.click("#start button")
	b.await(stateOf("n18-search") + ` === "counting" && document.querySelector('[data-run^="n18-search"] .run-progress').value > 0.02`)
	b.picture("counts-running")
	b.caused = "net::ERR_" // the browser logs that it cannot connect
	s.kill()
	b.await(`!document.querySelector("#connection").hidden`)
	again := serve(t, state, address)
	b.await(`document.querySelector("#connection").hidden`)
	b.await(stateOf("n18-search") + ` === "counting"`)
	// Stop on the page, then resume and finish on the command line; the page follows.
	out, err := exec.Command(program, "runs", "stop", "n18-search", "--state", state).CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "stopped n18-search-") {
		t.Fatalf("%v: %s", err, out)
	}
	b.await(stateOf("n18-search") + ` === "stopped"`)
	b.click(`[data-run^="n18-search"] [data-action="resume"]`)
	b.await(stateOf("n18-search") + ` === "counting"`)
	bar := `document.querySelector('[data-run^="n18-search"] .run-progress').value`
	share := eval[float64](b, bar)
	b.click(`[data-run^="n18-search"] [data-action="stop"]`)
	b.await(stateOf("n18-search") + ` === "stopped"`)
	if stopped, line := eval[float64](b, bar), b.text(`[data-run^="n18-search"] .run-line`); stopped < share || !strings.Contains(line, "left") {
		t.Errorf("%.3f is done before a stop, %.3f after it: %s", share, stopped, line)
	}
	b.click(`[data-run^="n18-search"] .run-survey summary`)
	b.await(`document.querySelector('.survey-svg path.series-0') && document.querySelector('.survey-open')`)
	b.picture("counts-stopped")
	b.click(`[data-run^="n18-search"] .run-survey summary`)
	out, err = exec.Command(program, "runs", "resume", "n18-search", "--state", state).CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "666090624\n") { // Q(18), OEIS A000170
		t.Fatalf("%v: %s", err, out)
	}
	b.await(stateOf("n18-search") + ` === "complete"`)
	if sum := b.text(`[data-run^="n18-search"] .run-sum`); strings.ReplaceAll(sum, "\u202f", "") != "666090624" {
		t.Errorf("the page has the sum %q", sum)
	}
	// Its subproblems are squares in the colour of the process that counted them; the rate is a
	// curve.
	b.click(`[data-run^="n18-search"] .run-survey summary`)
	b.await(`document.querySelector('.survey-svg path.series-0') && !document.querySelector('.survey-open') && document.querySelector('.survey-rate .chart-line').getAttribute("d").length > 20`)
	b.contains(`[data-run^="n18-search"] .survey-crew`, "counted here: ", " subproblems, ")
	b.picture("counts-complete")
	b.visit(again.url + "/numbers/counts")
	b.await(stateOf("n18-search") + ` === "complete"`)
	b.click(`[data-run^="n18-search"] [data-action="delete"]`)
	b.await(stateOf("n18-search") + ` === undefined`)
}

// TestCountByTasks counts with a batch engine that prints its commands. The page shows the tasks
// from submission to the total.
func TestCountByTasks(t *testing.T) {
	needBrowser(t)
	s := serve(t, t.TempDir(), "127.0.0.1:0")
	dir := filepath.Join(t.TempDir(), "q14")
	count := func() []byte {
		t.Helper()
		c := exec.Command(program, "count", "14", "--on", "print", "--state", s.state, "--dir", dir, "--tasks", "2")
		out, err := c.Output()
		if err != nil {
			t.Fatalf("%v: %s", err, err.(*exec.ExitError).Stderr)
		}
		return out
	}
	lines := strings.Split(strings.TrimSpace(string(count())), "\n")
	b := newTab(t)
	b.visit(s.url + "/numbers/counts")
	b.await(stateOf("q14") + ` === "elsewhere"`)
	card := `document.querySelector("[data-run=q14]").textContent`
	b.await(card + `.includes("counted by tasks") && ` + card + `.includes("tasks of print: ")`)
	b.picture("counts-tasks")
	for range 2 { // the tasks, and second counts of some results
		for _, line := range lines {
			words := strings.Fields(line)
			if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
				t.Fatalf("%s: %v: %s", line, err, out)
			}
		}
		lines = strings.Split(strings.TrimSpace(string(count())), "\n")
	}
	b.await(stateOf("q14") + ` === "complete"`)
	if sum := b.text(`[data-run=q14] .run-sum`); plain(sum) != "365596" { // Q(14), OEIS A000170
		t.Errorf("the page has the sum %q", sum)
	}
}

// TestNineTabs opens nine tabs: all receive the events, through one connection.
func TestNineTabs(t *testing.T) {
	needBrowser(t)
	s := serve(t, t.TempDir(), "127.0.0.1:0")
	var tabs []*tab
	for range 9 {
		b := newTab(t)
		b.visit(s.url + "/numbers/counts")
		tabs = append(tabs, b)
	}
	must(http.Post(s.url+"/api/v1/runs", "application/json", strings.NewReader(`{"order":11}`)))(t).Body.Close()
	for _, b := range tabs {
		b.await(stateOf("n11-search") + ` === "complete"`)
		b.clean()
	}
}

func TestAnotherSiteCannotStartACount(t *testing.T) {
	needBrowser(t)
	s := serve(t, t.TempDir(), "127.0.0.1:0")
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, `<!doctype html><title>other</title><main>other</main>`)
	}))
	defer other.Close()
	b := newTab(t)
	b.visit(other.URL)
	for _, mode := range []string{
		`{method: "POST", mode: "no-cors", body: '{"order":9}'}`,
		`{method: "POST", mode: "cors", headers: {"Content-Type": "application/json"}, body: '{"order":9}'}`,
	} {
		eval[string](b, fmt.Sprintf(`fetch(%s, %s).then(() => "sent", () => "refused")`, quoted(s.url+"/api/v1/runs"), mode))
	}
	// Nor can it show pictures of this server.
	for _, path := range []string{"/api/v1/boards/2413.svg", "/api/v1/solutions?n=8", "/static/icon.svg", "/watch"} {
		if got := eval[string](b, fmt.Sprintf(`new Promise((done) => { const i = new Image(); i.onload = () => done("shown"); i.onerror = () => done("refused"); i.src = %s; })`, quoted(s.url+path))); got != "refused" {
			t.Errorf("an image of another site: %s is %s", path, got)
		}
	}
	b.forget()
	list := must(exec.Command(program, "runs", "--state", s.state).CombinedOutput())(t)
	b.visit(s.url + "/numbers/counts")
	b.await(`document.querySelector("run-list .notice") && !document.querySelector("run-list .notice").hidden`)
	if n := eval[int](b, `document.querySelectorAll("[data-run]").length`); n != 0 || strings.Contains(string(list), "n9") {
		t.Errorf("%d counts: %s", n, list)
	}
}

// TestToken covers a server that others may reach.
func TestToken(t *testing.T) {
	needBrowser(t)
	s := serve(t, t.TempDir(), "127.0.0.1:0", "--token", "new")
	address, query, ok := strings.Cut(s.url, "/?")
	if !ok || !strings.HasPrefix(query, "token=") {
		t.Fatalf("printed %s", s.url)
	}
	b := newTab(t)
	b.visit(address + "/numbers/counts?" + query)
	b.await(`location.search === "" || !location.search.includes("token")`)
	b.await(`document.querySelector("run-list .notice")`) // so the API answers, too
	b.clean()
	if response, err := http.Get(address + "/numbers/counts"); err != nil ||
		response.StatusCode != http.StatusUnauthorized {
		t.Errorf("without token: %v, %v", response, err)
	}
}

// drawingWork returns how many blocks of scripts a new tab runs to draw one step of an algorithm. Browsers
// may lose a part of their counts, so it asks again until the two highest differ by less than a tenth.
func drawingWork(t *testing.T, address string) float64 {
	t.Helper()
	const first, last = 20, 260
	var counts []float64
	for range 5 {
		b := newTab(t)
		command(b, profiler.Enable, cdp.Empty{})
		command(b, profiler.StartPreciseCoverage, profiler.StartPreciseCoverageParams{CallCount: new(true), Detailed: new(true)})
		b.visit(address)
		b.await(`document.querySelector("trace-player")?.steps > 0`)
		steps := func(from, to int) {
			if at := eval[int](b, fmt.Sprintf(`(async () => {
				const p = document.querySelector("trace-player");
				for (let k = %d; k < %d; k++) { await p.go(k); await new Promise(requestAnimationFrame); }
				return p.step; })()`, from, to)); at != to-1 {
				t.Fatalf("the page stands at step %d, not %d", at, to-1)
			}
		}
		steps(first/2, first)
		command(b, profiler.TakePreciseCoverage, cdp.Empty{})
		steps(first, last)
		blocks := int64(0)
		for _, script := range command(b, profiler.TakePreciseCoverage, cdp.Empty{}).Result {
			for _, function := range script.Functions {
				for _, r := range function.Ranges {
					blocks += r.Count
				}
			}
		}
		counts = append(counts, float64(blocks)/(last-first))
		slices.Sort(counts)
		if n := len(counts); n > 1 && counts[n-2] > .9*counts[n-1] {
			return counts[n-1]
		}
	}
	t.Fatalf("the browser counts %.0f blocks for a step: no two agree", counts)
	return 0
}

// TestDrawingIsFlat compares the work for a step on a small and a large board with n queens each. It
// must grow less than the orders; redrawing every square would give its square, 44.
func TestDrawingIsFlat(t *testing.T) {
	b, url := open(t)
	small := drawingWork(t, url+"/watch?algorithm=min-conflicts&n=30")
	large := drawingWork(t, url+"/watch?algorithm=min-conflicts&n=200")
	b.visit(url + "/watch?algorithm=min-conflicts&n=200&step=260")
	b.await(`document.querySelector("trace-player")?.step === 260`)
	nodes := eval[int](b, `document.querySelectorAll("queens-board *").length`)
	t.Logf("%.0f blocks for a step at n = 30, %.0f at n = 200, with %d nodes", small, large, nodes)
	if nodes > 450 {
		t.Errorf("%d nodes on a board of order 200", nodes)
	}
	if small == 0 || large > 200.0/30*small {
		t.Errorf("a step takes %.0f blocks at n = 200, %.0f at n = 30; want at most %.1f times", large, small, 200.0/30)
	}
}
