package driver

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// ptxProgram is a PTX text prepared for the interpreter, which knows only the instructions that
// clang generates for kernel.cl.
type ptxProgram struct {
	entries map[string]*ptxEntry
	steps   uint64 // instructions executed
	valid   []bool // bytes of global memory that are allocated
}

type ptxEntry struct {
	parameters []int // bytes of each
	names      map[string]int
	registers  map[string]int
	labels     map[string]int
	code       []ptxStep
}

// ptxStep executes one instruction and returns what the thread does next.
type ptxStep func(t *ptxThread) ptxNext

type ptxNext int

const (
	goOn ptxNext = iota
	jumped
	waits
	ended
)

type ptxThread struct {
	registers  []uint64
	at         int
	special    map[string]uint64
	parameters []uint64
	global     []byte // address 0 is invalid
	valid      []bool
	shared     []byte // from sharedBase on
	ended      bool
}

// sharedBase is where the memory of a group begins: not at 0, because drivers reserve some.
const sharedBase = 1024

var (
	ptxParameter = regexp.MustCompile(`^\.param \.u(32|64) (\w+),?$`)
	ptxCode      = regexp.MustCompile(`^(?:@(!?)(%p\d+)\s+)?([\w.]+)\s*(.*);$`)
	ptxAddress   = regexp.MustCompile(`^\[([%\w]+)(?:\+(-?\d+))?\]$`)
)

// parsePTX fails for unknown instructions, such as calls and local memory.
func parsePTX(text string) (*ptxProgram, error) {
	p := &ptxProgram{entries: map[string]*ptxEntry{}}
	var e *ptxEntry
	for number, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "//")
		line = strings.TrimSpace(line)
		name, isEntry := strings.CutPrefix(line, ".visible .entry ")
		switch {
		case line == "" || strings.HasPrefix(line, ".reg ") || strings.HasPrefix(line, ".pragma \"nounroll\"") ||
			strings.ContainsAny(line, "(){}") && len(line) == 1,
			e == nil && !isEntry && (strings.HasPrefix(line, ".version ") || strings.HasPrefix(line, ".target ") ||
				strings.HasPrefix(line, ".address_size ") || strings.HasPrefix(line, ".extern .shared ")):
		case isEntry:
			e = &ptxEntry{names: map[string]int{}, registers: map[string]int{}, labels: map[string]int{}}
			p.entries[strings.TrimSuffix(name, "(")] = e
		case ptxParameter.MatchString(line):
			m := ptxParameter.FindStringSubmatch(line)
			size, _ := strconv.Atoi(m[1])
			e.names[m[2]] = len(e.parameters)
			e.parameters = append(e.parameters, size/8)
		case strings.HasSuffix(line, ":"):
			e.labels[strings.TrimSuffix(line, ":")] = len(e.code)
		default:
			step, err := e.instruction(line)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", number+1, err)
			}
			e.code = append(e.code, step)
		}
	}
	return p, nil
}

func (e *ptxEntry) instruction(line string) (ptxStep, error) {
	m := ptxCode.FindStringSubmatch(line)
	if m == nil {
		return nil, fmt.Errorf("%q is no instruction", line)
	}
	var operands []string
	if m[4] != "" {
		operands = strings.Split(strings.NewReplacer("{", "", "}", "", " ", "").Replace(m[4]), ",")
	}
	step, err := e.operation(m[3], operands)
	if err != nil || m[2] == "" {
		return step, err
	}
	condition, wanted := e.register(m[2]), uint64(1)
	if m[1] == "!" {
		wanted = 0
	}
	return func(t *ptxThread) ptxNext {
		if t.registers[condition] != wanted {
			return goOn
		}
		return step(t)
	}, nil
}

func (e *ptxEntry) register(name string) int {
	if _, ok := e.registers[name]; !ok {
		e.registers[name] = len(e.registers)
	}
	return e.registers[name]
}

// source returns a function that reads an operand: a register, a number, or the address of shared
// memory.
func (e *ptxEntry) source(operand string) func(t *ptxThread) uint64 {
	if x, err := strconv.ParseInt(operand, 10, 64); err == nil {
		return func(*ptxThread) uint64 { return uint64(x) }
	}
	switch {
	case operand == "queens_tables":
		return func(*ptxThread) uint64 { return sharedBase }
	case strings.Contains(operand, "."):
		return func(t *ptxThread) uint64 { return t.special[operand] }
	}
	r := e.register(operand)
	return func(t *ptxThread) uint64 { return t.registers[r] }
}

