// Command halves writes the assembly of package internal/kernel/halves.
//
//	go run ./halves -set avx512 -out zavx512_amd64.s -stubs zavx512_amd64.go
package main

import "queens/internal/kernel/_gen/emit"

func main() {
	emit.File(map[string]emit.Set{
		"avx512": {Write: avx512, Heading: head512},
		"avx2":   {Write: avx2, Heading: head2},
	})
}
