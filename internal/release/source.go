package main

import (
	"archive/tar"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// originFile is the file of package origin that says what the source is.
const originFile = "internal/origin/source.txt"

// checkOut writes the last commit to a directory, with its version in originFile. Where
// there is no git, the tree must come from an archive, whose version it keeps.
func checkOut(ctx context.Context, dir, version string) (source, error) {
	if _, err := os.Stat(".git"); errors.Is(err, os.ErrNotExist) {
		if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
			return source{}, err
		}
	} else {
		archive, err := output(ctx, ".", nil, "git", "archive", "--format=tar", "HEAD")
		if err != nil {
			return source{}, err
		}
		if err := unpack(bytes.NewReader(archive), dir); err != nil {
			return source{}, err
		}
	}
	file := filepath.Join(dir, originFile)
	text, err := os.ReadFile(file)
	if err != nil {
		return source{}, err
	}
	words := strings.Fields(string(text))
	if len(words) < 2 || strings.HasPrefix(words[0], "$") {
		return source{}, fmt.Errorf("%s does not say which commit this is: release from a checkout or from an archive made by git", originFile)
	}
	at, err := time.Parse(time.RFC3339, words[1])
	if err != nil {
		return source{}, fmt.Errorf("%s: %w", originFile, err)
	}
	if version == "" && len(words) > 2 {
		version = words[2]
	}
	src := source{dir: dir, version: version, at: at.UTC()}
	if version == "" {
		src.version = "v0.0.0-" + src.at.Format("20060102150405") + "-" + words[0][:min(12, len(words[0]))]
	}
	return src, os.WriteFile(file, []byte(strings.Join([]string{words[0], words[1], src.version}, " ")+"\n"), 0o666)
}

// unpack writes the files of a tar archive below a directory.
func unpack(r io.Reader, dir string) error {
	for archive := tar.NewReader(r); ; {
		h, err := archive.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		name := filepath.Join(dir, filepath.FromSlash(h.Name))
		if !filepath.IsLocal(filepath.FromSlash(h.Name)) {
			return fmt.Errorf("archive: %q leads out of it", h.Name)
		}
		switch h.Typeflag {
		case tar.TypeDir:
			err = os.MkdirAll(name, 0o777)
		case tar.TypeReg:
			var text []byte
			if text, err = io.ReadAll(archive); err == nil {
				if err = write(name, text); err == nil {
					err = os.Chmod(name, os.FileMode(h.Mode)&0o777)
				}
			}
		case tar.TypeXGlobalHeader: // the hash of the commit
		default:
			err = fmt.Errorf("archive: %s is neither a file nor a directory", h.Name)
		}
		if err != nil {
			return err
		}
	}
}
