// Command site builds a static site: the workstation without a server, and the documents as pages
// below /documents/. scripts/site runs it.
//
// The pages are those of the server. A service worker answers their requests with the same
// handlers, compiled to WebAssembly. Any static web host can serve the folder, as the root of a
// site.
package main

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"

	"queens/count/plan"
	"queens/docs"
	"queens/find/algorithms"
	"queens/internal/answer"
)

//go:embed page.html
var pageText string

// examples is where the tests of the commands keep an example of each schema of JSON; the page
// docs/formats/json.md ends with them on the site.
const examples = "internal/cli/testdata/json.md"

var pageFrame = template.Must(template.New("page").Parse(pageText))

func main() {
	url := flag.String("url", "", "`ADDRESS` of the site, for links to pictures")
	flag.Usage = func() { fmt.Fprint(os.Stderr, "usage: scripts/site [-url ADDRESS] [DIR]\n") }
	flag.Parse()
	if flag.NArg() > 1 {
		flag.Usage()
		os.Exit(2)
	}
	out := cmp.Or(flag.Arg(0), "dist-build/site")
	err := write(filepath.Join(out, "documents"), ".")
	if err == nil {
		err = buildEngine(context.Background(), out)
	}
	if err == nil {
		err = writeStill(out, strings.TrimSuffix(*url, "/"), time.Now())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
	if *url == "" {
		fmt.Fprintln(os.Stderr, "site: links to pages show no picture without -url ADDRESS")
	}
	fmt.Println(filepath.Join(out, "index.html"))
}

var markdown = goldmark.New(
	goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()),
	goldmark.WithRendererOptions(html.WithXHTML()),
)

func write(out, root string) error {
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "docs/images/*"} {
		names, err := fs.Glob(os.DirFS(root), pattern)
		for _, name := range names {
			file := filepath.FromSlash(name)
			if strings.HasSuffix(name, ".md") {
				err = errors.Join(err, copyPage(out, root, name))
			} else {
				err = errors.Join(err, copyFile(filepath.Join(out, file), filepath.Join(root, file)))
			}
		}
		if err != nil {
			return err
		}
	}
	algorithms := answer.NewAlgorithms(algorithms.All(), plan.Schemes()).Markdown()
	for name, text := range map[string]string{"docs/algorithms.md": algorithms, "docs/errata.md": docs.ErrataPage()} {
		if err := writePage(out, name, []byte(text)); err != nil {
			return err
		}
	}
	return copyFile(filepath.Join(out, "style.css"), filepath.Join(root, "internal", "web", "static", "style.css"))
}

func pageName(rel string) string {
	dir, file := path.Split(rel)
	if file == "README.md" {
		return dir + "index.html"
	}
	return dir + strings.TrimSuffix(file, ".md") + ".html"
}

var link = regexp.MustCompile(`(href|src)="([^":#]+)(#[^"]*)?"`)

var anchor = regexp.MustCompile(`(?s)<a href="([^":#]+)(?:#[^"]*)?">(.*?)</a>`)

func copyPage(out, root, rel string) error {
	if rel == "docs/documents.md" {
		return writePage(out, rel, []byte(docs.Documents()))
	}
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(rel)))
	if err == nil && rel == "docs/formats/json.md" {
		var more []byte
		more, err = os.ReadFile(filepath.Join(root, filepath.FromSlash(examples)))
		text = append(append(text, '\n'), more...)
	}
	if err != nil {
		return err
	}
	return writePage(out, rel, text)
}

func writePage(out, rel string, text []byte) error {
	var body bytes.Buffer
	if err := markdown.Convert(text, &body); err != nil {
		return fmt.Errorf("%s: %w", rel, err)
	}
	// What is not on the site is named, not linked.
	kept := anchor.ReplaceAllStringFunc(body.String(), func(match string) string {
		if m := anchor.FindStringSubmatch(match); target(m[1], rel) == "" {
			return m[2]
		}
		return match
	})
	linked := link.ReplaceAllStringFunc(kept, func(match string) string {
		m := link.FindStringSubmatch(match)
		return m[1] + `="` + target(m[2], rel) + m[3] + `"`
	})
	title, _, _ := strings.Cut(strings.TrimPrefix(string(text), "# "), "\n")
	top := strings.Repeat("../", strings.Count(rel, "/"))
	body.Reset()
	if err := pageFrame.Execute(&body, map[string]any{
		"Top": template.URL(top), "Title": title, "Body": template.HTML(linked),
	}); err != nil {
		return err
	}
	return put(filepath.Join(out, filepath.FromSlash(pageName(rel))), body.Bytes())
}

// target returns where a link of a document leads on the site, where documents are
// pages; empty for what is not on it.
func target(to, from string) string {
	at := path.Join(path.Dir(from), to)
	switch {
	case strings.HasSuffix(to, ".md") && (strings.HasPrefix(at, "docs/") || !strings.Contains(at, "/")):
		return pageName(to)
	case strings.HasPrefix(at, "docs/images/"):
		return to
	}
	return ""
}

func put(file string, text []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o666)
}

func copyFile(to, from string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return put(to, text)
}
