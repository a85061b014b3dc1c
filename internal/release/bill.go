package main

import (
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
)

// bill is a software bill of materials in CycloneDX 1.6.
type bill struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	PURL     string    `json:"purl,omitempty"`
	Licenses []license `json:"licenses"`
}

type license struct {
	License struct {
		Name string `json:"name"`
	} `json:"license"`
}

func named(name string) []license {
	l := license{}
	l.License.Name = name
	return []license{l}
}

// describe writes what a program is linked with to a directory: sbom.cdx.json, and the
// licences of all of it below licences/.
func (b *builder) describe(ctx context.Context, dir, program string) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	licences, err := readLicences(filepath.Join(b.src.dir, "docs", "dependencies.md"))
	if err != nil {
		return err
	}
	list := bill{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{
		b.src.at.Format("2006-01-02T15:04:05Z"),
		component{Type: "application", Name: "queens", Version: b.src.version, Licenses: named("Apache-2.0")},
	}}
	list.Components = append(list.Components, component{Type: "library", Name: "Go", Version: info.GoVersion, Licenses: named("BSD-3-Clause")})
	if err := b.copyGo(ctx, dir); err != nil {
		return err
	}
	for _, m := range info.Deps {
		licence, ok := licences[m.Path]
		if !ok {
			return fmt.Errorf("%s is linked and has no licence in docs/dependencies.md", m.Path)
		}
		list.Components = append(list.Components, component{
			Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + m.Path + "@" + m.Version, Licenses: named(licence),
		})
		if err := b.copyLicences(ctx, dir, m); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(list, "", "  ")
	if err != nil {
		return err
	}
	return write(filepath.Join(dir, "sbom.cdx.json"), append(text, '\n'))
}

// readLicences reads the licences of modules from the tables of docs/dependencies.md.
func readLicences(file string) (map[string]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	licences := map[string]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(line, "|")
		if len(cells) < 5 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		for path := range strings.SplitSeq(cells[1], ",") {
			licences[strings.Trim(path, " `")] = strings.TrimSpace(cells[3])
		}
	}
	return licences, nil
}

// copyGo copies the licence of Go.
func (b *builder) copyGo(ctx context.Context, dir string) error {
	root, err := b.run(ctx, nil, "go", "env", "GOROOT")
	if err != nil {
		return err
	}
	return copyFiles(strings.TrimSpace(string(root)), filepath.Join(dir, "licences", "go"), "*")
}

// copyLicences copies the licences of a module.
func (b *builder) copyLicences(ctx context.Context, dir string, m *debug.Module) error {
	at, err := b.run(ctx, nil, "go", "list", "-m", "-f", "{{.Dir}}", m.Path)
	if err != nil {
		return err
	}
	return copyFiles(strings.TrimSpace(string(at)), filepath.Join(dir, "licences", filepath.FromSlash(m.Path)), "*", "*/*")
}

// licenceFile are the names of files with licences.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|ofl|patents)`)

// copyFiles copies the licences in a directory that match the patterns. There is at
// least one.
func copyFiles(from, to string, patterns ...string) error {
	copied := 0
	for _, pattern := range patterns {
		names, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil {
			return err
		}
		for _, name := range names {
			if info, err := os.Stat(name); !licenceFile.MatchString(filepath.Base(name)) || err != nil || info.IsDir() {
				continue
			}
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			rel, err := filepath.Rel(from, name)
			if err != nil {
				return err
			}
			if err := write(filepath.Join(to, rel), text); err != nil {
				return err
			}
			copied++
		}
	}
	if copied == 0 {
		return fmt.Errorf("%s has no licence", from)
	}
	return nil
}
