package sys

import (
	"runtime"
	"testing"
)

func TestLoad(t *testing.T) {
	load, ok := Load()
	if ok != (runtime.GOOS == "linux") || load < 0 {
		t.Errorf("load %v, known %v on %s", load, ok, runtime.GOOS)
	}
}
