package matrix

import "sync"

// shelf keeps lists by their set of rows, as long as the source has room. Several
// goroutines may use it at once.
type shelf[T list] struct {
	source *Source
	build  func(rows uint32) T
	lists  map[uint32]func() T
}

// list is what shelves keep.
type list interface{ bytes() int64 }

// get returns the list of a set of rows. A list is made once, by whoever wants it first,
// unless it had to make room meanwhile.
func (s *shelf[T]) get(rows uint32) T {
	s.source.guard.Lock()
	made, ok := s.lists[rows]
	if !ok {
		made = sync.OnceValue(func() T {
			made := s.build(rows)
			s.source.keep(made.bytes(), func() { delete(s.lists, rows) })
			return made
		})
		s.lists[rows] = made
	}
	s.source.guard.Unlock()
	return made()
}