// ptxValues are the arithmetic instructions, by name without the type.
var ptxValues = map[string]func(x []uint64, width int) uint64{
	"mov":  func(x []uint64, _ int) uint64 { return x[0] },
	"cvt":  func(x []uint64, _ int) uint64 { return x[0] },
	"add":  func(x []uint64, _ int) uint64 { return x[0] + x[1] },
	"sub":  func(x []uint64, _ int) uint64 { return x[0] - x[1] },
	"neg":  func(x []uint64, _ int) uint64 { return -x[0] },
	"not":  func(x []uint64, _ int) uint64 { return ^x[0] },
	"and":  func(x []uint64, _ int) uint64 { return x[0] & x[1] },
	"or":   func(x []uint64, _ int) uint64 { return x[0] | x[1] },
	"shl":  func(x []uint64, _ int) uint64 { return x[0] << x[1] },
	"shr":  func(x []uint64, _ int) uint64 { return x[0] >> x[1] },
	"div":  func(x []uint64, _ int) uint64 { return x[0] / x[1] },
	"min":  func(x []uint64, _ int) uint64 { return min(x[0], x[1]) },
	"popc": func(x []uint64, _ int) uint64 { return uint64(bits.OnesCount64(x[0])) },
	"mul":  func(x []uint64, _ int) uint64 { return x[0] * x[1] },
	"mad":  func(x []uint64, _ int) uint64 { return x[0]*x[1] + x[2] },
	"selp": func(x []uint64, _ int) uint64 {
		if x[2] == 1 {
			return x[0]
		}
		return x[1]
	},
}

// ptxRelations are the relations of setp; all comparisons are unsigned.
var ptxRelations = map[string]func(a, b uint64) bool{
	"eq": func(a, b uint64) bool { return a == b },
	"ne": func(a, b uint64) bool { return a != b },
	"lt": func(a, b uint64) bool { return a < b },
	"le": func(a, b uint64) bool { return a <= b },
	"ge": func(a, b uint64) bool { return a >= b },
	"gt": func(a, b uint64) bool { return a > b },
}

// widthOf returns the number of bits of a type: 1 for a predicate.
func widthOf(kind string) (int, error) {
	if kind == "pred" {
		return 1, nil
	}
	width, err := strconv.Atoi(strings.TrimLeft(kind, "bsu"))
	if err != nil || width != 32 && width != 64 {
		return 0, fmt.Errorf("%q is no type", kind)
	}
	return width, nil
}

func cut(x uint64, width int) uint64 { return x << (64 - width) >> (64 - width) }

func (e *ptxEntry) operation(name string, operands []string) (ptxStep, error) {
	words := strings.Split(name, ".")
	switch words[0] {
	case "ret":
		return func(*ptxThread) ptxNext { return ended }, nil
	case "bar":
		return func(*ptxThread) ptxNext { return waits }, nil
	case "bra":
		return func(t *ptxThread) ptxNext {
			t.at = e.labels[operands[0]]
			return jumped
		}, nil
	}
	width, err := widthOf(words[len(words)-1])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	switch words[0] {
	case "ld", "st", "atom":
		return e.access(name, words, width, operands)
	case "setp":
		return e.compare(words[1], words[2], width, operands)
	}
	operate, ok := ptxValues[words[0]]
	if !ok || words[0] == "div" && words[1] != "u32" || words[0] == "shr" && words[1][0] == 's' ||
		(words[0] == "mul" || words[0] == "mad") && words[1] == "hi" && name != "mul.hi.u32" || name == "min.s32" {
		return nil, fmt.Errorf("%s is not known", name)
	}
	if name == "mul.hi.u32" {
		operate = func(x []uint64, _ int) uint64 { return x[0] * x[1] >> 32 }
	}
	to, wide := e.register(operands[0]), width
	if words[0] == "cvt" { // cvt.u64.u32 has two types
		if wide, err = widthOf(words[1]); err != nil {
			return nil, err
		}
	}
	if len(words) == 3 && words[1] == "wide" {
		if words[2] != "u32" {
			return nil, fmt.Errorf("%s is not known", name)
		}
		wide = 64
	}
	sources := make([]func(*ptxThread) uint64, len(operands)-1)
	for i := range sources {
		sources[i] = e.source(operands[i+1])
	}
	return func(t *ptxThread) ptxNext {
		var x [3]uint64
		for i, source := range sources {
			x[i] = cut(source(t), width)
		}
		t.registers[to] = cut(operate(x[:], width), wide)
		return goOn
	}, nil
}

func (e *ptxEntry) compare(relation, kind string, width int, operands []string) (ptxStep, error) {
	holds, ok := ptxRelations[relation]
	if !ok || kind[0] == 's' && relation != "eq" && relation != "ne" {
		return nil, fmt.Errorf("setp.%s.%s is not known", relation, kind)
	}
	to, a, b := e.register(operands[0]), e.source(operands[1]), e.source(operands[2])
	return func(t *ptxThread) ptxNext {
		t.registers[to] = 0
		if holds(cut(a(t), width), cut(b(t), width)) {
			t.registers[to] = 1
		}
		return goOn
	}, nil
}

