//go:build js

// Command engine is the workstation in the browser: the handler that the server has, compiled for
// js/wasm. A worker of each page gives it requests. Package site builds it.
package main

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall/js"
	"time"

	"queens/cmd/internal/web"
)

const answerTime = 60 * time.Second

func main() {
	handler := web.Handler()
	js.Global().Set("queens", js.FuncOf(func(_ js.Value, args []js.Value) any {
		method, address, media, body := args[0].String(), args[1].String(), args[2].String(), args[3].String()
		return js.Global().Get("Promise").New(js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() { settle[0].Invoke(answer(handler, method, address, media, body)) }()
			return nil
		}))
	}))
	js.Global().Call("engineReady")
	select {} // the worker calls
}

func answer(handler http.Handler, method, address, media, body string) (result map[string]any) {
	defer func() {
		if cause := recover(); cause != nil {
			result = map[string]any{
				"status": http.StatusInternalServerError, "headers": map[string]any{}, "body": fmt.Sprint(cause),
			}
		}
	}()
	ctx, cancel := context.WithTimeout(context.Background(), answerTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return map[string]any{"status": http.StatusBadRequest, "headers": map[string]any{}, "body": err.Error()}
	}
	if r.Host == "" {
		r.Host = r.URL.Host
	}
	r.Header.Set("Content-Type", media)
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	headers := map[string]any{}
	for name := range w.Header() {
		headers[name] = w.Header().Get(name)
	}
	bytes := js.Global().Get("Uint8Array").New(w.Body.Len())
	js.CopyBytesToJS(bytes, w.Body.Bytes())
	return map[string]any{"status": w.Code, "headers": headers, "body": bytes}
}
