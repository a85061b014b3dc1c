// Command lanes writes the step functions of the lane engine in Go assembly:
// zlanes16_amd64.s and zlanes8_amd64.s with their declarations, into the directory
// that is its argument. Run by "go generate" in internal/kernel; the output depends on
// nothing but this source.
package main

import (
	"fmt"
	"go/token"
	"go/types"
	"log"
	"os"
	"strings"

	"github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/gotypes"
	"github.com/mmcloughlin/avo/ir"
	"github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/pass"
	"github.com/mmcloughlin/avo/printer"
	"github.com/mmcloughlin/avo/reg"
)

// Numbers of the package kernel, which checks at build time that they are its own.
const (
	maxRows = 11
	tested  = 7
	limit   = 1120
	flight  = 32
	words   = 5

	wordBytes = 4 * (limit + 64) // of one word of all states of an array

	offFlight  = words * wordBytes
	offApart   = offFlight + (words+1)*flight*4
	offGap     = offApart + 32
	offBlocked = offGap + 32
	offShift   = offBlocked + 32*tested
	offOwn     = offShift + 32*tested
	offHead    = offOwn + 32
	offTail    = offHead + 8
	offSteps   = offTail + 8
	offFound   = offSteps + 8
)

// Registers of every step function. A pointer to an array is the address of word 0 of
// a state; the other words follow at distances of wordBytes.
var (
	parents  = reg.RSI
	children = reg.RDI
	from     = reg.R8  // the next parent to take
	fromEnd  = reg.R9  // the last place of from with 32 parents
	to       = reg.R10 // where the next child goes
	toEnd    = reg.R11 // the first place of to at which no step begins
	found    = reg.R12
	steps    = reg.R13
)

// Words of a state in flight, by index.
const (
	columns = iota
	nearUp
	nearDown
	farUp
	farDown
	free
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: lanes DIRECTORY")
	}
	if err := os.Chdir(os.Args[1]); err != nil {
		log.Fatal(err)
	}
	if err := write("zlanes16_amd64", head16, &zmm{}); err != nil {
		log.Fatal(err)
	}
	if err := write("zlanes8_amd64", head8, &ymm{}); err != nil {
		log.Fatal(err)
	}
}

// vectors writes what differs between the instruction sets.
type vectors interface {
	name(rows int, blocked bool) string
	begin(c *build.Context, rows int, blocked bool) // constants and the states in flight
	step(c *build.Context, rows int, blocked bool)  // one child for each lane in flight
	end(c *build.Context)                           // store the states in flight
	move(c *build.Context)                          // the parents that are left, at from, to the front
	tables(c *build.Context)
}

// write writes one assembly file and its declarations.
func write(stem, head string, v vectors) error {
	c := build.NewContext()
	c.ConstraintExpr("amd64,!purego")
	v.tables(c)
	for rows := 3; rows <= maxRows; rows++ {
		function(c, v, rows, false)
		function(c, v, rows, true)
	}
	file, err := c.Result()
	if err != nil {
		return err
	}
	if err := pass.Compile.Execute(file); err != nil {
		return err
	}
	config := printer.Config{Name: "_gen/lanes", Pkg: "kernel"}
	if err := save(stem+".s", printer.NewGoAsm(config), file, head); err != nil {
		return err
	}
	return save(stem+".go", printer.NewStubs(config), file, "")
}

// save prints the file, with a comment below the line that says it is generated.
func save(path string, p printer.Printer, file *ir.File, comment string) error {
	text, err := p.Print(file)
	if err != nil {
		return err
	}
	first, rest, _ := strings.Cut(string(text), "\n")
	return os.WriteFile(path, []byte(first+"\n"+comment+rest), 0o644)
}

// signature returns func(parents, children *laneLevel).
func signature() *gotypes.Signature {
	pkg := types.NewPackage("queens/internal/kernel", "kernel")
	level := types.NewPointer(types.NewNamed(types.NewTypeName(token.NoPos, pkg, "laneLevel", nil), types.NewStruct(nil, nil), nil))
	parameter := func(name string) *types.Var { return types.NewParam(token.NoPos, pkg, name, level) }
	return gotypes.NewSignature(pkg, types.NewSignatureType(nil, nil, nil,
		types.NewTuple(parameter("parents"), parameter("children")), nil, false))
}

