package shelf

import "unsafe"

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
