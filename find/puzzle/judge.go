package puzzle

import (
	"fmt"

	"queens"
	"queens/internal/humanize"
	"queens/internal/named"
)

// Judge returns what is wrong with queens as the answer to the puzzle, a sentence for each fault:
// lines without a queen or with several, queens that attack each other along a diagonal, given
// queens that are missing, queens on blocked squares. No fault: the answer is right. Errors: those
// of Validate; queens.ErrFormat for a queen that is not on the board or is listed twice.
func (p Puzzle) Judge(answer []queens.Square) (faults []string, err error) {
	p.Queens, p.Crossed = answer, nil
	if err := p.Validate(); err != nil {
		return nil, err
	}
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	s := startOf[large](p)
	placed, given, blocked := s.setOf(answer), s.setOf(p.Given), s.setOf(p.Blocked)
	for sq := range given.minus(placed).each() {
		add("the given queen at %v is missing", s.square(sq))
	}
	for sq := range blocked.and(placed).each() {
		add("the queen at %v is on a blocked square", s.square(sq))
	}
	for i, line := range s.lines {
		switch on := line.and(placed); {
		case on.empty():
			add("%s has no queen", s.line(i).names())
		case on.size() > 1:
			add("%s has %d queens, at %s", s.line(i).names(), on.size(), s.list(on, "and"))
		}
	}
	for a := range placed.each() {
		for b := range s.base[a].and(placed).each() {
			if at, other := s.at[a], s.at[b]; a < b && at[0] != other[0] && at[1] != other[1] {
				pair := named.Names([]int{a, b}, func(sq int) string { return s.square(sq).String() })
				add("the queens at %s %s", humanize.Join(pair, "; ", "and"), map[bool]string{
					true: "share a diagonal", false: "touch",
				}[s.whole()])
			}
		}
	}
	return faults, nil
}
