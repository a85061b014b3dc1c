package ledger

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/fxamacker/cbor/v2"

	"queens"
	"queens/internal/errs"
)

// Schema is the version of the file format. Later releases read it.
const Schema = 5

// Limits of a ledger. They bound the work that a damaged or hostile file can cause.
const (
	MaxSubproblems = 1 << 24 // of one run; plans stay near a million
	MaxOrder       = 1 << 16 // of the board
	maxName        = 200     // bytes of a variant, program or kernel
	maxNote        = 1 << 14 // bytes of a doubt or a reason
	maxNotes       = 100     // most recent ones in a Run
	maxSeq         = 1 << 62 // number of a frame
)

// Hash is a SHA-256 value.
type Hash [sha256.Size]byte

// String returns the hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText returns the hash in hexadecimal.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText parses a hash. Errors: queens.ErrFormat.
func (h *Hash) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != len(h) {
		return errs.Errorf("read hash %.70q: want %d hexadecimal digits: %w", text, 2*len(h), queens.ErrFormat)
	}
	*h = Hash(b)
	return nil
}

// Header says what the run of a ledger counts, and how. The question, the method and the plan
// identify the run; the rest tells of the count that created it.
type Header struct {
	_             struct{}        `cbor:",toarray"`
	Schema        int             `json:"schema"` // set by Open
	Order         int             `json:"order"`  // of the question, with the following two
	Topology      queens.Topology `json:"topology"`
	Of            string          `json:"of"`     // what is counted, as after --of: "all", "symmetric"
	Method        string          `json:"method"` // name in the table of methods
	MethodVersion int             `json:"methodVersion"`
	Plan          Hash            `json:"plan"`
	Subproblems   int             `json:"subproblems"`      // of the plan, numbered from 0
	Kernel        string          `json:"kernel,omitempty"` // that was asked for; empty: any
	Program       string          `json:"program"`          // name and version of the program that created it
	Created       time.Time       `json:"created"`          // to the second; set by Open if zero

	// Of the question as well: names of squares with a queen and of squares without, as "a1,c2".
	Given   string `json:"given,omitempty"`
	Blocked string `json:"blocked,omitempty"`
}

// RunName returns the name of the directory of the run: order, method and the beginning of the
// plan's hash.
func (h Header) RunName() string { return fmt.Sprintf("n%d-%s-%.8s", h.Order, h.Method, h.Plan) }

// Result is the outcome of one subproblem.
type Result struct {
	_          struct{}     `cbor:",toarray"`
	Subproblem int          `json:"subproblem"`            // from 0
	Total      queens.Total `json:"total"`                 // exact weighted sum
	Mod13      uint8        `json:"mod13"`                 // Total modulo 13, computed independently by the kernel's caller
	Mod15      uint8        `json:"mod15"`                 // Total modulo 15, likewise
	Nodes      uint64       `json:"nodes,string,omitzero"` // visited, for statistics
	// name of the kernel; names joined by "+" if several took part, the main one first
	Kernel  string        `json:"kernel,omitempty"`
	Elapsed time.Duration `json:"elapsedNanos,omitempty"` // of one worker
	Worker  string        `json:"worker,omitempty"`       // that counted it; empty: the process that wrote it
	// name and version of the program that counted it
	Build string `json:"build,omitempty"`
	// Evidence has figures for checks that every computation of the subproblem shares, at most
	// MaxEvidence of them.
	Evidence []Evidence `json:"evidence,omitempty"`
	// Share is that of the plan's estimated work, in units of 1/WholeShare.
	Share uint64 `cbor:"share" json:"-"`
}

// WholeShare is the share of all results together.
const WholeShare = 1 << 40

// Evidence is a named figure.
type Evidence struct {
	_     struct{} `cbor:",toarray"`
	Name  string   `json:"name"`
	Value uint64   `json:"value,string"`
}

