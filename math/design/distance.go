package design

import (
	"context"
	"fmt"
)

// Distance is what is known of the minimum distance of a code: the least number of ones in a word that is
// not all zero.
type Distance struct {
	AtLeast int   `json:"atLeast"`        // no word has fewer ones
	Word    []int `json:"word,omitempty"` // the columns of the ones of a word with AtLeast ones, from 0; nil if none was looked at
}

// Exact reports whether the minimum distance is AtLeast.
func (d Distance) Exact() bool { return d.Word != nil }

// distanceNodes bounds the search for a word, in columns added.
const distanceNodes = 20_000_000

// MinDistance looks for a word of least weight: first of the least even weight that the girth allows, then of two
// more and so on, until one is found or the effort is spent, some seconds. Weights are even, as the rows of a block
// row add up to all ones. A word that is not finished breaks some check, and needs another column of it: all of
// these are tried. The first column is the first of a block, since all blocks can be shifted together.
//
// Errors: ctx's.
func (h *ParityCheck) MinDistance(ctx context.Context) (Distance, error) {
	least := h.Rows + 1 // a column meets Rows checks, and another column is in one of them at most
	if h.Girth >= 8 || h.Girth == 0 {
		least = 2 * h.Rows
	}
	s := &wordSearch{h: h, ctx: ctx, rows: h.byRow(), odd: make([]bool, h.Rows*h.Size), barred: make([]bool, len(h.columns)), nodes: distanceNodes}
	for weight := least + least%2; weight <= len(h.columns); weight += 2 {
		for block := range h.Columns {
			if s.add(int32(block*h.Size), weight) {
				word := make([]int, len(s.word))
				for i, c := range s.word {
					word[i] = int(c)
				}
				return Distance{weight, word}, nil
			}
		}
		if err := ctx.Err(); err != nil {
			return Distance{}, fmt.Errorf("design: minimum distance: %w", err)
		}
		if s.nodes < 0 {
			return Distance{AtLeast: weight}, nil
		}
	}
	return Distance{AtLeast: len(h.columns) + 1}, nil // no word but 0
}

// wordSearch is the search for a word.
type wordSearch struct {
	h      *ParityCheck
	ctx    context.Context // of the one search
	rows   [][]int32
	word   []int32
	odd    []bool // by check: it is broken
	broken int
	barred []bool // by column: in the word, or tried before
	nodes  int
}

// flip adds a column to the sums of the checks, or takes it off.
func (s *wordSearch) flip(column int32) {
	for _, r := range s.h.columns[column] {
		if s.odd[r] = !s.odd[r]; s.odd[r] {
			s.broken++
		} else {
			s.broken--
		}
	}
}

// add reports whether a word with the columns so far and this one has at most so many more ones, this one
// counted; then they stay in s.word.
func (s *wordSearch) add(column int32, left int) bool {
	if s.nodes--; s.nodes < 0 || s.nodes%4096 == 0 && s.ctx.Err() != nil {
		s.nodes = min(s.nodes, 0)
		return false
	}
	s.flip(column)
	s.word, s.barred[column] = append(s.word, column), true
	if s.broken == 0 || s.broken <= (left-1)*s.h.Rows && s.extend(left-1) {
		return true
	}
	s.flip(column)
	s.word, s.barred[column] = s.word[:len(s.word)-1], false
	return false
}

// extend tries each column of a broken check, that of which the fewest are left.
func (s *wordSearch) extend(left int) bool {
	best, fewest := -1, 0
	for r, odd := range s.odd {
		if !odd {
			continue
		}
		open := 0
		for _, c := range s.rows[r] {
			if !s.barred[c] {
				open++
			}
		}
		if best < 0 || open < fewest {
			best, fewest = r, open
		}
	}
	var tried []int32
	found := false
	for _, c := range s.rows[best] {
		if s.barred[c] {
			continue
		}
		if found = s.add(c, left); found || s.nodes < 0 {
			break
		}
		s.barred[c] = true // words with it have been looked at
		tried = append(tried, c)
	}
	for _, c := range tried {
		s.barred[c] = false
	}
	return found
}
