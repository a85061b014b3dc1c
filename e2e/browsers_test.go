package e2e

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestRealFirefox and TestRealWebKit take a short walk through what differed between browsers: Home, the
// lines of boards, a puzzle, Watch, widths, the first link of the site, a race, a download. Firefox also
// prints, and blocks all cookies.
func TestRealFirefox(t *testing.T) {
	served := served(t)
	b := startFirefox(t)
	walk(t, b, served)
	for path, most := range map[string]int{"/": 1, "/play/board?n=8&queens=a1": 1, "/solutions?n=8": 2, "/huge?n=1000": 3} {
		b.visit(served + path)
		var printed string
		fine(t, json.Unmarshal(must(b.send("Print", map[string]any{}))(t), &struct{ Value *string }{&printed}))
		pdf := must(base64.StdEncoding.DecodeString(printed))(t)
		fine(t, os.WriteFile(filepath.Join(t.ArtifactDir(), regexp.MustCompile(`\W+`).ReplaceAllString(path, "-")+".pdf"), pdf, 0o644))
		all := strings.Join(append(streams(pdf), string(pdf)), "\n")
		if pages := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAllString(all, -1)); pages < 1 || pages > most {
			t.Errorf("%s is printed on %d pages, want 1 to %d", path, pages, most)
		}
	}
	b = startFirefox(t, `"network.cookie.cookieBehavior", 2`)
	b.visit(served + "/play")
	b.await(`document.querySelectorAll(".square").length > 24 && document.querySelector("#verdict").textContent.includes("blocks storage")`)
	b.visit(served + "/watch?n=6&step=5")
	b.await(`document.querySelector("trace-player")?.step === 5`)
	b.visit(serveSite(t, builtSite(t)).URL + "/solutions?n=6") // without a service worker
	b.await(`document.querySelector("main").textContent.includes("Order 6 has") && [...document.images].every((i) => i.loading === "lazy" || i.naturalWidth > 0)`)
}

func TestRealWebKit(t *testing.T) { walk(t, startWebKit(t), served(t)) }

func walk(t *testing.T, b *remote, served string) {
	b.visit(served + "/")
	b.await(`document.querySelectorAll(".lines path").length === 8 && document.querySelectorAll(".square svg").length === 1`)
	for col, row := range []int{0, 4, 7, 5, 2, 6, 1, 3} {
		b.await(fmt.Sprintf(`(document.querySelectorAll(".square")[%d].click(), true)`, 8*row+col))
	}
	b.await(`document.querySelector("#verdict").textContent.startsWith("Solved! This is solution 1 of 92.")`)
	b.visit(served + "/watch?n=6&step=19")
	b.await(`document.querySelector("trace-player")?.step === 19`)
	b.await(`(document.querySelector("[aria-label='One step forward']").click(), true)`)
	b.await(`document.querySelector("trace-player").step === 20 && location.search.includes("step=20")`)
	b.visit(served + "/compare?n=7&algorithms=bitmask,wirth")
	b.await(`document.querySelector("#go")?.disabled === false`)
	b.await(`(document.querySelector("#go").click(), true)`)
	b.await(`document.querySelectorAll("#table tbody tr").length === 2`)
	must(b.send("SetWindowRect", map[string]any{"width": 390, "height": 844}))(t) // or as narrow as the browser allows
	for _, path := range []string{"/", "/play", "/numbers", "/solutions", "/watch"} {
		b.visit(served + path)
		b.await(`document.documentElement.scrollWidth <= innerWidth && scrollX === 0`)
	}
	must(b.send("SetWindowRect", map[string]any{"width": 1200, "height": 900}))(t)
	b.visit(served + "/play/2-c8m-4")
	b.await(`document.querySelectorAll(".square").length === 64`)
	b.lines()
	b.visit(served + "/play/2-r5e-1")
	b.await(`document.querySelectorAll(".square").length === 25`)
	squares, _ := solutionOf(t, served, "2-r5e-1")
	solved := `document.querySelector("#verdict").textContent.startsWith("Solved in ")`
	for _, i := range squares {
		b.await(fmt.Sprintf(`(document.querySelectorAll(".square")[%d].click(), document.querySelectorAll(".square")[%[1]d].click(), true)`, i))
	}
	b.await(solved)
	b.visit(served + "/play/2-r5e-1")
	b.await(solved)

	site := serveSite(t, builtSite(t)).URL
	b.visit(site + "/watch?algorithm=wirth&n=6&step=20")
	b.await(`document.querySelector("trace-player")?.step === 20`)
	for _, order := range []int{6, 8} {
		var repeats []int
		fine(t, b.eval(fmt.Sprintf(`fetch("/api/v1/races", {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({order: %d, algorithms: ["wirth", "rohl-list"], runs: 2})}).then((r) => r.json()).then((race) => race.results.map((r) => r.repeats))`, order), &repeats))
		if len(repeats) != 2 || max(repeats[0], repeats[1]) >= 20_000 { // as for a run of no time
			t.Errorf("a race of order %d repeats %d times", order, repeats)
		}
	}
	b.visit(site + "/play/2-r8m-2026-11-26/")
	b.await(`document.querySelectorAll("#export-links a[download]").length > 1`)
	b.await(`(document.querySelector("#export-links a[download$=svg]").click(), true)`)
	b.wait("the download", func() error {
		text, err := os.ReadFile(filepath.Join(b.home, "Downloads", "puzzle.svg"))
		if err == nil && !strings.HasPrefix(string(text), "<svg") {
			err = fmt.Errorf("%.100q", text)
		}
		return err
	})
}

