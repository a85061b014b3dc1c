package e2e

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers/legacy"
)

// curlLine matches a documented command, at the default address.
var curlLine = regexp.MustCompile(`curl [^\n<]*http://127\.0\.0\.1:8020[^\n<]*`)

// TestDescriptionIsOpenAPI validates the description of the API with a library, and the answers to
// its examples against the description.
func TestDescriptionIsOpenAPI(t *testing.T) {
	s := serve(t, t.TempDir(), "127.0.0.1:0")
	document := must(openapi3.NewLoader().LoadFromData(bodyOf(t, s.url+"/openapi.json")))(t)
	if !document.IsOpenAPI31OrLater() {
		t.Errorf("version %s of OpenAPI, want 3.1", document.OpenAPI)
	}
	if err := document.Validate(t.Context()); err != nil {
		t.Fatalf("the description: %v", err)
	}
	document.Servers = openapi3.Servers{{URL: s.url}}
	router := must(legacy.NewRouter(document))(t)
	answers := 0
	for _, line := range curlsOf(t, s) {
		request := requestOf(t, s, line)
		if request.Method != http.MethodGet || strings.Contains(line, " -N ") {
			continue
		}
		answer, body := fetch(t, request)
		if !strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json") {
			continue
		}
		route, params, err := router.FindRoute(request)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		answers++
		in := &openapi3filter.RequestValidationInput{
			Request: request, PathParams: params, Route: route, Options: &openapi3filter.Options{
				AuthenticationFunc: openapi3filter.NoopAuthenticationFunc,
			},
		}
		if err := openapi3filter.ValidateRequest(t.Context(), in); err != nil {
			t.Errorf("%s: the request: %v", line, err)
		}
		out := (&openapi3filter.ResponseValidationInput{
			RequestValidationInput: in, Status: answer.StatusCode, Header: answer.Header,
		}).SetBodyBytes(body)
		if err := openapi3filter.ValidateResponse(t.Context(), out); err != nil {
			t.Errorf("%s: the answer: %v", line, err)
		}
	}
	if answers < 10 {
		t.Errorf("%d answers were looked at", answers)
	}
}

// curlsOf returns the commands of docs/workstation.md and of the page of the API, except those that
// need the name of a run.
func curlsOf(t *testing.T, s *server) (lines []string) {
	t.Helper()
	page := must(os.ReadFile(filepath.Join("..", "docs", "workstation.md")))(t)
	html := bodyOf(t, s.url+"/api")
	plain := strings.NewReplacer("&#39;", "'", "&#34;", `"`, "&amp;", "&", "&#43;", "+", s.url,
		"http://127.0.0.1:8020").Replace(string(html))
	documented := curlLine.FindAllString(string(page), -1)
	listed := curlLine.FindAllString(plain, -1)
	if len(documented) < 5 || len(listed) < 20 {
		t.Fatalf("%d commands in the documentation, %d on the page", len(documented), len(listed))
	}
	for _, line := range append(documented, listed...) {
		if !strings.Contains(line, "{name}") {
			lines = append(lines, strings.TrimSpace(line))
		}
	}
	return lines
}

func requestOf(t *testing.T, s *server, line string) *http.Request {
	t.Helper()
	address := regexp.MustCompile(`http://127\.0\.0\.1:8020[^' ]*`).FindString(line)
	method := http.MethodGet
	if m := regexp.MustCompile(`-X (\w+)`).FindStringSubmatch(line); m != nil {
		method = m[1]
	}
	return must(http.NewRequestWithContext(t.Context(), method, strings.Replace(address, "http://127.0.0.1:8020",
		s.url, 1), nil))(t)
}

func TestDocumentedCommands(t *testing.T) {
	for _, name := range []string{"curl", "sh"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("there is no %s on the PATH", name)
		}
	}
	s := serve(t, t.TempDir(), "127.0.0.1:0")
	for _, line := range curlsOf(t, s) {
		stream := strings.Contains(line, " -N ")
		command := strings.Replace(strings.Replace(line, "http://127.0.0.1:8020", s.url, 1), "curl ", `curl -sS -w '\n%{http_code}' `, 1)
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		shell := exec.CommandContext(ctx, "sh", "-c", "exec "+command)
		shell.Dir = t.TempDir()
		if stream { // it never ends
			out := bufio.NewScanner(must(shell.StdoutPipe())(t))
			fine(t, shell.Start())
			for out.Scan() && !strings.Contains(out.Text(), "event: runs") {
			}
			if out.Text() == "" {
				t.Errorf("%s: no event", line)
			}
			cancel()
			_ = shell.Wait()
			continue
		}
		out, err := shell.CombinedOutput()
		cancel()
		var status int
		if i := strings.LastIndexByte(string(out), '\n'); i >= 0 {
			fmt.Sscan(string(out[i:]), &status)
		}
		if err != nil || status < 200 || status > 299 {
			t.Errorf("%s: %v, status %d: %.300q", line, err, status, out)
		}
	}
}