// MaxEvidence is the largest number of figures in a result.
const MaxEvidence = 64

// NewResult returns a Result with the residues of total. Counters that compute residues replace
// them.
func NewResult(subproblem int, total queens.Total) Result {
	return Result{Subproblem: subproblem, Total: total, Mod13: uint8(total.Mod(13)), Mod15: uint8(total.Mod(15))}
}

// Differs returns the first thing in which two computations of one subproblem differ although they
// must not, and both values; nothing if they agree. Nodes are compared only if one kernel of one
// build counted without evidence: then they depend on the subproblem alone.
func (r Result) Differs(other Result) (what, one, two string) {
	switch {
	case r.Total != other.Total:
		return "total", r.Total.String(), other.Total.String()
	case len(r.Evidence) > 0 && len(other.Evidence) > 0 && !slices.Equal(r.Evidence, other.Evidence):
		return "evidence", r.EvidenceText(), other.EvidenceText()
	case r.Nodes != other.Nodes && r.Build != "" && r.Build == other.Build && r.Kernel == other.Kernel &&
		!strings.Contains(r.Kernel, kernelSeparator) && len(r.Evidence)+len(other.Evidence) == 0:
		return "number of nodes by kernel " + r.Kernel, fmt.Sprint(r.Nodes), fmt.Sprint(other.Nodes)
	}
	return "", "", ""
}

// EvidenceText returns the evidence in one field: "top=46 bottom=46".
func (r Result) EvidenceText() string {
	var figures []string
	for _, e := range r.Evidence {
		figures = append(figures, fmt.Sprintf("%s=%d", e.Name, e.Value))
	}
	return strings.Join(figures, " ")
}

func (r Result) same(other Result) bool {
	return r.Subproblem == other.Subproblem && r.Total == other.Total && r.Nodes == other.Nodes &&
		r.Kernel == other.Kernel &&
		r.Elapsed == other.Elapsed && r.Worker == other.Worker && r.Build == other.Build && r.Share == other.Share &&
		slices.Equal(r.Evidence, other.Evidence)
}

// kernelSeparator separates the names of kernels that counted a result together.
const kernelSeparator = "+"

func usesKernel(names, kernel string) bool {
	return slices.Contains(strings.Split(names, kernelSeparator), kernel)
}

func (r Result) residuesFit() bool {
	return uint64(r.Mod13) == r.Total.Mod(13) && uint64(r.Mod15) == r.Total.Mod(15)
}

// Done certifies that every subproblem has a result.
type Done struct {
	_       struct{}     `cbor:",toarray"`
	Total   queens.Total `json:"total"` // sum of all results
	Results int          `json:"results"`
	Program string       `json:"program"`
	Time    time.Time    `json:"time"` // to the second
}

// Cost is what a process spent on results.
type Cost struct {
	_         struct{} `cbor:",toarray"`
	Results   int
	Processor time.Duration // time of all its threads
}

func (c Cost) validate() error {
	if c.Results < 0 || c.Results > MaxSubproblems || c.Processor < 0 {
		return errs.Errorf("%d results in %v of processor time: %w", c.Results, c.Processor, queens.ErrFormat)
	}
	return nil
}

// Withdrawal says which results left a ledger, and why.
type Withdrawal struct {
	_       struct{}  `cbor:",toarray"`
	Before  Hash      // head of the ledger when they left
	Kernel  string    // that was revoked; empty if none was
	Reason  string    // for people
	Time    time.Time // to the second
	Results []Result  // that no longer count, here or in a copy; they need not have been in the ledger
}

// Note is a doubt or a withdrawal, for people.
type Note struct {
	_    struct{}  `cbor:",toarray"`
	Time time.Time `json:"time"` // to the second
	Text string    `json:"text"`
}

// kind is the kind of a frame. Readers count frames of unknown kinds.
type kind uint64

const (
	headerKind kind = 1
	resultKind kind = 2
	doneKind   kind = 4
	goneKind   kind = 5
	doubtKind  kind = 6
	costKind   kind = 7
)

