//go:build windows && (amd64 || arm64)

package driver

import "syscall"

var (
	openCLLibraries = []string{"OpenCL.dll"}
	cudaLibraries   = []string{"nvcuda.dll"}
)

func openLibrary(name string) (uintptr, error) {
	h, err := syscall.LoadLibrary(name)
	return uintptr(h), err
}

func symbol(library uintptr, name string) (uintptr, error) {
	return syscall.GetProcAddress(syscall.Handle(library), name)
}
