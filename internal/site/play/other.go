//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "play: build it for js/wasm, as scripts/site does")
	os.Exit(2)
}
