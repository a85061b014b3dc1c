// Command halves writes the assembly of package internal/kernel/halves.
//
//	go run ./halves -out zavx512_amd64.s -stubs zavx512_amd64.go
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"

	"queens/internal/kernel/_gen/heading"
)

func main() {
	flag.Parse() // avo's own flags
	ConstraintExpr("!purego")
	meet()
	keep()
	flip()
	heading.Generate(head)
}