// function writes the step function for parents with the given number of open rows.
func function(c *build.Context, v vectors, rows int, blocked bool) {
	c.Function(v.name(rows, blocked))
	c.Attributes(nosplit)
	c.Signature(signature())
	squares := "no blocked squares in the rows concerned"
	if blocked {
		squares = "blocked squares"
	}
	c.Doc(fmt.Sprintf("%s is the laneStep for parents with %d open rows and %s.", v.name(rows, blocked), rows, squares))
	c.Pragma("noescape")

	c.Load(c.Param("parents"), parents)
	head, tail := operand.Mem{Base: parents, Disp: offHead}, operand.Mem{Base: parents, Disp: offTail}
	c.MOVQ(head, reg.RAX)
	c.LEAQ(operand.Mem{Base: parents, Index: reg.RAX, Scale: 4}, from)
	c.MOVQ(tail, reg.RAX)
	c.LEAQ(operand.Mem{Base: parents, Index: reg.RAX, Scale: 4, Disp: -4 * flight}, fromEnd)
	if rows > 3 {
		c.Load(c.Param("children"), children)
		c.MOVQ(operand.Mem{Base: children, Disp: offTail}, reg.RAX)
		c.LEAQ(operand.Mem{Base: children, Index: reg.RAX, Scale: 4}, to)
		c.LEAQ(operand.Mem{Base: children, Disp: 4 * limit}, toEnd)
	} else {
		c.XORL(found.As32(), found.As32())
	}
	c.XORL(steps.As32(), steps.As32())
	v.begin(c, rows, blocked)
	c.JMP(operand.LabelRef("check"))

	c.Label("step")
	v.step(c, rows, blocked)
	c.INCQ(steps)
	c.Label("check")
	c.CMPQ(from, fromEnd)
	c.JHI(operand.LabelRef("done"))
	if rows > 3 {
		c.CMPQ(to, toEnd)
		c.JCS(operand.LabelRef("step"))
	} else {
		c.JMP(operand.LabelRef("step"))
	}

	c.Label("done")
	v.end(c)
	c.ADDQ(steps, operand.Mem{Base: parents, Disp: offSteps})
	if rows > 3 {
		c.SUBQ(children, to)
		c.SHRQ(operand.U8(2), to)
		c.MOVQ(to, operand.Mem{Base: children, Disp: offTail})
	} else {
		c.ADDQ(found, operand.Mem{Base: parents, Disp: offFound})
	}
	c.CMPQ(from, fromEnd)
	c.JHI(operand.LabelRef("few"))
	c.SUBQ(parents, from) // parents are left for another call
	c.SHRQ(operand.U8(2), from)
	c.MOVQ(from, head)
	c.JMP(operand.LabelRef("return"))

	c.Label("few")
	v.move(c)
	c.SUBQ(from, fromEnd) // -32 more than the number of parents left, in bytes
	c.ADDQ(operand.I32(4*flight), fromEnd)
	c.SHRQ(operand.U8(2), fromEnd)
	c.MOVQ(fromEnd, tail)
	c.MOVQ(operand.I32(0), head)
	c.Label("return")
	c.VZEROUPPER()
	c.RET()
}

// word returns the w-th word of the states at a pointer.
func word(pointer reg.Register, w int) operand.Mem {
	return operand.Mem{Base: pointer, Disp: w * wordBytes}
}

// inFlight returns where a word of the group of lanes that starts at lane is kept.
func inFlight(w, lane int) operand.Mem {
	return operand.Mem{Base: parents, Disp: offFlight + 4*(w*flight+lane)}
}

// level returns the vector at an offset in the parents' level.
func level(offset int) operand.Mem { return operand.Mem{Base: parents, Disp: offset} }

func blockedAt(j int) operand.Mem { return level(offBlocked + 32*j) }
func shiftAt(j int) operand.Mem   { return level(offShift + 32*j) }
