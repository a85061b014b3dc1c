package exactcover

import "context"

const pollEvery = 1 << 12

// Watch observes a search. Its functions may be nil.
type Watch struct {
	Branch func(item int)   // branch on the item
	Choose func(option int) // choose the option
	GiveUp func(option int) // undo the choice
}

// Search passes every solution, as option numbers in order of choice, to found until found returns
// false. found owns the slice. Search restores the matrix. Errors: that of ctx, when it ends; then
// solutions may be missing.
func (m *Matrix) Search(ctx context.Context, w Watch, found func(options []int) bool) error {
	s := search{Matrix: m, Watch: w, found: found, ended: ctx.Err}
	s.descend()
	return s.err
}

type search struct {
	*Matrix
	Watch
	found  func([]int) bool
	ended  func() error
	chosen []int // options
	steps  uint64
	over   bool  // the search must end
	err    error // of the context
}

func (s *search) descend() {
	if s.steps++; s.steps%pollEvery == 1 {
		s.err = s.ended()
	}
	if s.over = s.over || s.err != nil; s.over {
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

// try chooses the option of an entry, whose own item is covered.
func (s *search) try(entry int32) {
	option := s.option[entry]
	first, end := s.entries(option)
	s.chosen = append(s.chosen, int(option))
	if s.Choose != nil {
		s.Choose(int(option))
	}
	for at := first; at < end; at++ {
		if at != entry {
			s.cover(s.item[at])
		}
	}
	s.descend()
	for at := end - 1; at >= first; at-- {
		if at != entry {
			s.uncover(s.item[at])
		}
	}
	s.chosen = s.chosen[:len(s.chosen)-1]
	if s.GiveUp != nil && !s.over {
		s.GiveUp(int(option))
	}
}

// smallest returns the first open item with the fewest options. At least one item must be open.
func (s *search) smallest() int32 {
	best := s.right[0]
	for item := s.right[best]; item != 0 && s.size[best] > 0; item = s.right[item] {
		if s.size[item] < s.size[best] {
			best = item
		}
	}
	return best
}
