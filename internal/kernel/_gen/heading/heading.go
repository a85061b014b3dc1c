// Package heading writes the comment that a file of generated assembly opens with.
package heading

import (
	"flag"
	"log"
	"os"
	"strings"

	"github.com/mmcloughlin/avo/build"
)

// Generate is avo's Generate for programs that write their assembly to a file (its
// flag -out); afterwards comment stands below the line that says the file is
// generated.
func Generate(comment string) {
	build.Generate()
	path := flag.Lookup("out").Value.String()
	if path == "" || path == "-" {
		return
	}
	text, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	if err := os.WriteFile(path, []byte(first+"\n"+comment+rest), 0o644); err != nil {
		log.Fatal(err)
	}
}
