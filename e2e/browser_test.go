package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// program is the path of the built program, siteDir that of the site, browser the context of
// Chromium.
var (
	program string
	siteDir string
	browser context.Context
	missing string // why there is no browser
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "queens-e2e")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	program, siteDir = filepath.Join(dir, "queens"), filepath.Join(dir, "site")
	build := exec.Command("go", "build", "-o", program, "./cmd/queens")
	build.Dir = ".."
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the program: %v\n%s", err, out)
		return 1
	}
	chromium := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			chromium = path
			break
		}
	}
	if chromium == "" {
		missing = "there is no Chromium on the PATH"
		return m.Run()
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromium), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1280, 900),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"), // everything must work offline
		chromedp.Flag("force-prefers-reduced-motion", false),
	)
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	defer end()
	ctx, endBrowser := chromedp.NewContext(allocator)
	defer endBrowser()
	if err := chromedp.Do(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "start %s: %v\n", chromium, err)
		return 1
	}
	browser = ctx
	return m.Run()
}

type server struct {
	url   string // without a final slash
	state string
	cmd   *exec.Cmd
	said  *strings.Builder
}

// serve starts a server at an address, and stops it after the test.
func serve(t *testing.T, state, listen string, more ...string) *server {
	t.Helper()
	s := &server{state: state, said: new(strings.Builder)}
	s.start(t, nil, append([]string{"--listen", listen}, more...)...)
	t.Cleanup(func() { s.end(os.Interrupt) })
	return s
}

func (s *server) start(t *testing.T, attributes *syscall.SysProcAttr, flags ...string) {
	t.Helper()
	s.cmd = exec.Command(program, append([]string{"serve", "--state", s.state}, flags...)...)
	s.cmd.Stderr, s.cmd.SysProcAttr = s.said, attributes
	out := must(s.cmd.StdoutPipe())(t)
	fine(t, s.cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		_ = s.cmd.Wait()
		t.Fatalf("no address: %v\n%s", err, s.said)
	}
	s.url = strings.TrimSuffix(strings.TrimSpace(line), "/")
}

func fine(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		fine(t, err)
		return value
	}
}

func fetch(t *testing.T, request *http.Request) (*http.Response, []byte) {
	t.Helper()
	answer := must(http.DefaultClient.Do(request))(t)
	defer answer.Body.Close()
	return answer, must(io.ReadAll(answer.Body))(t)
}

func bodyOf(t *testing.T, address string) []byte {
	t.Helper()
	answer, body := fetch(t, must(http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil))(t))
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", address, answer.Status)
	}
	return body
}

func (s *server) end(signal os.Signal) {
	if s.cmd.ProcessState != nil {
		return
	}
	_ = s.cmd.Process.Signal(signal)
	_ = s.cmd.Wait()
}

// kill stops the server as a power failure does.
func (s *server) kill() { s.end(syscall.SIGKILL) }

// shared is a server for tests that change nothing.
var shared struct {
	once sync.Once
	*server
}

// open returns a tab and the address of the shared server.
func open(t *testing.T) (*tab, string) {
	t.Helper()
	needBrowser(t)
	url := served(t)
	return newTab(t), url
}

func served(t *testing.T) string {
	t.Helper()
	shared.once.Do(func() {
		shared.server = &server{state: must(os.MkdirTemp("", "queens-e2e-state"))(t), said: new(strings.Builder)}
		shared.start(t, endWithParent(), "--listen", "127.0.0.1:0")
	})
	return shared.url
}

// find skips a test of programs from outside unless scripts/test --all runs it, or if one is missing.
func find(t *testing.T, programs ...string) {
	t.Helper()
	if os.Getenv("QUEENS_TEST_ALL") == "" {
		t.Skip("programs from outside: only by scripts/test --all")
	}
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed", name)
		}
	}
}

func needBrowser(t *testing.T) {
	t.Helper()
	if missing != "" {
		t.Skip(missing)
	}
}

// tab is a tab of the browser, which collects the errors of its pages.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	faults []string
	caused string // part of the faults that the test causes, whenever the browser logs them
}

// patience is more than any wait takes on the busiest machine; a wait ends as soon as what it waits
// for is there.
const patience = 5 * time.Minute

func newTab(t *testing.T, options ...chromedp.ContextOption) *tab {
	t.Helper()
	needBrowser(t)
	ctx, cancel := chromedp.NewContext(browser, options...)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	fine(t, chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			text := e.ExceptionDetails.Text
			if e.ExceptionDetails.Exception != nil {
				text += " " + e.ExceptionDetails.Exception.Description
			}
			b.fault("exception: " + text)
		case *runtime.EventConsoleAPICalled:
			if e.Type == runtime.ConsoleAPICalledTypeError || e.Type == runtime.ConsoleAPICalledTypeWarning {
				var words []string
				for _, arg := range e.Args {
					words = append(words, string(arg.Value)+arg.Description)
				}
				b.fault("console: " + strings.Join(words, " "))
			}
		case *log.EventEntryAdded:
			if e.Entry.Level == log.EntryLevelError {
				b.fault("log: " + e.Entry.Text + " " + e.Entry.URL)
			}
		case *page.EventJavascriptDialogOpening:
			go func() {
				_, _ = chromedp.Call(ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
			}()
		}
	}))
	command(b, log.Enable, cdp.Empty{})
	command(b, runtime.Enable, cdp.Empty{})
	command(b, page.Enable, page.EnableParams{})
	t.Cleanup(b.clean)
	return b
}

