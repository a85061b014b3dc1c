//go:build debug

package kernel

import "fmt"

func assertLanes(l *laneLevel) {
	if l.head < 0 || l.head > l.tail || l.tail > laneLimit-1+laneFlight {
		panic(fmt.Sprintf("kernel: a level holds states %d to %d of %d", l.head, l.tail, laneCap))
	}
}
