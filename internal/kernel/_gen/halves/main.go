// Command halves writes the assembly of package internal/kernel/halves.
//
//	go run ./halves -set avx512 -out zavx512_amd64.s -stubs zavx512_amd64.go
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"

	"queens/internal/kernel/_gen/heading"
)

func main() {
	set := flag.String("set", "", "instruction set: avx512 or avx2")
	flag.Parse() // avo's own flags as well
	ConstraintExpr("!purego")
	switch *set {
	case "avx512":
		avx512()
		heading.Generate(head512)
	case "avx2":
		avx2()
		heading.Generate(head2)
	default:
		log.Fatalf("halves: no instruction set %q: want avx512 or avx2", *set)
	}
}
