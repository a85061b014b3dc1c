//go:build (darwin || linux) && (amd64 || arm64)

package driver

import "github.com/ebitengine/purego"

var (
	openCLLibraries = []string{"libOpenCL.so.1", "/System/Library/Frameworks/OpenCL.framework/OpenCL"}
	cudaLibraries   = []string{"libcuda.so.1"}
)

func openLibrary(name string) (uintptr, error) {
	return purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
}

func symbol(library uintptr, name string) (uintptr, error) { return purego.Dlsym(library, name) }
