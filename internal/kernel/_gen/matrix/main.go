// Command matrix writes the assembly of package internal/kernel/matrix.
//
//	go run ./matrix -set avx512 -out zavx512_amd64.s -stubs zavx512_amd64.go
package main

import (
	"flag"
	"log"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/reg"

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
		log.Fatalf("matrix: no instruction set %q: want avx512 or avx2", *set)
	}
}

func arg(name string) GPVirtual {
	r := GP64()
	Load(Param(name), r)
	return r
}
