package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// entry is a file of an archive.
type entry struct {
	name string // with slashes
	text []byte
	mode fs.FileMode
}

// pack writes the files of a directory to an archive below the directory of the release,
// under a folder of the archive's name: .zip or .tar.gz.
func (b *builder) pack(name, what, dir string, zipped bool) error {
	entries, err := list(dir)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	for i := range entries {
		entries[i].name = name + "/" + entries[i].name
	}
	format, ending := tarball, ".tar.gz"
	if zipped {
		format, ending = zipFile, ".zip"
	}
	text, err := format(entries, b.src.at)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	b.files = append(b.files, name+ending)
	return os.WriteFile(filepath.Join(b.out, name+ending), text, 0o666)
}

// list returns the files below a directory, sorted by name. Of their modes only counts
// whether they are programs.
func list(dir string) (entries []entry, err error) {
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		entries = append(entries, entry{filepath.ToSlash(name), text, mode})
		return nil
	})
	slices.SortFunc(entries, func(a, b entry) int { return strings.Compare(a.name, b.name) })
	return entries, err
}

// tarball returns a compressed tar archive. The same entries give the same bytes.
func tarball(entries []entry, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(compressed)
	for _, e := range entries {
		h := &tar.Header{Name: e.name, Mode: int64(e.mode), Size: int64(len(e.text)), ModTime: at, Format: tar.FormatPAX}
		if err := archive.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := archive.Write(e.text); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	err = compressed.Close()
	return out.Bytes(), err
}

// zipFile returns a zip archive. The same entries give the same bytes.
func zipFile(entries []entry, at time.Time) ([]byte, error) {
	var out bytes.Buffer
	archive := zip.NewWriter(&out)
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: at}
		h.SetMode(e.mode)
		w, err := archive.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := w.Write(e.text); err != nil {
			return nil, err
		}
	}
	err := archive.Close()
	return out.Bytes(), err
}

// checkSums writes SHA256SUMS, which sha256sum -c reads.
func (b *builder) checkSums() error {
	var sums strings.Builder
	for _, name := range b.files {
		text, err := os.ReadFile(filepath.Join(b.out, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(text), name)
	}
	b.files = append(b.files, "SHA256SUMS")
	return os.WriteFile(filepath.Join(b.out, "SHA256SUMS"), []byte(sums.String()), 0o666)
}
