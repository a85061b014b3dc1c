package tour

import (
	"errors"
	"testing"

	"queens"
)

func jump(a, b queens.Square) bool {
	rows, cols := a.Row-b.Row, a.Col-b.Col
	return rows*rows+cols*cols == 5
}

// TestFind: a tour exists for order 1 and from 5 on [cull1978]; a closed one needs an even number
// of squares, and an open one of an odd order starts on the colour of the corners.
func TestFind(t *testing.T) {
	most := 14
	if testing.Short() {
		most = 9
	}
	for n := 1; n <= most; n++ {
		r, err := Find(n)
		if err != nil || r.Order != n || (r.Starts > 0) != (n == 1 || n >= 5) {
			t.Fatalf("order %d: %d tours, %v", n, r.Starts, err)
		}
		if r.Starts == 0 {
			continue
		}
		path := map[int]queens.Square{}
		for row, numbers := range r.Numbers {
			for col, no := range numbers {
				path[no] = queens.Square{Row: row, Col: col}
			}
		}
		for no := 1; no <= n*n; no++ {
			if _, ok := path[no]; !ok || no > 1 && !jump(path[no-1], path[no]) {
				t.Fatalf("order %d: number %d of %v", n, no, r.Numbers)
			}
		}
		if r.Closed != jump(path[1], path[n*n]) || r.Closed != (r.Closing > 0) || r.Closing > r.Starts {
			t.Errorf("order %d: closed %v, %d closed ones of %d", n, r.Closed, r.Closing, r.Starts)
		}
		if n%2 == 1 && (r.Closing > 0 || (path[1].Row+path[1].Col)%2 == 1 || r.Starts > (n*n+1)/2) {
			t.Errorf("order %d: %d closed tours of %d, start %v", n, r.Closing, r.Starts, path[1])
		}
	}
	for _, n := range []int{0, -1, MaxOrder + 1} {
		if _, err := Find(n); !errors.Is(err, queens.ErrOrder) {
			t.Errorf("order %d: %v", n, err)
		}
	}
}

// TestNone: a complete search finds no tour of orders 2 to 4. Of the 1728 of order 5 (OEIS
// A165134), 304 start in each corner.
func TestNone(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 0, 3: 0, 4: 0, 5: 304} {
		tours := 0
		visited, squares := make([]bool, n*n), 0
		var visit func(at int)
		visit = func(at int) {
			visited[at] = true
			if squares++; squares == n*n {
				tours++
			}
			for to, before := range visited {
				if !before && jump(queens.Square{Row: at / n, Col: at % n}, queens.Square{Row: to / n, Col: to % n}) {
					visit(to)
				}
			}
			squares--
			visited[at] = false
		}
		for at := range visited {
			if n < 5 || at == 0 {
				visit(at)
			}
		}
		if tours != want {
			t.Errorf("order %d: %d tours, want %d", n, tours, want)
		}
	}
}
