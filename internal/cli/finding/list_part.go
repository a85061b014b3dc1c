package finding

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"queens"
	"queens/format"
	"queens/internal/cli/kit"
)

type part struct {
	Command string `json:"continue"` // that was stopped, and continues
	Bytes   int64  `json:"bytes"`    // of the list, before this line
	Listed  uint64 `json:"listed"`
	Last    string `json:"last"` // solution of the list
}

var notOfTheList = [][2]string{{"workers"}, {"quiet"}, {"verbose"}, {"color"}, {"no-pager"}}

const maxPart = 1 << 16

type wholeWrites struct {
	w     io.Writer
	bytes int64
}

func (w *wholeWrites) Write(p []byte) (int, error) {
	n, err := w.w.Write(p)
	if err == nil {
		w.bytes += int64(n)
	}
	return n, err
}

// writeInto writes the list to a file that may hold its beginning. If it is stopped, or cannot
// write, the file keeps what is listed, and the same command continues.
func (l listing) writeInto(ctx context.Context, f *os.File, say func(format string, args ...any),
	listed func(more uint64),
) error {
	name, command := f.Name(), l.again(notOfTheList...)
	old, err := readPart(f)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w; delete it to start again", name, err)
	case old.Bytes > 0 && old.Command != command:
		return kit.Usagef("%s is the beginning of another list; finish that one, or delete the file:\n  %s", name,
			old.Command)
	}
	if err := f.Truncate(old.Bytes); err != nil {
		return err
	}
	if _, err := f.Seek(old.Bytes, io.SeekStart); err != nil {
		return err
	}
	w := &wholeWrites{f, old.Bytes}
	out := format.NewWriter(w, l.encoder)
	if old.Bytes > 0 {
		if l.options.After, err = queens.ParsePerm(old.Last); err != nil {
			return fmt.Errorf("%s: %w; delete it to start again", name, err)
		}
		out = format.Resume(w, l.encoder)
		say("%s has %d solutions; the list continues after them", name, old.Listed)
	}
	if l.options.Limit > 0 {
		if l.options.Limit -= min(l.options.Limit, old.Listed); l.options.Limit == 0 { // only the end is missing
			return out.Close()
		}
	}
	report, err := l.stream(ctx, out, listed)
	if err == nil {
		return nil
	}
	now := part{Command: command, Bytes: w.bytes, Listed: old.Listed + report.Listed, Last: old.Last}
	if report.Last != nil {
		now.Last = string(report.Last.AppendText(nil, queens.Auto, 1))
	}
	if l.alg != nil || now.Listed == 0 {
		now = part{} // nothing to continue
	}
	return errors.Join(l.stopped(err, now, name), writePart(f, now))
}

func (l listing) stopped(err error, now part, name string) error {
	again := ""
	if now.Command != "" {
		again = fmt.Sprintf(", which are in %s; to continue:\n  %s", name, now.Command)
	}
	if errors.Is(err, context.Canceled) {
		return kit.WithCode(kit.CodeInterrupted, fmt.Errorf("stopped after %d solutions%s", now.Listed, again))
	}
	return fmt.Errorf("%w after %d solutions%s", err, now.Listed, again)
}

// readPart returns what a file is the beginning of; nothing if it is empty.
func readPart(f *os.File) (p part, err error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return p, err
	}
	tail := make([]byte, min(size, maxPart))
	if _, err := f.ReadAt(tail, size-int64(len(tail))); err != nil {
		return p, err
	}
	line := tail[bytes.LastIndexByte(bytes.TrimSuffix(tail, []byte("\n")), '\n')+1:]
	if err := json.Unmarshal(line, &p); err != nil || p.Command == "" || p.Bytes != size-int64(len(line))-1 {
		return p, errors.New("the process that wrote it was killed, and did not write where to continue")
	}
	return p, nil
}

func writePart(f *os.File, p part) error {
	if err := f.Truncate(p.Bytes); err != nil || p.Bytes == 0 {
		return err
	}
	line, err := json.Marshal(p)
	if err != nil {
		return err
	}
	if _, err := f.WriteAt([]byte("\n"+string(line)+"\n"), p.Bytes); err != nil {
		return err
	}
	return f.Sync()
}
