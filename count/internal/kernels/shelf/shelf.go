// Package shelf caches the lists of kernels, which are expensive to make, as far as memory allows.
//
// A [Store] has a budget in bytes. Its shelves make the value of a key on first use and share it.
// If the budget is exceeded, the least recently used value is dropped, and made again when needed.
package shelf

import (
	"container/list"
	"sync"
	"unsafe"
)

// Store bounds the memory of its shelves. It is safe for concurrent use.
type Store struct {
	memory int64

	guard sync.Mutex
	bytes int64
	kept  list.List // of kept, least recently used first
}

type kept struct {
	bytes int64
	drop  func()
}

// NewStore returns a store with a budget in bytes. Values in use come on top.
func NewStore(memory int64) *Store { return &Store{memory: memory} }

// Kept returns the number of cached values and their bytes.
func (s *Store) Kept() (values int, bytes int64) {
	s.guard.Lock()
	defer s.guard.Unlock()
	return s.kept.Len(), s.bytes
}

// keep adds a value as the most recently used one, and drops others while the budget is exceeded.
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

// Shelf caches values of one kind by their keys.
type Shelf[K comparable, T Sized] struct {
	store  *Store
	build  func(key K) T
	values map[K]*shelved[T]
}

// Sized is a value that knows its size.
type Sized interface{ Bytes() int64 }

type shelved[T Sized] struct {
	get  func() T
	kept *list.Element // in Store.kept; nil until it is made
}

// New returns a shelf of a store that makes values with build.
func New[K comparable, T Sized](s *Store, build func(key K) T) *Shelf[K, T] {
	return &Shelf[K, T]{store: s, build: build, values: map[K]*shelved[T]{}}
}

// Get returns the value of a key. The first goroutine that asks for it makes it, once unless it is
// dropped in between.
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

// All returns a function that makes the value of each key once, for good. It is safe for concurrent
// use.
func All[K comparable, V any](build func(key K) V) func(key K) V {
	var guard sync.Mutex
	values := map[K]V{}
	return func(key K) V {
		guard.Lock()
		defer guard.Unlock()
		x, ok := values[key]
		if !ok {
			x = build(key)
			values[key] = x
		}
		return x
	}
}

// At returns the address of element i of a list, which grows if necessary.
func At[T any](list *[]T, i int) *T {
	if missing := i + 1 - len(*list); missing > 0 {
		*list = append(*list, make([]T, missing)...)
	}
	return &(*list)[i]
}

// Room returns n elements with any values in the memory of a list, which it replaces if it is too
// short.
func Room[T any](list *[]T, n int) []T {
	if cap(*list) < n {
		*list = make([]T, n)
	}
	return (*list)[:n]
}

// Zeros is Room with n zero values.
func Zeros[T any](list *[]T, n int) []T {
	to := Room(list, n)
	clear(to)
	return to
}

// Aligned returns n zero values aligned to 64 bytes. T has no pointers.
func Aligned[T any](n int) []T {
	const align = 64
	var zero T
	memory := make([]uint64, (n*int(unsafe.Sizeof(zero))+align)/8)
	p := unsafe.Pointer(unsafe.SliceData(memory))
	return unsafe.Slice((*T)(unsafe.Add(p, -uintptr(p)&(align-1))), n)
}
