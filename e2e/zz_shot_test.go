package e2e

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// SHOTS: lines "name|path|width|height|theme|await|script|await2"
func TestZZShot(t *testing.T) {
	b, url := open(t)
	axe, _ := os.ReadFile("node_modules/axe-core/axe.min.js")
	for _, line := range strings.Split(os.Getenv("SHOTS"), "\n") {
		f := strings.Split(line, "|")
		if len(f) < 5 {
			continue
		}
		w, _ := strconv.Atoi(f[2])
		h, _ := strconv.Atoi(f[3])
		b.size(int64(w), int64(h))
		b.theme(f[4])
		b.visit(url + f[1])
		if len(f) > 5 && f[5] != "" {
			b.await(f[5])
		}
		if len(f) > 6 && f[6] != "" {
			eval[bool](b, "Promise.resolve("+f[6]+").then(() => true)")
		}
		if len(f) > 7 && f[7] != "" {
			b.await(f[7])
		}
		eval[bool](b, settle)
		b.picture("zz-" + f[0])
		t.Log(f[0], "scrollWidth", eval[int](b, `document.documentElement.scrollWidth`))
		if len(axe) > 0 {
			eval[int](b, string(axe)+";0")
			noBarriers(b, f[4], `{}`)
		}
		b.clean()
	}
}