// remote is a browser that is driven by the commands of WebDriver and has a home of its own.
type remote struct {
	t    *testing.T
	home string
	send func(command string, params any) (json.RawMessage, error)
}

func newRemote(t *testing.T, programs ...string) *remote {
	t.Helper()
	find(t, programs...)
	b := &remote{t: t, home: must(os.MkdirTemp("", "queens-e2e-home"))(t)}
	t.Cleanup(func() { _ = os.RemoveAll(b.home) }) // a process of the browser may still write
	fine(t, os.Mkdir(filepath.Join(b.home, "Downloads"), 0o755))
	return b
}

// command starts a program that ends with the test.
func (b *remote) command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env, cmd.SysProcAttr = append(os.Environ(), "HOME="+b.home, "XDG_CONFIG_HOME="+b.home), endWithParent()
	return cmd
}

func (b *remote) start(cmd *exec.Cmd) {
	b.t.Helper()
	fine(b.t, cmd.Start())
	b.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// startFirefox drives Firefox by its own protocol, Marionette, which has the commands of WebDriver
// and a length before each message.
func startFirefox(t *testing.T, settings ...string) *remote {
	t.Helper()
	b := newRemote(t, "firefox-esr")
	settings = append(settings, `"marionette.port", 0`, `"browser.download.folderList", 2`, `"layout.css.devPixelsPerPx", "1"`,
		`"browser.download.dir", `+quoted(filepath.Join(b.home, "Downloads")))
	fine(t, os.WriteFile(filepath.Join(b.home, "user.js"), []byte("user_pref("+strings.Join(settings, ");\nuser_pref(")+");\n"), 0o644))
	b.start(b.command("firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", b.home))
	var c net.Conn
	b.wait("Firefox", func() (err error) {
		port, err := os.ReadFile(filepath.Join(b.home, "MarionetteActivePort"))
		if err == nil {
			c, err = net.Dial("tcp", "127.0.0.1:"+string(port))
		}
		return err
	})
	t.Cleanup(func() { _ = c.Close() })
	in, sent := bufio.NewReader(c), 0
	receive := func() ([]byte, error) {
		length, err := in.ReadString(':')
		if err != nil {
			return nil, err
		}
		message := make([]byte, must(strconv.Atoi(strings.TrimSuffix(length, ":")))(t))
		_, err = io.ReadFull(in, message)
		return message, err
	}
	must(receive())(t) // who it is
	b.send = func(command string, params any) (json.RawMessage, error) {
		sent++
		message := must(json.Marshal([]any{0, sent, "WebDriver:" + command, params}))(t)
		if _, err := fmt.Fprintf(c, "%d:%s", len(message), message); err != nil {
			return nil, err
		}
		text, err := receive()
		if err != nil {
			return nil, err
		}
		var answer [4]json.RawMessage
		fine(t, json.Unmarshal(text, &answer))
		if string(answer[2]) != "null" {
			err = errors.New(string(answer[2]))
		}
		return answer[3], err
	}
	must(b.send("NewSession", map[string]any{}))(t)
	return b
}

// startWebKit drives the browser of WebKitGTK by its driver, on a screen of its own.
func startWebKit(t *testing.T) *remote {
	t.Helper()
	b := newRemote(t, "WebKitWebDriver", "Xvfb")
	fine(t, os.WriteFile(filepath.Join(b.home, "user-dirs.dirs"), []byte(`XDG_DOWNLOAD_DIR="$HOME/Downloads"`), 0o644))
	screen := b.command("Xvfb", "-displayfd", "1", "-screen", "0", "1280x1000x24", "-nolisten", "tcp")
	number := must(screen.StdoutPipe())(t)
	b.start(screen)
	display := must(bufio.NewReader(number).ReadString('\n'))(t)
	free := must(net.Listen("tcp", "127.0.0.1:0"))(t)
	_, port, _ := net.SplitHostPort(free.Addr().String())
	fine(t, free.Close())
	driver := b.command("WebKitWebDriver", "--port="+port)
	driver.Env = append(driver.Env, "DISPLAY=:"+strings.TrimSpace(display), "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS=1") // root
	b.start(driver)
	base := "http://127.0.0.1:" + port + "/session"
	call := func(method, path string, params any) (json.RawMessage, error) {
		request := must(http.NewRequest(method, base+path, bytes.NewReader(must(json.Marshal(params))(t))))(t)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return nil, err
		}
		defer response.Body.Close()
		text := must(io.ReadAll(response.Body))(t)
		if response.StatusCode != http.StatusOK {
			err = errors.New(string(text))
		}
		return text, err
	}
	var session struct{ Value struct{ SessionID string } }
	b.wait("WebKitWebDriver", func() error {
		text, err := call(http.MethodPost, "", map[string]any{"capabilities": map[string]any{}})
		if err == nil {
			err = json.Unmarshal(text, &session)
		}
		return err
	})
	base += "/" + session.Value.SessionID
	t.Cleanup(func() { _, _ = call(http.MethodDelete, "", nil) })
	b.send = func(command string, params any) (json.RawMessage, error) {
		method, path := http.MethodPost, map[string]string{"Navigate": "/url", "ExecuteAsyncScript": "/execute/async", "TakeScreenshot": "/screenshot", "SetWindowRect": "/window/rect"}[command]
		if command == "TakeScreenshot" {
			method = http.MethodGet
		}
		return call(method, path, params)
	}
	return b
}

