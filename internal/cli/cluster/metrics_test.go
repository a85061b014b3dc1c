package cluster

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"queens/count/cluster"
)

// What /metrics says has the text format of Prometheus: a help, a type and samples for each
// name.
func TestMetrics(t *testing.T) {
	text := metrics(cluster.Status{
		Subproblems: 10, Missing: 4, Held: 3, Checks: 2, Disputes: 1, Aside: 1,
		Workers: []cluster.Worker{{Name: "alpha", Slots: 8, Results: 5}, {Name: "beta", Slots: 2, Results: 1, Banned: "wrong"}},
	})
	sample := regexp.MustCompile(`^(queens_[a-z_]+)(\{worker="[a-z]+"\})? [0-9]+$`)
	help, kind := "", ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		words := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "# HELP "):
			help = words[2]
		case strings.HasPrefix(line, "# TYPE "):
			if kind = words[2]; kind != help || words[3] != "gauge" && words[3] != "counter" {
				t.Errorf("%q after the help of %s", line, help)
			}
		default:
			if m := sample.FindStringSubmatch(line); m == nil || m[1] != kind {
				t.Errorf("%q after the type of %s", line, kind)
			}
		}
	}
	for _, want := range []string{
		"queens_subproblems 10\n", "queens_subproblems_missing 4\n", "queens_subproblems_held 3\n", "queens_checks_missing 2\n",
		"queens_disputes 1\n", "queens_subproblems_aside 1\n", `queens_results_total{worker="alpha"} 5`, `queens_worker_slots{worker="beta"} 0`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestServeMetrics(t *testing.T) {
	c, err := cluster.Start(cluster.Options{Local: true})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	var said bytes.Buffer
	stop, err := serveMetrics("127.0.0.1:0", c, &said)
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	base := regexp.MustCompile(`http://[0-9.:]+`).FindString(said.String())
	for path, want := range map[string]string{"/healthz": "ok", "/metrics": "queens_subproblems 0"} {
		r, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r.Body)
		_ = r.Body.Close()
		if err != nil || r.StatusCode != http.StatusOK || !strings.Contains(string(body), want) {
			t.Errorf("%s: %s %q, %v", path, r.Status, body, err)
		}
	}
	if stop, err := serveMetrics(strings.TrimPrefix(base, "http://"), c, io.Discard); err == nil {
		stop()
		t.Error("an address that is had: no error")
	}
}
