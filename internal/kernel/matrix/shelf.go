package matrix

import (
	"container/list"
	"sync"
)

// shelf keeps lists by their set of rows, as long as the source has room. Several
// goroutines may use it at once.
type shelf[T sized] struct {
	source *Source
	build  func(rows uint32) T
	lists  map[uint32]*shelved[T]
}

// sized is a list, which shelves keep.
type sized interface{ bytes() int64 }

// shelved is a list that was made, or is being made.
type shelved[T sized] struct {
	get  func() T
	kept *list.Element // in Source.kept, nil until it is made
}

func newShelf[T sized](s *Source, build func(rows uint32) T) *shelf[T] {
	return &shelf[T]{source: s, build: build, lists: map[uint32]*shelved[T]{}}
}

// get returns the list of a set of rows. A list is made once, by whoever wants it first,
// unless it had to make room meanwhile.
func (s *shelf[T]) get(rows uint32) T {
	s.source.guard.Lock()
	x, ok := s.lists[rows]
	switch {
	case !ok:
		x = new(shelved[T])
		x.get = sync.OnceValue(func() T {
			made := s.build(rows)
			s.source.keep(kept{made.bytes(), func() { delete(s.lists, rows) }}, &x.kept)
			return made
		})
		s.lists[rows] = x
	case x.kept != nil:
		s.source.kept.MoveToBack(x.kept)
	}
	s.source.guard.Unlock()
	return x.get()
}
