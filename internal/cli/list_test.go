package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"queens/format"
	"queens/internal/cli/kit"
)

// A list that is interrupted again and again has the same bytes as one that is not.
func TestInterruptedListIsContinued(t *testing.T) {
	for _, f := range format.All() {
		for _, options := range [][]string{
			nil, {
				"--base", "0", "--class", "asymmetric", "--limit", "60000", "--after", "0,2,4,1,7,9,11,3,12,8,5,10,6",
			},
		} {
			path := filepath.Join(t.TempDir(), "a list."+f.Name)
			args := append([]string{"list", "13", "--workers", "1", "--format", f.Name}, options...)
			stops := 0
			for tries := 0; stops == 0 && tries < 20; tries++ { // a list may end before it is interrupted
				_ = os.Remove(path)
				for {
					ctx, cancel := context.WithCancel(t.Context())
					begun := int64(0)
					if info, err := os.Stat(path + ".part"); err == nil {
						begun = info.Size()
					}
					if stops < 3 { // interrupted when more is written
						go func() {
							for ctx.Err() == nil {
								if info, err := os.Stat(path + ".part"); err == nil && info.Size() > begun {
									cancel()
								}
								time.Sleep(100 * time.Microsecond)
							}
						}()
					}
					a, _, stderr := newTestApp()
					code := whole.Run(ctx, a, append(args, "-o", path))
					cancel()
					if code == kit.CodeDone {
						break
					}
					if stops++; code != kit.CodeInterrupted || !strings.Contains(stderr.String(),
						"'--output="+path+"'") {
						t.Fatalf("%s: exit code %d, %s", f.Name, code, stderr)
					}
				}
			}
			_, want, _ := runApp(args...)
			if got, err := os.ReadFile(path); err != nil || string(got) != want || stops == 0 {
				t.Errorf("%s %v: %d bytes after %d stops, %v; want %d", f.Name, options,
					len(got), stops, err, len(want))
			}
			if _, err := os.Stat(path + ".part"); err == nil {
				t.Errorf("%s is still there", path+".part")
			}
		}
	}
}