func command[P, R any](b *tab, c cdp.Command[P, R], params P) R {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	return must(chromedp.Call(ctx, c, params))(b.t)
}

func (b *tab) fault(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.caused == "" || !strings.Contains(text, b.caused) {
		b.faults = append(b.faults, text)
	}
}

// clean reports the errors of the pages so far. The end of a test does so, too.
func (b *tab) clean() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, f := range b.faults {
		b.t.Error(f)
	}
	b.faults = nil
}

// forget drops the errors so far, because the test caused them.
func (b *tab) forget() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.faults = nil
}

func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for _, action := range actions {
		get(b, action)
	}
}

func get[T any](b *tab, action chromedp.Action[T]) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, action)
	if err != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.t.Fatalf("%v; %s", err, strings.Join(b.faults, "; "))
	}
	return value
}

func (b *tab) visit(address string) {
	b.t.Helper()
	b.do(chromedp.Navigate(address), chromedp.WaitReady(chromedp.CSS("main")))
}

// eval returns the value of a script; it awaits promises.
func eval[T any](b *tab, script string) T {
	b.t.Helper()
	return get(b, chromedp.Evaluate[T](script, chromedp.EvalAwaitPromise))
}

// expect compares the value of a script.
func expect[T comparable](b *tab, script string, want T, what string, args ...any) {
	b.t.Helper()
	if got := eval[T](b, script); got != want {
		b.t.Errorf("%s: %v, want %v", fmt.Sprintf(what, args...), got, want)
	}
}

// atMost compares the value of a script with a limit.
func atMost(b *tab, script string, most float64, what string, args ...any) {
	b.t.Helper()
	if got := eval[float64](b, script); got > most {
		b.t.Errorf("%s: %.3f, want at most %.3f", fmt.Sprintf(what, args...), got, most)
	}
}

// await waits until a page is complete and a script true; pages may change meanwhile. Before a page is
// complete, its scripts move what is on it, and the browser still gives its nodes other numbers.
func (b *tab) await(script string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](`document.readyState === "complete" && !!(`+script+")"))
		if err == nil && ok {
			return
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			last, end := context.WithTimeout(b.ctx, time.Minute)
			defer end()
			text, _ := chromedp.Run(last, chromedp.Text(chromedp.CSS("main")))
			b.t.Fatalf("waited in vain for %s: %v\n%s", script, err, text)
		}
	}
}

func (b *tab) click(selector string) {
	b.t.Helper()
	b.do(chromedp.Click(chromedp.CSS(selector)))
}

func (b *tab) text(selector string) string {
	b.t.Helper()
	return get(b, chromedp.TextContent(chromedp.CSS(selector)))
}

// contains looks for texts in an element.
func (b *tab) contains(selector string, texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		if got := b.text(selector); !strings.Contains(got, text) {
			b.t.Errorf("%s: %.300q, want %q", selector, got, text)
		}
	}
}

// press types keys: those of chromedp/kb, or letters.
func (b *tab) press(keys string) {
	b.t.Helper()
	b.do(chromedp.KeyEvent(keys))
}

func (b *tab) size(width, height int64) {
	b.t.Helper()
	command(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1,
	})
}

func (b *tab) theme(name string) {
	b.t.Helper()
	b.media("prefers-color-scheme", name)
}

// media sets a preference of the user, and unsets the others.
func (b *tab) media(name, value string) {
	b.t.Helper()
	command(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: name, Value: value},
	}})
}

func (b *tab) mouse(kind input.DispatchMouseEventType, x, y float64) {
	b.t.Helper()
	command(b, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: kind, X: x, Y: y, Button: "left", Buttons: 1, ClickCount: 1,
	})
}

// picture keeps a picture of the page with -artifacts.
func (b *tab) picture(name string) {
	b.t.Helper()
	if flag.Lookup("test.artifacts").Value.String() == "true" {
		png := get(b, chromedp.FullScreenshot(100))
		fine(b.t, os.WriteFile(filepath.Join(b.t.ArtifactDir(), name+".png"), png, 0o644))
	}
}

var focusBody = chromedp.Evaluate[chromedp.Void](`document.activeElement.blur()`)

func quoted(text string) string {
	q, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(q)
}

// onLoad runs a script in every page before its own scripts.
func onLoad(b *tab, script string) {
	b.t.Helper()
	command(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}
