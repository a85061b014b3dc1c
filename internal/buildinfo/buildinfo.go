// Package buildinfo reports the source that a program was built from. In a checkout the go command
// records the commit. A source archive has no history, so git archive writes the commit into
// source.txt, which is embedded:
//
//	fmt.Println(buildinfo.Of())
package buildinfo

import (
	"cmp"
	_ "embed"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

//go:embed source.txt
var archived string

// Info describes the source. Unknown fields are empty.
type Info struct {
	Version  string `json:"version"` // "v1.2.0", what the go command says of a commit without a tag, or "(devel)"
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Revision string `json:"revision,omitempty"` // hash of the commit
	Time     string `json:"time,omitempty"`     // of the commit, RFC 3339
	Modified bool   `json:"modified,omitempty"` // the source differed from the commit
}

// Of describes this program, queens.version/1.
func Of() Info {
	info, _ := debug.ReadBuildInfo()
	o := find(archived, info)
	o.Go, o.OS, o.Arch = runtime.Version(), runtime.GOOS, runtime.GOARCH
	return o
}

// String returns the version in one line, without a line end.
func (o Info) String() string {
	text := fmt.Sprintf("queens %s %s %s/%s", o.Version, o.Go, o.OS, o.Arch)
	if o.Revision != "" {
		text += " revision " + o.Revision
	}
	if o.Modified {
		text += " modified"
	}
	return text
}

// Program returns name, version and revision, as ledgers record them.
func (o Info) Program() string {
	return strings.TrimSpace("queens " + o.Version + " " + o.Revision)
}

// find prefers the commit of an archive to that of the build; info may be nil.
func find(archived string, info *debug.BuildInfo) Info {
	o := Info{Version: "(devel)"}
	if words := strings.Fields(archived); len(words) >= 2 && !strings.HasPrefix(words[0], "$") {
		o.Revision, o.Time, o.Version = words[0], words[1], cmp.Or(strings.Join(words[2:], ""), o.Version)
		return o
	}
	if info == nil {
		return o
	}
	o.Version = cmp.Or(info.Main.Version, o.Version)
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			o.Revision = setting.Value
		case "vcs.time":
			o.Time = setting.Value
		case "vcs.modified":
			o.Modified = setting.Value == "true"
		}
	}
	return o
}
