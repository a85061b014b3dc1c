package e2e

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestTmpShot(t *testing.T) {
	list := strings.Fields(os.Getenv("SHOTS"))
	if len(list) == 0 {
		t.Skip()
	}
	var b *tab
	url := os.Getenv("SHOTURL")
	if url == "" {
		b, url = open(t)
	} else {
		b = newTab(t)
	}
	for i, s := range list {
		f := strings.Split(s, "|")
		var w, h int64
		fmt.Sscan(f[1], &w)
		fmt.Sscan(f[2], &h)
		b.size(w, h)
		b.theme(f[3])
		b.visit(url + f[0])
		eval[bool](b, settle)
		time.Sleep(700 * time.Millisecond)
		if f[0] == "/" && len(f) > 4 {
			time.Sleep(12 * time.Second)
		}
		b.picture(fmt.Sprintf("tmp-%d", i))
		t.Log(f[0], w, eval[int](b, `document.documentElement.scrollWidth`), eval[string](b, fmt.Sprintf(`[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > %d && !e.closest(".scroll, pre, ol, .play-board")).map((e) => e.tagName + "." + e.className + e.id+":"+Math.round(e.getBoundingClientRect().right)).slice(0, 8).join(" ")`, w)))
	}
	b.mu.Lock()
	t.Log(b.faults)
	b.mu.Unlock()
}
