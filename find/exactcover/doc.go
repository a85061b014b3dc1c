// Package exactcover solves exact cover problems with dancing links. Given items and options, each
// a set of items, it chooses options so that every primary item is covered exactly once and every
// secondary item at most once.
//
//	m, err := exactcover.New(3, 0, [][]int{{0, 1}, {2}, {0, 1, 2}})
//	if err != nil {
//		return err
//	}
//	err = m.Search(ctx, exactcover.Watch{}, func(options []int) bool {
//		fmt.Println(options) // [0 1], then [2]
//		return true
//	})
//
// The search branches on the open primary item with the fewest options left. The caller numbers the
// items and so breaks ties: the lowest number wins.
//
// Options are in doubly linked lists. An option that is excluded is unlinked, and linked in again
// in reverse order, in constant time: it still knows its neighbours. Source: [knuth2000].
package exactcover
