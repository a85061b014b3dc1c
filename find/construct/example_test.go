package construct_test

import (
	"fmt"

	"queens/find/construct"
)

func ExampleFind() {
	p, ok := construct.Find("knight-walk")
	fmt.Println(ok, "for", p.Condition)
	fmt.Println("order 9:", p.Refuses(9))
	// Output:
	// true for n with no factor 2 or 3
	// order 9: works only for n with no factor 2 or 3
}
