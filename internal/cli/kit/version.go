package kit

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// VersionReport is the JSON form of the answer of `queens version`,
// queens.version/1.
type VersionReport struct {
	Schema   string `json:"schema"`
	Version  string `json:"version"`
	Go       string `json:"go"`
	OS       string `json:"os"`
	Arch     string `json:"arch"`
	Revision string `json:"revision,omitempty"`
	Time     string `json:"time,omitempty"`     // of the revision
	Modified bool   `json:"modified,omitempty"` // the source differed from the revision
}

// Version returns what the build recorded about the program.
func Version() VersionReport {
	r := VersionReport{Schema: "queens.version/1", Version: "(devel)", Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return r
	}
	if v := info.Main.Version; v != "" {
		r.Version = v
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			r.Revision = setting.Value
		case "vcs.time":
			r.Time = setting.Value
		case "vcs.modified":
			r.Modified = setting.Value == "true"
		}
	}
	return r
}

// String returns the report in one line.
func (r VersionReport) String() string {
	text := fmt.Sprintf("queens %s %s %s/%s", r.Version, r.Go, r.OS, r.Arch)
	if r.Revision != "" {
		text += " revision " + r.Revision
	}
	if r.Modified {
		text += " modified"
	}
	return text
}

// ProgramName returns name, version and revision of the program, as ledgers
// record it.
func ProgramName() string {
	r := Version()
	name := "queens " + r.Version
	if r.Revision != "" {
		name += " " + r.Revision
	}
	return name
}
