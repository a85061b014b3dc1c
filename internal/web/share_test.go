package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/gif"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"queens/internal/web/api"
	"queens/internal/web/pages"
)

// TestEmbed asks for pages as a browser does for frames of another site.
func TestEmbed(t *testing.T) {
	s, address, _ := serve(t, Options{})
	get := func(path, dest string) (int, http.Header, string) {
		r := request(t, http.MethodGet, address+path, "")
		r.Header.Set("Sec-Fetch-Site", "cross-site")
		r.Header.Set("Sec-Fetch-Dest", dest)
		return ask(t, r)
	}
	embedded := 0
	for _, p := range pages.All(s.api) {
		status, header, body := get("/embed/"+p.Name+"?n=6", "iframe")
		policy := header.Get("Content-Security-Policy")
		if !p.Embeds {
			if status == http.StatusOK {
				t.Errorf("/embed/%s answers", p.Name)
			}
			continue
		}
		embedded++
		if status != http.StatusOK || !strings.Contains(policy, "frame-ancestors *") || !strings.Contains(policy, "default-src 'self'") || !strings.Contains(body, `<body class="embedded">`) || !strings.Contains(body, `href="/`+p.Name+`?n=6"`) {
			t.Errorf("/embed/%s: %d, policy %q, body %.300q", p.Name, status, policy, body)
		}
		if status, _, _ := get("/embed/"+p.Name, "image"); status != http.StatusForbidden {
			t.Errorf("/embed/%s as an image of another site: %d", p.Name, status)
		}
		if p.Expensive {
			t.Errorf("other sites can let this machine work: /embed/%s", p.Name)
		}
	}
	if embedded == 0 {
		t.Error("no page can be embedded")
	}
	for _, path := range []string{"/watch", "/api/v1/runs", "/embed/counts"} {
		if status, _, _ := get(path, "iframe"); status != http.StatusForbidden && status != http.StatusNotFound {
			t.Errorf("%s in a frame of another site: %d", path, status)
		}
	}
	if _, header, _ := ask(t, request(t, http.MethodGet, address+"/watch", "")); !strings.Contains(header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
		t.Errorf("/watch: policy %q", header.Get("Content-Security-Policy"))
	}
}

// TestPreviews follows the picture that each page has for links to it.
func TestPreviews(t *testing.T) {
	s, address, _ := serve(t, Options{})
	meta := regexp.MustCompile(`<meta property="og:image" content="([^"]+)">`)
	for _, p := range pages.All(s.api) {
		path := p.Path()
		if p.Expensive {
			path += "?n=6"
		}
		_, _, body := ask(t, request(t, http.MethodGet, address+path, ""))
		m := meta.FindStringSubmatch(body)
		if m == nil || !strings.HasPrefix(m[1], address+"/api/") {
			t.Errorf("%s: %q", p.Path(), m)
			continue
		}
		status, header, _ := ask(t, request(t, http.MethodGet, strings.ReplaceAll(m[1], "&amp;", "&"), ""))
		if status != http.StatusOK || !strings.HasPrefix(header.Get("Content-Type"), "image/") {
			t.Errorf("%s: %s: %d %s", p.Path(), m[1], status, header.Get("Content-Type"))
		}
	}
}

// TestMovingPicture counts the pictures of a GIF; a run that is shorter ends it.
func TestMovingPicture(t *testing.T) {
	_, address, _ := serve(t, Options{})
	var run api.TraceSteps
	_, _, text := ask(t, request(t, http.MethodGet, address+"/api/v1/trace/steps?algorithm=wirth&n=4&from=0&limit=500", ""))
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
		status, header, body := ask(t, request(t, http.MethodGet, fmt.Sprintf("%s/api/v1/trace/animation?algorithm=wirth&size=128&%s", address, c.query), ""))
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
