package format

import (
	"strings"
	"testing"
)

// TestShapes divides texts; a block is written as its label, a colon and its words, with a slash
// between items, bars between words.
func TestShapes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{".Q..\n...Q\nQ...\n..Q.\n", ".Q../...Q/Q.../..Q."},
		{"Solution 1:\n.Q\nQ.\n\nSolution 2:\nQ.\n.Q\n", "Solution 1: .Q/Q.; Solution 2: Q./.Q"},
		{"Solution 1\n.Q\nQ.\nSolution 2\nQ.\n.Q\n", "Solution 1: .Q/Q.; Solution 2: Q./.Q"},
		{"Solution 1: [2, 4, 1, 3]\nSolution 2: [3, 1, 4, 2]", "Solution 1: 2|4|1|3; Solution 2: 3|1|4|2"},
		{"_ Q _ _\n_ _ _ Q", "_|Q|_|_/_|_|_|Q"},
		{"|Q| | |\n| |Q| |\n| | |Q|", "Q| | / |Q| / | |Q"},
		{"Q| | \n |Q| \n | |Q", "Q| | / |Q| / | |Q"},
		{"+---+---+\n| Q | . |\n+---+---+\n| . | Q |\n+---+---+", "Q|./.|Q"},
		{"┌───┬───┐\n│ ♛ │   │\n├───┼───┤\n│   │ ♛ │\n└───┴───┘", "♛| / |♛"},
		{"+----+\n| Q  |\n|   Q|\n|Q   |\n|  Q |\n+----+", " |Q| | / | | |Q/Q| | | / | |Q| "},
		{"+-------+\n|  Q    |\n|      Q|\n|Q      |\n|    Q  |\n+-------+", " |Q| | / | | |Q/Q| | | / | |Q| "},
		{"-Q--\n----\n----\nQ---", "-Q--/----/----/Q---"},
		{"-Q\nQ-\n-----\nQ-\n-Q", "-Q/Q-/Q-/-Q"},
		{"[ ][Q][ ][ ]\n[ ][ ][ ][Q]\n", " |Q| | / | | |Q"},
		{"[ ] [Q] [ ]\n[ ] [ ] [Q]\n", " |Q| / | |Q"},
		{
			"  a b c d\n4 . Q . . 4\n3 . . . Q 3\n2 Q . . . 2\n1 . . Q . 1\n  a b c d\n",
			".|Q|.|./.|.|.|Q/Q|.|.|./.|.|Q|.",
		},
		{"4 .Q..\n3 ...Q\n2 Q...\n1 ..Q.\n  abcd\n", ".Q../...Q/Q.../..Q."},
		{"8|Q| | |\n7| |Q| |\n6| | |Q|\n", "8|Q| | /7| |Q| /6| | |Q"},
		{"  1 2 3 4\n1 0 1 0 0\n2 0 0 0 1\n3 1 0 0 0\n4 0 0 1 0", "0|1|0|0/0|0|0|1/1|0|0|0/0|0|1|0"},
		{`[[".Q..","...Q"],["..Q.","Q..."]]`, ".Q..|...Q/..Q.|Q..."},
		{"[['.', 'Q'],\n ['Q', '.']]", ".|Q/Q|."},
		{"[[[0,1],[1,0]],[[1,0],[0,1]]]", "0|1/1|0; 1|0/0|1"},
		{"{{0,1},{1,0}}", "0|1/1|0"},
		{`[["","Q"],["Q",""]]`, " |Q/Q| "},
		{"[[0 1]\n [1 0]]", "0|1/1|0"},
		{`{"size": 2, "colorRegions": [["A","B"],["A","B"]]}`, "size: 2; colorRegions: A|B/A|B"},
		{
			"{\n \"size\": 2,\n \"colorRegions\": [\n  [\n \"A\",\n\"B\"\n],\n [\"A\",\"B\"]\n ],\n \"x\": true\n}",
			"size: 2; colorRegions: A|B/A|B; x: true",
		},
		{`{"base":0,"solution":[1,3,0,2]}`, "base: 0; solution: 1|3|0|2"},
		{"letting n =  5\nletting init =  [[1, 2], [3, 4]]", "letting n: 5; letting init: 1|2/3|4"},
		{"n = 4;\nrow = [1,2,4];\ncol = [1,2,3];\n", "n: 4; row: 1|2|4; col: 1|2|3"},
		{"board(4).\nblock(1,1).\nblock(2,2).", "board(4/block(1|1/block(2|2"},
		{"queen(1,2). queen(2,4).", "queen(1|2/queen(2|4"},
		{"1,2 2,4 3,1 4,3", "1|2/2|4/3|1/4|3"},
		{"1 2, 2 4, 3 1, 4 3", "1|2/2|4/3|1/4|3"},
		{"0 1; 1 0", "0|1/1|0"},
		{"(1,2) (2,4)", "1|2/2|4"},
		{"[(0, 1), (1, 3)]", "0|1/1|3"},
		{"1,5,8,6,\n", "1|5|8|6"},
		{"1, 5, 8, 6\n", "1|5|8|6"},
		{",Q,,\n,,,Q\nQ,,,\n,,Q,", " |Q| | / | | |Q/Q| | | / | |Q| "},
		{"\tQ\t\t\n\t\t\tQ\nQ\t\t\t\n\t\tQ\t", " |Q| | / | | |Q/Q| | | / | |Q| "},
		{"\"Q\",\".\"\n\".\",\"Q\"", "Q|./.|Q"},
		{"\"Q.\",\n\".Q\"", "Q./.Q"},
		{"red red blue\nred blue green\ngreen green green", "red|red|blue/red|blue|green/green|green|green"},
		{"1: 2413\n2: 3142", "1: 2413; 2: 3142"},
		{"1) 2413\n2) 3142", "1: 2413; 2: 3142"},
		{"2413\n3142", "2413/3142"},
		{"# a comment\n#..Q\n# . . Q\n", "#..Q/#|.|.|Q"},
		{"a8 b4 c1", "a8|b4|c1"},
		{"()", ""},
		{"Solution 1\n  a b c\n3 . Q .\n2 . . Q\n1 Q . .\n", "Solution 1: .|Q|./.|.|Q/Q|.|."},
		{"Solution 1: .Q\nQ.\n", "Solution 1: .Q/Q."},
		{"1 2 3 4\n2 4 1 3\n3 1 4 2", "1|2|3|4/2|4|1|3/3|1|4|2"},
		{"1 2 3\n1 3 2\n2 1 3\n2 3 1", "1|2|3/1|3|2/2|1|3/2|3|1"},
		{"1 2 3\n2 4 1 3\n3 1 4 2", "1|2|3/2|4|1|3/3|1|4|2"},
		{"1 2\n2 4\n3 1\n4 3", "1|2/2|4/3|1/4|3"},
		{"a b c d\na a b b\nc c d d\nc c d d", "a|b|c|d/a|a|b|b/c|c|d|d/c|c|d|d"},
		{"Q..,\n..Q,\n.Q.,\n", "Q../..Q/.Q."},
		{"AABBCC\nAABBC\nAABBCC", "AABBCC/AABBC/AABBCC"},
	} {
		blocks, err := new(shaper).shapes(c.text)
		var texts []string
		for _, b := range blocks {
			var items []string
			for _, r := range b.items {
				text := strings.Join(r.words, "|")
				if r.name != "" {
					text = r.name + "(" + text
				}
				items = append(items, text)
			}
			text := strings.Join(items, "/")
			if b.label != "" {
				text = b.label + ": " + text
			}
			texts = append(texts, text)
		}
		if got := strings.Join(texts, "; "); got != c.want || err != nil {
			t.Errorf("%q is read as\n%s, want\n%s, %v", c.text, got, c.want, err)
		}
	}
	for _, bad := range []string{"[[1,2]", `["Q`} {
		if blocks, err := new(shaper).shapes(bad); err == nil {
			t.Errorf("%q is read as %v", bad, blocks)
		}
	}
}

