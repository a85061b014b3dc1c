package methods_test

import (
	"context"
	"fmt"

	"queens/count/methods"
	"queens/count/plan"
)

func ExampleNewDraft() {
	variant, _ := methods.Find("search")
	_, err := plan.NewDraft(context.Background(), 40, variant)
	fmt.Println(err)
	// Output: search of order 40: want 0 to 32
}
