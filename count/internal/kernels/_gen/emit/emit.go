// Package emit is shared by the programs that write assembly.
package emit

import (
	"bytes"
	"encoding/binary"
	"flag"
	"go/format"
	"log"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Set is an instruction set: a function that writes the code, and the comment for the top of the
// file.
type Set struct {
	Write   func()
	Text    func(*Text) // instead of Write, for processors that avo does not support
	Heading string
	Check   string // added to the declarations
}

// File writes the assembly and its declarations for the instruction set of the flag -set, "" if a
// package has only one; avo has the other flags.
func File(sets map[string]Set) {
	name := flag.String("set", "", "instruction set")
	flag.Parse()
	set, ok := sets[*name]
	if !ok {
		log.Fatalf("no instruction set %q: want one of %v", *name, slices.Sorted(maps.Keys(sets)))
	}
	set.file()
}

func (set Set) file() {
	if set.Text != nil {
		var t Text
		set.Text(&t)
		t.file(set.Heading)
		return
	}
	ConstraintExpr("!purego")
	set.Write()
	Generate()
	rewrite("out", func(text []byte) ([]byte, error) {
		return bytes.Replace(text, []byte("\n"), []byte("\n"+set.Heading), 1), nil
	})
	rewrite("stubs", func(text []byte) ([]byte, error) { return format.Source(append(text, set.Check...)) })
}

// rewrite changes the file of one of avo's flags, and gives functions their types.
func rewrite(file string, change func(text []byte) ([]byte, error)) {
	path := flag.Lookup(file).Value.String()
	text, err := os.ReadFile(path)
	for name, signature := range typed {
		text = regexp.MustCompile(`func `+name+`\(.*`).ReplaceAll(text, []byte("func "+name+signature))
	}
	if err == nil {
		text, err = change(text)
	}
	if err == nil {
		err = os.WriteFile(path, text, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// typed are the signatures of functions with types of the package, which avo does not know: to avo
// all pointers are *byte.
var typed = map[string]string{}

var ofPackage = regexp.MustCompile(`\*[a-z]+[A-Z]\w*`)

// Func begins a function whose pointers do not escape.
func Func(name, signature string, doc ...string) {
	plain := ofPackage.ReplaceAllString(signature, "*byte")
	if plain != signature {
		typed[name] = strings.TrimPrefix(signature, "func")
	}
	TEXT(name, NOSPLIT, plain)
	Doc(doc...)
	Pragma("noescape")
}

// Arg loads a 64-bit parameter.
func Arg(name string) GPVirtual {
	r := GP64()
	Load(Param(name), r)
	return r
}

var defined = map[string]Mem{}

// Bytes defines n bytes of constant data, a multiple of 8; a name always has the same.
func Bytes(name string, n int, value func(i int) uint8) Mem {
	if data, ok := defined[name]; ok {
		return data
	}
	data := GLOBL(name, RODATA|NOPTR)
	defined[name] = data
	for at := 0; at < n; at += 8 {
		var word [8]byte
		for i := range word {
			word[i] = value(at + i)
		}
		DATA(at, U64(binary.LittleEndian.Uint64(word[:])))
	}
	return data
}

// Bytes32 loads 32 bytes of constant data into a register.
func Bytes32(name string, value func(i int) uint8) VecVirtual {
	v := YMM()
	VMOVDQU(Bytes(name, 32, value), v)
	return v
}

// Orders defines, for each mask of keys of 32 or 64 bits, the order of the doublewords of a vector
// of 256 bits that puts the keys of the mask first and the others after them, in 8 bytes.
func Orders(name string, bits int) Mem {
	var orders []uint8
	lanes := bits / 32
	for mask := range 1 << (8 / lanes) {
		for _, in := range []int{1, 0} {
			for i := range uint8(8) {
				if mask>>(int(i)/lanes)&1 == in {
					orders = append(orders, i)
				}
			}
		}
	}
	return Bytes(name, len(orders), func(i int) uint8 { return orders[i] })
}

// First returns the keys of v in the order of their mask. orders points to those of Orders.
func First(v VecVirtual, mask, orders Register) VecVirtual {
	order, out := YMM(), YMM()
	VPMOVZXBD(Mem{Base: orders, Index: mask, Scale: 8}, order)
	VPERMD(v, order, out)
	return out
}

// Append stores the keys of a mask at to, and up to 32 bytes after them, and moves to past them. It
// changes mask into their number.
func Append(to GPVirtual, bits int, v VecVirtual, mask GPVirtual, orders Register) {
	VMOVDQU(First(v, mask, orders), Mem{Base: to})
	POPCNTL(mask.As32(), mask.As32())
	LEAQ(Mem{Base: to, Index: mask, Scale: uint8(bits / 8)}, to)
}

// Counter counts bits with a table of nibbles.
type Counter struct{ counts, nibble VecVirtual }

// NewCounter loads its constants.
func NewCounter() Counter {
	counts := Bytes32("counts", func(i int) uint8 { return uint8(i&1 + i>>1&1 + i>>2&1 + i>>3&1) })
	return Counter{counts, Bytes32("nibble", func(int) uint8 { return 15 })}
}

// Count replaces the bytes of v by the bit counts of their lower halves and returns those of the
// upper halves.
func (c Counter) Count(v VecVirtual) VecVirtual {
	high := YMM()
	VPSRLW(U8(4), v, high)
	VPAND(c.nibble, v, v)
	VPAND(c.nibble, high, high)
	VPSHUFB(v, c.counts, v)
	VPSHUFB(high, c.counts, high)
	return high
}

// StoreSum stores the sum of the quadwords of a 256-bit vector as a result.
func StoreSum(v VecVirtual, result int) {
	x, t, out := XMM(), XMM(), GP64()
	VEXTRACTI128(U8(1), v, x)
	VPADDQ(x, v.AsX(), x)
	VPSHUFD(U8(0x4e), x, t)
	VPADDQ(t, x, x)
	VMOVQ(x, out)
	Store(out, ReturnIndex(result))
}

// StoreSum512 is StoreSum with 512 bits.
func StoreSum512(v VecVirtual, result int) {
	y := YMM()
	VEXTRACTI64X4(U8(1), v, y)
	VPADDQ(y, v.AsY(), y)
	StoreSum(y, result)
}

// ReturnKeys ends a function that returns the number of keys between start and end, which it
// changes.
func ReturnKeys(start, end GPVirtual, bits int) {
	SUBQ(start, end)
	SHRQ(U8(map[int]uint8{32: 2, 64: 3}[bits]), end)
	Store(end, ReturnIndex(0))
	End()
}

// End ends a function that uses vectors.
func End() {
	VZEROUPPER()
	RET()
}
