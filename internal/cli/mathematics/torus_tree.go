package mathematics

import (
	"fmt"
	"strings"

	"queens/draw"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
	"queens/math/torus"
)

type torusTree struct {
	Order   int            `json:"order"`
	Set     torus.Base     `json:"set"`
	Classes []*torus.Class `json:"classes"`
}

func (t torusTree) title() string {
	members := 0
	for _, c := range t.Classes {
		members += c.Members
	}
	return fmt.Sprintf("Order %d, %v: %s, %s", t.Order, t.Set, humanize.Plural(members, "solution"),
		humanize.Plural(len(t.Classes), "affine class"))
}

var torusClassNames = map[torus.Equivalence]string{
	torus.Affine: "affine", torus.Similarity: "similar", torus.Congruence: "congruent", torus.Board: "board",
}

// label names a class: its equivalence and its number among those of the larger class.
func label(c *torus.Class, i int) string {
	return fmt.Sprintf("%s %d", torusClassNames[c.Equivalence], i+1)
}

func note(c *torus.Class) string {
	text := humanize.Plural(c.Members, "solution")
	if c.Equivalence == torus.Congruence {
		text += ", " + humanize.Plural(len(c.Parts), "board class")
	}
	if c.Slope > 0 {
		text += fmt.Sprintf(", lattice of slope %d", c.Slope)
	}
	return text
}

func (t torusTree) text(style printer.Style) string {
	var b strings.Builder
	b.WriteString(t.title() + "\n")
	var write func(classes []*torus.Class, indent string)
	write = func(classes []*torus.Class, indent string) {
		for i, c := range classes {
			fmt.Fprintf(&b, "%s%s: %s", indent, label(c, i), note(c))
			if c.Equivalence == torus.Congruence {
				fmt.Fprintf(&b, "  %s\n", style.Perm(c.First))
				continue
			}
			b.WriteByte('\n')
			write(c.Parts, indent+"  ")
		}
	}
	write(t.Classes, "")
	return b.String()
}

func (t torusTree) tree(theme string) draw.Tree {
	var nodes func(classes []*torus.Class) []draw.TreeNode
	nodes = func(classes []*torus.Class) (list []draw.TreeNode) {
		for i, c := range classes {
			node := draw.TreeNode{Label: label(c, i)}
			node.Notes = strings.Split(note(c), ", ")
			if c.Equivalence == torus.Congruence {
				node.Queens = c.Centred()
			} else {
				node.Parts = nodes(c.Parts)
			}
			list = append(list, node)
		}
		return list
	}
	return draw.Tree{Title: t.title(), Roots: nodes(t.Classes), Theme: theme}
}
