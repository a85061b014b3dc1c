package readback

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"queens"
	"queens/find/exactcover"
)

// Cover is an exact cover problem: items, of which the first Primary must be
// covered exactly once and the others at most once, and options, lists of items.
type Cover struct {
	Items   []string
	Primary int
	Options [][]int
	Squares []queens.Square // by option
}

// readDLX reads a line of items, a bar before the secondary ones, and then one
// option a line. An option begins with its row and its column.
func readDLX(r io.Reader) (*Cover, error) {
	c := &Cover{Primary: -1}
	index := map[string]int{}
	for line, err := range lines(r) {
		switch {
		case err != nil:
			return nil, err
		case strings.HasPrefix(line.text, "|"):
			continue
		case c.Primary < 0:
			for _, word := range line.words {
				if _, taken := index[word]; word == "|" && c.Primary < 0 {
					c.Primary = len(c.Items)
				} else if taken || word == "|" {
					return nil, line.errorf("item %.40q stands twice", word)
				} else {
					index[word] = len(c.Items)
					c.Items = append(c.Items, word)
				}
			}
			if c.Primary < 0 {
				c.Primary = len(c.Items)
			}
			continue
		}
		if err := c.addOption(line, index); err != nil {
			return nil, err
		}
	}
	if c.Primary < 0 {
		return nil, fmt.Errorf("readback: there is no line of items: %w", queens.ErrFormat)
	}
	return c, nil
}

func (c *Cover) addOption(line textLine, index map[string]int) error {
	option := make([]int, 0, len(line.words))
	for _, word := range line.words {
		item, ok := index[word]
		if !ok || slices.Contains(option, item) {
			return line.errorf("%.40q is no item, or stands twice", word)
		}
		option = append(option, item)
	}
	if len(option) < 2 {
		return line.errorf("an option begins with a row and a column")
	}
	row, col, ok := twoNumbers(line.words[0]+line.words[1], "r", "c", "")
	if !ok {
		return line.errorf("an option begins with a row and a column")
	}
	c.Options = append(c.Options, option)
	c.Squares = append(c.Squares, queens.Square{Row: row - 1, Col: col - 1})
	return nil
}

// solutions calls found with the squares of every cover until it returns false.
func (c *Cover) solutions(ctx context.Context, found func([]queens.Square) bool) error {
	m, err := exactcover.New(c.Primary, len(c.Items)-c.Primary, c.Options)
	if err != nil {
		return err
	}
	_, err = m.Search(ctx, exactcover.Watch{}, func(options []int) bool {
		squares := make([]queens.Square, len(options))
		for i, option := range options {
			squares[i] = c.Squares[option]
		}
		return found(squares)
	})
	return err
}