// Every frame has the first bytes of two hashes.
//
// linkLen is 16: to alter a frame so that the next still fits takes a second preimage, 2^128 tries.
// The 2^64 tries of a collision would give the owner of a run two histories with one link. But he
// can write any history without trying, and the head of the chain that he publishes is the whole
// hash. Half a hash saves 16 MB per million results.
//
// planLen is 8: plans differ by accident only, never by malice.
const (
	linkLen = 16
	planLen = 8
)

type (
	link       [linkLen]byte
	planPrefix [planLen]byte
)

func (h Hash) prefix() planPrefix { return planPrefix(h[:planLen]) }

// envelope is the payload of a frame: an array of five.
type envelope[B any] struct {
	_    struct{} `cbor:",toarray"`
	Kind kind
	Seq  uint64 // 1, 2, 3, ... along the file
	Prev link   // first bytes of SHA-256 of the payload of frame Seq-1; zero in frame 1
	Plan planPrefix
	Body B
}

func (h Header) validate() error {
	switch {
	case h.Order < 0 || h.Order > MaxOrder:
		return errs.Errorf("order %d is outside 0..%d: %w", h.Order, MaxOrder, queens.ErrOrder)
	case h.MethodVersion < 0:
		return errs.Errorf("version %d of the method is negative: %w", h.MethodVersion, queens.ErrFormat)
	case h.Subproblems < 0 || h.Subproblems > MaxSubproblems:
		return errs.Errorf("%d subproblems, want 0..%d: %w", h.Subproblems, MaxSubproblems, queens.ErrFormat)
	case len(h.Given)+len(h.Blocked) > maxNote || !utf8.ValidString(h.Given+h.Blocked):
		return errs.Errorf("the squares of the question take more than %d bytes or are not text: %w", maxNote,
			queens.ErrFormat)
	case !isName(h.Of) || !isName(h.Method) || !isName(h.Kernel) || !isName(h.Program):
		return errs.Errorf("the question or a name is longer than %d bytes or not text: %w", maxName, queens.ErrFormat)
	}
	return nil
}

func isName(s string) bool { return len(s) <= maxName && utf8.ValidString(s) }

func (r Result) validate(subproblems int) error {
	switch {
	case r.Subproblem < 0 || r.Subproblem >= subproblems:
		return errs.Errorf("subproblem %d is outside 1..%d: %w", r.Subproblem+1, subproblems, queens.ErrFormat)
	case !isName(r.Kernel) || !isName(r.Worker) || !isName(r.Build):
		return errs.Errorf("the name of the kernel, worker or build is longer than %d bytes or not text: %w", maxName,
			queens.ErrFormat)
	case len(r.Evidence) > MaxEvidence || slices.ContainsFunc(r.Evidence,
		func(e Evidence) bool { return !isName(e.Name) }):
		return errs.Errorf("the evidence of subproblem %d has more than %d figures, or a name that is longer than %d "+
			"bytes or not text: %w",
			r.Subproblem+1, MaxEvidence, maxName, queens.ErrFormat)
	case r.Elapsed < 0 || r.Share > WholeShare:
		return errs.Errorf("elapsed time %v is negative, or the share %d more than all: %w", r.Elapsed, r.Share,
			queens.ErrFormat)
	case !r.residuesFit():
		return fmt.Errorf("total %v of subproblem %d leaves %d modulo 13 and %d modulo 15, the counter says %d and "+
			"%d: %w",
			r.Total, r.Subproblem+1, r.Total.Mod(13), r.Total.Mod(15), r.Mod13, r.Mod15, ErrResidue)
	}
	return nil
}

