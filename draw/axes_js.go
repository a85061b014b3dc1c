package draw

import (
	"fmt"

	"queens"
)

// Picture fails: the library that draws axes has many fonts, more than all else that a browser
// would load. Text works.
func (Chart) Picture(string) (*Picture, error) {
	return nil, fmt.Errorf("draw: charts are not drawn in the browser; the program draws them: %w", queens.ErrFormat)
}
