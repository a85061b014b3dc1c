package draw_test

import (
	"strings"
	"testing"

	"queens"
	"queens/draw"
)

func TestTree(t *testing.T) {
	leaf := func(text string) draw.TreeNode {
		p, err := queens.ParsePerm(text)
		if err != nil {
			t.Fatal(err)
		}
		return draw.TreeNode{Label: text, Notes: []string{"10 solutions"}, Queens: p}
	}
	class := draw.TreeNode{Label: "affine 1", Parts: []draw.TreeNode{leaf("13524"), leaf("14253")}}
	tree := draw.Tree{Title: "Order 5", Roots: []draw.TreeNode{class}}
	p, err := tree.Picture()
	if err != nil {
		t.Fatal(err)
	}
	svg := encode(t, "svg", p)
	for _, text := range []string{"Order 5", "affine 1", "13524", "14253", "10 solutions"} {
		if !strings.Contains(string(svg), text) {
			t.Errorf("no %q in the picture", text)
		}
	}
	for want, bad := range map[string]draw.Tree{
		"without classes": {},
		"401 boards":      {Roots: make([]draw.TreeNode, 401)},
		"theme":           {Roots: tree.Roots, Theme: "red"},
	} {
		if _, err := bad.Picture(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", want, err)
		}
	}
}