// note says what left, for people.
func (w Withdrawal) note() Note {
	what := fmt.Sprintf("%d results are", len(w.Results))
	switch {
	case w.Kernel != "":
		what = fmt.Sprintf("the results of kernel %s are", w.Kernel)
	case len(w.Results) == 0:
		what = "the certificate is"
	case len(w.Results) == 1:
		what = fmt.Sprintf("the result of subproblem %d is", w.Results[0].Subproblem+1)
	}
	return Note{Text: what + " withdrawn: " + w.Reason, Time: w.Time}
}

// CBOR is encoded deterministically (RFC 8949 section 4.2), structs as arrays, totals and hashes as
// texts, times as seconds since 1970 UTC. The decoder rejects everything else.
var (
	encoding = possible(cbor.EncOptions{
		Sort: cbor.SortCoreDeterministic, IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden,
		NilContainers: cbor.NilContainerAsEmpty, TextMarshaler: cbor.TextMarshalerTextString,
	}.EncMode())
	decoding = possible(cbor.DecOptions{
		IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden,
		MaxNestedLevels: 8, MaxArrayElements: 1 << 10, MaxMapPairs: 1 << 10, UTF8: cbor.UTF8RejectInvalid,
		TextUnmarshaler: cbor.TextUnmarshalerTextString,
	}.DecMode())
)

func possible[M any](mode M, err error) M {
	if err != nil {
		panic("ledger: a CBOR mode is impossible: " + err.Error())
	}
	return mode
}

// Tally is the sum of the results of a ledger.
type Tally struct {
	Subproblems int          `json:"subproblems"` // of the plan
	Results     int          `json:"results"`     // subproblems that have one
	Confirmed   int          `json:"confirmed"`   // of these, with a second, equal result
	Total       queens.Total `json:"total"`       // sum over the results
	Nodes       queens.Total `json:"nodes"`
	// Work is the elapsed time of all workers, at most 292 years.
	Work  time.Duration `json:"workerNanos"`
	Share uint64        `json:"-"` // of the estimated work, in units of 1/WholeShare
	// Spent is the cost that sessions recorded. A killed session lacks its last minute.
	Spent Cost `json:"-"`
	// Last is the number of the last frame, Head the hash of its payload. With both you can check
	// whether a later ledger continues this one.
	Last uint64 `json:"last"`
	Head Hash   `json:"head"`
	// Done is the last certificate, nil if none exists.
	Done *Done `json:"done,omitempty"`
}

// Complete reports whether every subproblem has a result.
func (t Tally) Complete() bool { return t.Results == t.Subproblems }

// Fraction returns the share of the estimated work that has a result, from 0 to 1.
func (t Tally) Fraction() float64 {
	if t.Complete() {
		return 1
	}
	return min(1, float64(t.Share)/WholeShare)
}

var maxTotal = queens.TotalOf(math.MaxUint64, math.MaxUint64)

// accepts returns why a result cannot be added. Only a false file exceeds 128 bits.
func (t *Tally) accepts(r Result) error {
	if maxTotal.Minus(t.Total).Compare(r.Total) < 0 {
		return fmt.Errorf("subproblem %d: %w", r.Subproblem+1, ErrOverflow)
	}
	return nil
}

func (t *Tally) add(r Result) {
	t.Results++
	t.Total = t.Total.Plus(r.Total)
	t.Nodes = t.Nodes.Add(r.Nodes)
	t.Work = saturated(t.Work, r.Elapsed)
	t.Share += r.Share
}

func (t *Tally) spend(c Cost) {
	t.Spent = Cost{Results: t.Spent.Results + c.Results, Processor: saturated(t.Spent.Processor, c.Processor)}
}

