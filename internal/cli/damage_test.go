package cli

import (
	"os"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// Script commands that harm files. They take patterns, for the name of a run ends
// with the hash of its plan.

// flip is the script command "flip PATTERN OFFSET": it changes one bit of the byte
// at that offset of a file.
func flip(ts *testscript.TestScript, neg bool, args []string) {
	path, offset := oneFile(ts, neg, args), number(ts, args)
	content, err := os.ReadFile(path)
	ts.Check(err)
	if offset >= len(content) {
		ts.Fatalf("%s has %d bytes only", path, len(content))
	}
	content[offset] ^= 0x10
	ts.Check(os.WriteFile(path, content, 0o666))
}

// cut is the script command "cut PATTERN BYTES": it takes so many bytes from the
// end of a file.
func cut(ts *testscript.TestScript, neg bool, args []string) {
	path, bytes := oneFile(ts, neg, args), number(ts, args)
	info, err := os.Stat(path)
	ts.Check(err)
	ts.Check(os.Truncate(path, info.Size()-int64(bytes)))
}

// overwrite is the script command "overwrite PATTERN PATTERN": it puts the content
// of the second file into the first.
func overwrite(ts *testscript.TestScript, neg bool, args []string) {
	path := oneFile(ts, neg, args)
	content, err := os.ReadFile(oneFile(ts, neg, args[1:]))
	ts.Check(err)
	ts.Check(os.WriteFile(path, content, 0o666))
}

// oneFile returns the one file that the first argument is a pattern of.
func oneFile(ts *testscript.TestScript, neg bool, args []string) string {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: command pattern argument")
	}
	paths, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if len(paths) != 1 {
		ts.Fatalf("%s stands for %d files, want one", args[0], len(paths))
	}
	return paths[0]
}

// number returns the second argument.
func number(ts *testscript.TestScript, args []string) int {
	if len(args) != 2 {
		ts.Fatalf("usage: command pattern number")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	return n
}
