package join_test

import (
	"fmt"

	kernels "queens/count/internal/kernels/join"
)

func ExampleCounter_Count() {
	c, err := kernels.New("auto")
	if err != nil {
		fmt.Println(err)
		return
	}
	a := append(make([]uint64, 0, 3+kernels.Slack), 0b0011, 0b0101, 0b1000)
	b := append(make([]uint64, 0, 2+kernels.Slack), 0b1010, 0b0100)
	found, _ := c.Count(a, b) // 0011 and 0100, 0101 and 1010, 1000 and 0100
	fmt.Println(found)
	// Output: 3
}
