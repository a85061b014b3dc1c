package queens

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

func TestJSONCountsFromOne(t *testing.T) {
	type board struct {
		Rows    Perm     `json:"rows"`
		Attacks []Attack `json:"attacks"`
	}
	for _, tc := range []struct {
		board board
		want  string
	}{
		{board{}, `{"rows":null,"attacks":null}`},
		{board{Rows: Perm{}}, `{"rows":[],"attacks":null}`},
		{
			board{Perm{1, 3, 0, 2}, []Attack{{Square{0, 3}, Square{10, 13}, Falling}}},
			`{"rows":[2,4,1,3],"attacks":[{"a":{"row":1,"column":4},"b":{"row":11,"column":14},"line":"falling diagonal"}]}`,
		},
	} {
		text, err := json.Marshal(tc.board)
		if err != nil || string(text) != tc.want {
			t.Fatalf("%v: %s, %v; want %s", tc.board, text, err, tc.want)
		}
		var back board
		if err := json.Unmarshal(text, &back); err != nil || !back.Rows.Equal(tc.board.Rows) ||
			!slices.Equal(back.Attacks, tc.board.Attacks) {
			t.Errorf("%s is read as %v, %v", text, back, err)
		}
	}
	var p Perm
	var s Square
	if err := json.Unmarshal([]byte(`["1"]`), &p); !errors.Is(err, ErrFormat) {
		t.Errorf("rows of texts: %v", err)
	}
	if err := json.Unmarshal([]byte(`"a1"`), &s); !errors.Is(err, ErrFormat) {
		t.Errorf("a square as text: %v", err)
	}
}
