//go:build (darwin || linux || windows) && (amd64 || arm64)

package driver

import (
	"fmt"
	"strings"

	"github.com/ebitengine/purego"
)

// load opens the first of the libraries that is here and binds its functions, pointers to variables
// by name.
func load(what string, libraries []string, functions map[string]any) error {
	for _, name := range libraries {
		library, err := openLibrary(name)
		if err != nil {
			continue
		}
		for name, variable := range functions {
			address, err := symbol(library, name)
			if err != nil {
				return fmt.Errorf("driver: the library of %s has no function %s: it is too old", what, name)
			}
			purego.RegisterFunc(variable, address)
		}
		return nil
	}
	return fmt.Errorf("driver: there is no library of %s (%s)", what, strings.Join(libraries, " or "))
}
