package kit

import (
	"strconv"
	"strings"
	"testing"

	"queens/docs"
	"queens/internal/errs"
)

func TestExitCodesAreExplained(t *testing.T) {
	topic, _ := docs.FindTopic("exit-codes")
	var got, want []string
	for _, p := range topic.Pairs() {
		got = append(got, p[0])
	}
	for _, code := range []int{
		errs.Done, errs.Failed, errs.Usage, errs.Refuted, errs.Partial,
		errs.Interrupted, errs.Pipe,
	} {
		want = append(want, strconv.Itoa(code))
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("docs/environment.md explains %v, want %v", got, want)
	}
}
