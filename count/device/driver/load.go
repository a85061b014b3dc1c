//go:build (darwin || linux || windows) && (amd64 || arm64)

package driver

import (
	"reflect"
	"strings"

	"github.com/ebitengine/purego"

	"queens/internal/errs"
)

// load opens the first available library and binds its functions to the fields of a structure,
// whose tags name them.
func load(what string, libraries []string, functions any) error {
	for _, name := range libraries {
		library, err := openLibrary(name)
		if err != nil {
			continue
		}
		fields := reflect.ValueOf(functions).Elem()
		for i := range fields.NumField() {
			field, name := fields.Field(i), fields.Type().Field(i).Tag.Get("c")
			address, err := symbol(library, name)
			if err != nil {
				return errs.Errorf("the library of %s has no function %s: it is too old", what, name)
			}
			purego.RegisterFunc(reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Interface(), address)
		}
		return nil
	}
	return errs.Errorf("there is no library of %s (%s)", what, strings.Join(libraries, " or "))
}
