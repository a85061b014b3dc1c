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
// The search branches on the open primary item with the fewest options left. If there are several,
// the one with the lowest number wins.
//
// Options are in doubly linked lists. To exclude an option, the search unlinks it. Backtracking
// restores the links in reverse order, in constant time, because the option still points to its
// neighbours. Source: [knuth2000].
package exactcover
