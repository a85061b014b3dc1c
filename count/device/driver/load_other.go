//go:build !((darwin || linux || windows) && (amd64 || arm64))

package driver

import (
	"runtime"

	"queens/internal/errs"
)

var openCLLibraries, cudaLibraries []string

// load fails: this platform cannot call libraries without cgo.
func load(what string, _ []string, _ any) error {
	return errs.Errorf("%s is not called on %s/%s", what, runtime.GOOS, runtime.GOARCH)
}
