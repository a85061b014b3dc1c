// Package exactcover solves exact cover problems with dancing links: given items
// and options, each a set of items, choose options so that every primary item is
// covered exactly once and every secondary item at most once.
//
//	m, err := exactcover.New(3, 0, [][]int{{0, 1}, {2}, {0, 1, 2}})
//	if err != nil {
//		return err
//	}
//	stats, err := m.Search(ctx, exactcover.Watch{}, func(options []int) bool {
//		fmt.Println(options) // [0 1], then [2]
//		return true
//	})
//
// The search branches on the open primary item with the fewest options left; of
// several on that with the lowest number. So the caller, who numbers the items, chooses the order
// of ties: for queens, from the middle of the board outwards.
//
// Options are kept in doubly linked lists, from which one that is out of the question
// is unlinked, and linked in again in the reverse order, each in a constant number of steps:
// what was unlinked still knows its neighbours. Source: [knuth2000].
package exactcover