func saturated(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

func (t *Tally) remove(r Result) {
	t.Results--
	t.Total = t.Total.Minus(r.Total)
	t.Nodes = t.Nodes.Minus(queens.NewTotal(r.Nodes))
	t.Work -= min(t.Work, r.Elapsed)
	t.Share -= r.Share
}

type record struct {
	kind   kind
	seq    uint64
	prev   link
	plan   planPrefix
	header Header
	result Result
	done   Done
	doubt  Note
	gone   Withdrawal
	cost   Cost
	// fault says what is wrong with the body of a sound envelope.
	fault error
}

// errEnvelope says that another program wrote the payload.
var errEnvelope = errors.New("not a ledger record")

// decode reads the payload of a verified frame. It returns errEnvelope if the payload is not an
// envelope, and sets record.fault if the body is unsound or of a newer schema.
func decode(payload []byte) (*record, error) {
	var e envelope[cbor.RawMessage]
	if err := decoding.Unmarshal(payload, &e); err != nil || !validSeq(e.Seq) {
		return nil, errEnvelope
	}
	rec := &record{kind: e.Kind, seq: e.Seq, prev: e.Prev, plan: e.Plan}
	rec.fault = rec.decodeBody(e.Body)
	return rec, nil
}

func validSeq(seq uint64) bool { return 1 <= seq && seq <= maxSeq }

func (rec *record) decodeBody(raw []byte) (err error) {
	switch rec.kind {
	case headerKind:
		return rec.decodeHeader(raw)
	case resultKind:
		err = decodeAs("result", raw, &rec.result)
	case doubtKind:
		err = decodeAs("doubt", raw, &rec.doubt)
		rec.doubt.Time = rec.doubt.Time.UTC()
	case goneKind:
		err = decodeAs("withdrawal", raw, &rec.gone)
		rec.gone.Time = rec.gone.Time.UTC()
	case costKind:
		err = cmp.Or(decodeAs("cost", raw, &rec.cost), rec.cost.validate())
	case doneKind:
		err = decodeAs("certificate", raw, &rec.done)
		rec.done.Time = rec.done.Time.UTC()
	}
	return err
}

func decodeAs(what string, raw []byte, v any) error {
	if decoding.Unmarshal(raw, v) != nil {
		return errors.New("its " + what + " does not decode")
	}
	return nil
}

// decodeHeader reads only the schema of a header of another one, and sets the fault ErrSchema.
func (rec *record) decodeHeader(raw []byte) error {
	var elements []cbor.RawMessage
	var schema uint64
	if decoding.Unmarshal(raw, &elements) != nil || len(elements) == 0 ||
		decoding.Unmarshal(elements[0], &schema) != nil {
		return errors.New("its header does not decode")
	}
	if schema != Schema {
		return errs.Errorf("it has schema %d, this program reads schema %d: %w", schema, Schema, ErrSchema)
	}
	h := &rec.header
	if err := cmp.Or(decodeAs("header", raw, h), h.validate()); err != nil {
		return err
	}
	h.Created = h.Created.UTC()
	if h.Plan.prefix() != rec.plan {
		return errs.Errorf("its header and its envelope name different plans: %w", queens.ErrFormat)
	}
	return nil
}

func recordAt(r io.ReaderAt, offset int64) (*record, error) {
	payload, err := payloadAt(r, offset)
	if err != nil {
		return nil, err
	}
	return decode(payload)
}

func payloadAt(r io.ReaderAt, offset int64) ([]byte, error) {
	b := make([]byte, prefixLen, 256)
	if _, err := r.ReadAt(b, offset); err != nil {
		return nil, err
	}
	n, ok := payloadLen(b)
	if !ok {
		return nil, errChanged
	}
	b = append(b, make([]byte, n)...)
	if _, err := r.ReadAt(b[prefixLen:], offset+prefixLen); err != nil {
		return nil, err
	}
	if !verified(b) {
		return nil, errChanged
	}
	return b[prefixLen:], nil
}

func resultAt(r io.ReaderAt, offset int64, subproblem int) (Result, error) {
	rec, err := recordAt(r, offset)
	if err != nil {
		return Result{}, err
	}
	if rec.kind != resultKind || rec.fault != nil || rec.result.Subproblem != subproblem {
		return Result{}, errChanged
	}
	return rec.result, nil
}
