package ledger

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/fxamacker/cbor/v2"

	"queens"
	"queens/internal/errs"
)

type record struct {
	kind   kind
	seq    uint64
	prev   link
	plan   planPrefix
	header Header
	result Result
	done   Done
	note   Note // of a note, doubt or withdrawal: the text, and when
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

func (rec *record) decodeBody(raw []byte) error {
	switch rec.kind {
	case headerKind:
		return rec.decodeHeader(raw)
	case resultKind:
		b, err := decodeAs[resultBody](raw, "result")
		rec.result = b.result()
		return err
	case noteKind, doubtKind:
		b, err := decodeAs[noteBody](raw, "note")
		rec.note = Note{Text: b.Text, Time: time.Unix(b.Time, 0).UTC()}
		return err
	case goneKind:
		b, err := decodeAs[goneBody](raw, "withdrawal")
		rec.gone = b.withdrawal()
		rec.note = rec.gone.note()
		return err
	case costKind:
		b, err := decodeAs[costBody](raw, "cost")
		rec.cost = Cost{Results: int(min(b.Results, MaxSubproblems+1)), Processor: time.Duration(b.Processor)}
		return cmp.Or(err, rec.cost.validate())
	case doneKind:
		b, err := decodeAs[doneBody](raw, "certificate")
		rec.done = b.done()
		return err
	}
	return nil
}

func decodeAs[B any](raw []byte, what string) (b B, err error) {
	if decoding.Unmarshal(raw, &b) != nil {
		err = errors.New("its " + what + " does not decode")
	}
	return b, err
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
		return fmt.Errorf("it has schema %d, this program reads schema %d: %w", schema, Schema, ErrSchema)
	}
	b, err := decodeAs[headerBody](raw, "header")
	if err != nil {
		return err
	}
	h, err := b.header()
	if err == nil && h.Plan.prefix() != rec.plan {
		err = errs.Errorf("its header and its envelope name different plans: %w", queens.ErrFormat)
	}
	rec.header = h
	return err
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
