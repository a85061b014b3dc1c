package plan_test

import (
	"context"
	"fmt"

	"queens/count/plan"
)

func ExampleNewDraft() {
	scheme, _ := plan.Find("families")
	_, err := plan.NewDraft(context.Background(), 40, scheme)
	fmt.Println(err)
	// Output: families of order 40: want 0 to 32
}
