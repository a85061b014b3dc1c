package exactcover

import "context"

const pollEvery = 1 << 12

// Watch receives what a search does. Functions that are nil are not called.
type Watch struct {
	Branch func(item int)   // the search branches on the item
	Choose func(option int) // an option is chosen
	GiveUp func(option int) // and abandoned again
}

// Search hands every solution to found, the numbers of the options in the order in which they
// were chosen, until found returns false, which is no error. The slice is found's. The
// matrix is as before when Search returns.
//
// Errors: that of ctx, when it ends; then not all solutions were found.
func (m *Matrix) Search(ctx context.Context, w Watch, found func(options []int) bool) error {
	s := search{Matrix: m, Watch: w, found: found, done: ctx.Done()}
	s.look()
	s.descend()
	if s.cut {
		return ctx.Err()
	}
	return nil
}

type search struct {
	*Matrix
	Watch
	found  func([]int) bool
	done   <-chan struct{}
	chosen []int // options
	steps  uint64
	over   bool // the search is to end
	cut    bool // because the context has ended
}

func (s *search) look() {
	select {
	case <-s.done:
		s.over, s.cut = true, true
	default:
	}
}

func (s *search) descend() {
	if s.steps++; s.steps%pollEvery == 0 {
		s.look()
	}
	if s.over {
		return
	}
	if s.right[0] == 0 {
		s.over = !s.found(append([]int(nil), s.chosen...))
		return
	}
	item := s.smallest()
	if s.Branch != nil {
		s.Branch(int(item) - 1)
	}
	s.cover(item)
	for entry := s.down[item]; entry != item && !s.over; entry = s.down[entry] {
		s.try(entry)
	}
	s.uncover(item)
}

func (s *search) try(entry int32) {
	option := s.optionOf(entry)
	s.chosen = append(s.chosen, option)
	if s.Choose != nil {
		s.Choose(option)
	}
	s.choose(entry)
	s.descend()
	s.giveUp(entry)
	s.chosen = s.chosen[:len(s.chosen)-1]
	if s.GiveUp != nil && !s.over {
		s.GiveUp(option)
	}
}

// smallest returns the first of the open items with the fewest options. It
// requires that one is open.
func (s *search) smallest() int32 {
	best := s.right[0]
	for item := s.right[best]; item != 0 && s.size[best] > 0; item = s.right[item] {
		if s.size[item] < s.size[best] {
			best = item
		}
	}
	return best
}