// access compiles an instruction that reads or writes memory.
func (e *ptxEntry) access(name string, words []string, width int, operands []string) (ptxStep, error) {
	where := 0 // of the address
	for where < len(operands) && !strings.HasPrefix(operands[where], "[") {
		where++
	}
	if where == len(operands) {
		return nil, fmt.Errorf("%s without an address", name)
	}
	m := ptxAddress.FindStringSubmatch(operands[where])
	if m == nil {
		return nil, fmt.Errorf("%s of %s", name, operands[where])
	}
	offset, _ := strconv.ParseInt(m[2], 10, 64)
	space := words[1]
	if space == "volatile" {
		space = words[2]
	}
	if i, ok := e.names[m[1]]; ok && space == "param" && words[0] == "ld" {
		to := e.register(operands[0])
		return func(t *ptxThread) ptxNext {
			t.registers[to] = cut(t.parameters[i], width)
			return goOn
		}, nil
	}
	if space != "global" && space != "shared" {
		return nil, fmt.Errorf("%s: memory %q is not known", name, space)
	}
	base := e.source(m[1])
	memory := func(t *ptxThread, i int) []byte {
		at := base(t) + uint64(offset) + uint64(i*width/8)
		if at%uint64(width/8) != 0 {
			panic(fmt.Sprintf("%s at %d: not aligned", name, at))
		}
		if space == "shared" {
			return t.shared[at-sharedBase:][: width/8 : width/8]
		}
		if !t.valid[at] || !t.valid[at+uint64(width/8)-1] {
			panic(fmt.Sprintf("%s at %d: not allocated", name, at))
		}
		return t.global[at:][: width/8 : width/8]
	}
	switch {
	case words[0] == "ld":
		var to []int
		for _, operand := range operands[:where] {
			to = append(to, e.register(operand))
		}
		return func(t *ptxThread) ptxNext {
			for i, r := range to {
				t.registers[r] = load64(memory(t, i))
			}
			return goOn
		}, nil
	case words[0] == "st" && where == 0:
		var from []func(*ptxThread) uint64
		for _, operand := range operands[1:] {
			from = append(from, e.source(operand))
		}
		return func(t *ptxThread) ptxNext {
			for i, source := range from {
				store64(memory(t, i), source(t))
			}
			return goOn
		}, nil
	case name == "atom."+space+".add.u32":
		to, from := e.register(operands[0]), e.source(operands[2])
		return func(t *ptxThread) ptxNext {
			x := load64(memory(t, 0))
			t.registers[to] = x
			store64(memory(t, 0), x+from(t))
			return goOn
		}, nil
	}
	return nil, fmt.Errorf("%s is not known", name)
}

func load64(b []byte) uint64 {
	if len(b) == 4 {
		return uint64(binary.LittleEndian.Uint32(b))
	}
	return binary.LittleEndian.Uint64(b)
}

func store64(b []byte, x uint64) {
	if len(b) == 4 {
		binary.LittleEndian.PutUint32(b, uint32(x))
	} else {
		binary.LittleEndian.PutUint64(b, x)
	}
}

// run executes the groups of a kernel one after another. The threads of a group take turns, each
// from one barrier to the next.
func (p *ptxProgram) run(entry string, global []byte, groups [2]int, items, local int, parameters []uint64) error {
	e, ok := p.entries[entry]
	if !ok {
		return fmt.Errorf("no kernel %q", entry)
	}
	for group := range groups[0] * groups[1] {
		shared := make([]byte, local)
		for i := range shared {
			shared[i] = 0xa5
		}
		threads := make([]*ptxThread, items)
		for i := range threads {
			threads[i] = &ptxThread{
				registers: make([]uint64, len(e.registers)), parameters: parameters, global: global,
				valid: p.valid, shared: shared, special: map[string]uint64{
					"%tid.x": uint64(i), "%ntid.x": uint64(items), "%ctaid.x": uint64(group % groups[0]),
					"%ctaid.y": uint64(group / groups[0]), "%nctaid.x": uint64(groups[0]),
					"%nctaid.y": uint64(groups[1]),
				},
			}
		}
		for left := items; left > 0; {
			for _, t := range threads {
				if !t.ended {
					p.runThread(e, t)
				}
				if t.ended {
					left--
				}
			}
			if left > 0 && left < items {
				return fmt.Errorf("%s: %d threads wait for %d that have ended", entry, left, items-left)
			}
		}
	}
	return nil
}

func (p *ptxProgram) runThread(e *ptxEntry, t *ptxThread) {
	for {
		p.steps++
		at := t.at
		t.at++
		switch e.code[at](t) {
		case waits:
			return
		case ended:
			t.ended = true
			return
		}
	}
}

// TestPTXForbids rejects code that the driver would have to link or that uses local memory.
func TestPTXForbids(t *testing.T) {
	const head = ".visible .entry k(\n.param .u64 k_param_0\n)\n{\n"
	for _, line := range []string{
		"call.uni (retval0), min, (param0);", "ld.local.u32 %r1, [%rd1];", "mul.hi.s32 %r1, %r2, %r3;",
		"min.s32 %r1, %r2, %r3;", "shr.s32 %r1, %r2, 3;",
		"setp.lt.s32 %p1, %r1, 0;", "add.f32 %f1, %f2, %f3;", "brx.idx %r1, ts;", ".local .align 4 .b8 depot[8];",
	} {
		if _, err := parsePTX(head + line + "\nret;\n}\n"); err == nil {
			t.Errorf("%s is accepted", line)
		}
	}
	if _, err := parsePTX(head + "ret;\n}\n"); err != nil {
		t.Error(err)
	}
}
