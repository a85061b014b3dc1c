package model

import (
	"cmp"
	"fmt"
)

// Outwards returns the numbers of the lines from the middle outwards, which is the order in which a
// program that breaks ties by position does best.
func (m *Model) Outwards() (lines []int) {
	n := m.Order()
	for i := range n {
		if i%2 == 0 {
			lines = append(lines, n/2+i/2)
		} else {
			lines = append(lines, n/2-(i+1)/2)
		}
	}
	return lines
}

type item struct {
	Name    string
	Exactly bool
}

// Items returns an item for each group, rows and columns first. No name is longer than eight
// characters, which is all that Knuth's programs read, and fixed MPS has room for.
func (s statement) Items() (items []item) {
	for g := range s.Groups() {
		items = append(items, item{cmp.Or(g.short, "s"+itoa(len(items)+1)), g.Exactly})
	}
	return items
}

// groupsOf returns the numbers of the groups of each variable.
func (s statement) groupsOf() [][]int32 {
	of, no := make([][]int32, s.Size()+1), int32(0)
	room := make([]int32, 4*len(of)) // for the lines
	for v := range of {
		of[v] = room[4*v : 4*v : 4*v+4]
	}
	for g := range s.Groups() {
		for _, sq := range g.Squares {
			of[s.Variable(sq)] = append(of[s.Variable(sq)], no)
		}
		no++
	}
	return of
}

// WriteOptions writes the items of each square that may hold a queen.
func (s statement) WriteOptions() string {
	items, of := s.Items(), s.groupsOf()
	for _, sq := range s.Allowed() {
		for i, no := range of[s.Variable(sq)] {
			s.text(pick(i > 0, " ", ""), items[no].Name)
		}
		s.WriteByte('\n')
	}
	return ""
}

// WriteColumns writes the columns of MPS: no name is longer than eight characters and fields stand
// in their columns, so that it is fixed and free at once.
func (s statement) WriteColumns() string {
	items, of := s.Items(), s.groupsOf()
	for sq, value := range s.Fixed() {
		v := s.Variable(sq)
		of[v] = append(of[v], int32(len(items)))
		items = append(items, item{pick(value, "g", "b") + itoa(v), true})
	}
	for _, sq := range s.Squares() {
		if s.failed() {
			break
		}
		name := "x" + itoa(s.Variable(sq))
		if s.Most() {
			s.text(mpsEntry(name, "OBJ", "-1"))
		}
		for _, no := range of[s.Variable(sq)] {
			s.text(mpsEntry(name, items[no].Name, "1"))
		}
	}
	return ""
}

func mpsEntry(column, row, value string) string {
	return fmt.Sprintf("    %-8s  %-8s  %12s\n", column, row, value)
}
