//go:build !js

package main

func main() { panic("this program is for js/wasm: scripts/site builds it") }