// wait repeats what fails at first.
func (b *remote) wait(what string, try func() error) {
	b.t.Helper()
	for began := time.Now(); ; time.Sleep(50 * time.Millisecond) {
		err := try()
		if err == nil {
			return
		}
		if time.Since(began) > patience {
			b.t.Fatalf("waited in vain for %s: %v", what, err)
		}
	}
}

// visit waits until the scripts of the page have run; on a busy machine WebKit says before that it is there.
func (b *remote) visit(address string) {
	b.t.Helper()
	must(b.send("Navigate", map[string]any{"url": address}))(b.t)
	b.await(`document.readyState === "complete"`)
}

// eval reads the value of a script; it awaits promises.
func (b *remote) eval(script string, value any) error {
	text, err := b.send("ExecuteAsyncScript", map[string]any{"args": []any{}, "script": `const done = arguments[0]; Promise.resolve().then(() => (` + script + `)).then((value) => done(JSON.stringify([value ?? null])), (error) => done(String(error)))`})
	if err != nil {
		return err
	}
	var answer struct{ Value string }
	if err := json.Unmarshal(text, &answer); err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(answer.Value), &[]any{value}); err != nil {
		return fmt.Errorf("%s: %w", answer.Value, err)
	}
	return nil
}

// await waits until a script is true; pages may change meanwhile.
func (b *remote) await(script string) {
	b.t.Helper()
	b.wait(script, func() error {
		ok := false
		if err := b.eval("Boolean("+script+")", &ok); err != nil || ok {
			return err
		}
		var text string
		return cmp.Or(b.eval(`document.querySelector("main")?.textContent ?? ""`, &text), errors.New(text))
	})
}

// lines looks for the line at the right of every square but those of the last column.
func (b *remote) lines() {
	b.t.Helper()
	b.wait("lines", func() error {
		var shot struct{ Value string }
		fine(b.t, json.Unmarshal(must(b.send("TakeScreenshot", map[string]any{"full": false}))(b.t), &shot))
		picture := must(base64.StdEncoding.DecodeString(shot.Value))(b.t)
		fine(b.t, os.WriteFile(filepath.Join(b.t.ArtifactDir(), "lines.png"), picture, 0o644))
		screen := must(png.Decode(bytes.NewReader(picture)))(b.t)
		at := func(x, y float64) int {
			red, _, _, _ := screen.At(int(x), int(y)).RGBA()
			return int(red >> 8)
		}
		var squares [][3]float64
		fine(b.t, b.eval(`[...document.querySelectorAll(".square:not(.is-blocked, :nth-child(8n))")].map((s) => s.getBoundingClientRect()).map((r) => [r.left, r.right, r.top + r.height / 4])`, &squares))
		for _, s := range squares {
			if inside := at(s[0]+4, s[2]); inside-min(at(s[1]-2, s[2]), at(s[1]-1, s[2]), at(s[1], s[2])) < 20 {
				return fmt.Errorf("none at x %.1f, y %.1f", s[1], s[2])
			}
		}
		return nil
	})
}
