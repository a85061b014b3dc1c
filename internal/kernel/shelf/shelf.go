// Package shelf caches the lists of kernels, which are expensive to make, as long as there is room.
//
// A [Store] has room for a number of bytes. Its shelves make the value of a key on first use and
// share it. If room runs out, the least recently used value is dropped, and made again when needed.
package shelf

import (
	"container/list"
	"sync"
)

// Store bounds the bytes that its shelves keep. Several goroutines may use them at once.
type Store struct {
	memory int64

	guard sync.Mutex
	bytes int64
	kept  list.List // of kept, in the order they were wanted last
}

type kept struct {
	bytes int64
	drop  func()
}

// NewStore returns a store of so many bytes. Values in use come on top.
func NewStore(memory int64) *Store { return &Store{memory: memory} }

// Kept returns how many values the shelves keep, and their bytes.
func (s *Store) Kept() (values int, bytes int64) {
	s.guard.Lock()
	defer s.guard.Unlock()
	return s.kept.Len(), s.bytes
}

// keep notes a value and its place in the order, and drops those that were not wanted for longest
// where they take too much.
func (s *Store) keep(made kept, place **list.Element) {
	s.guard.Lock()
	defer s.guard.Unlock()
	*place = s.kept.PushBack(made)
	s.bytes += made.bytes
	for s.bytes > s.memory {
		oldest := s.kept.Remove(s.kept.Front()).(kept)
		oldest.drop()
		s.bytes -= oldest.bytes
	}
}

// Shelf keeps values of one kind by their keys.
type Shelf[K comparable, T Sized] struct {
	store  *Store
	build  func(key K) T
	values map[K]*shelved[T]
}

// Sized is a value that knows what it takes.
type Sized interface{ Bytes() int64 }

type shelved[T Sized] struct {
	get  func() T
	kept *list.Element // in Store.kept, nil until it is made
}

// New returns a shelf of a store, which makes the value of a key by build.
func New[K comparable, T Sized](s *Store, build func(key K) T) *Shelf[K, T] {
	return &Shelf[K, T]{store: s, build: build, values: map[K]*shelved[T]{}}
}

// Get returns the value of a key. It is made once, by the goroutine that wants it first,
// unless it had to make room meanwhile.
func (s *Shelf[K, T]) Get(key K) T {
	s.store.guard.Lock()
	x, ok := s.values[key]
	switch {
	case !ok:
		x = new(shelved[T])
		x.get = sync.OnceValue(func() T {
			made := s.build(key)
			s.store.keep(kept{made.Bytes(), func() { delete(s.values, key) }}, &x.kept)
			return made
		})
		s.values[key] = x
	case x.kept != nil:
		s.store.kept.MoveToBack(x.kept)
	}
	s.store.guard.Unlock()
	return x.get()
}
