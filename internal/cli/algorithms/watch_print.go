package algorithms

import (
	"fmt"
	"strconv"
	"strings"

	"queens/find/trace"
)

func stepText(r trace.Description) string {
	width := len(strconv.Itoa(len(r.Rows)))
	words := make([]string, len(r.Rows))
	for c, row := range r.Rows {
		word := "."
		if row != nil {
			word = strconv.Itoa(*row)
		}
		words[c] = fmt.Sprintf("%*s", width, word)
	}
	return fmt.Sprintf("%6d  %s  %s\n", r.Step, strings.Join(words, " "), r.Text)
}