func TestCells(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{".Q..\n...Q\nQ...\n..Q.", ". Q . ./. . . Q/Q . . ./. . Q ."},
		{".Q.. ...Q Q... ..Q.", ". Q . ./. . . Q/Q . . ./. . Q ."},
		{".Q../...Q/Q.../..Q.", ". Q . ./. . . Q/Q . . ./. . Q ."},
		{`[".Q..","...Q","Q...","..Q."]`, ". Q . ./. . . Q/Q . . ./. . Q ."},
		{"['. Q . .', '. . . Q', 'Q . . .', '. . Q .']", ". Q . ./. . . Q/Q . . ./. . Q ."},
		{"🟥🟥🟦\n🟥🟦🟩\n🟩🟩🟩", "🟥 🟥 🟦/🟥 🟦 🟩/🟩 🟩 🟩"},
	} {
		blocks, err := new(shaper).shapes(c.text)
		if err != nil || len(blocks) != 1 {
			t.Fatalf("%q: %v, %v", c.text, blocks, err)
		}
		squares, _ := blocks[0].cells()
		var lines []string
		for _, line := range squares {
			lines = append(lines, strings.Join(line, " "))
		}
		if got := strings.Join(lines, "/"); got != c.want {
			t.Errorf("%q has the squares %s, want %s", c.text, got, c.want)
		}
	}
}

// FuzzShapes looks for texts that stop the division or give it words that are not in them.
func FuzzShapes(f *testing.F) {
	for _, seed := range []string{
		".Q\nQ.", "[[1,2],[3]]", "|Q| |\n+--+", "{\"a\":[\"\\u265b\"]}", "1) 2413",
		"queen(1,2).",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		blocks, _ := new(shaper).shapes(text)
		lines := strings.Count(text, "\n") + 1
		for _, b := range blocks {
			for _, r := range b.items {
				if r.line < 1 || r.line > lines {
					t.Fatalf("%q: an item in line %d of %d", text, r.line, lines)
				}
			}
			squares, of := b.cells()
			if len(squares) != len(of) {
				t.Fatalf("%q: %d rows in %d lines", text, len(squares), len(of))
			}
		}
	})
}
