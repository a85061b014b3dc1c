package ledger

import (
	"cmp"
	"errors"
	"io"

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
		rec.result.tidy()
	case doubtKind:
		err = decodeAs("doubt", raw, &rec.doubt)
		rec.doubt.Time = rec.doubt.Time.UTC()
	case goneKind:
		err = decodeAs("withdrawal", raw, &rec.gone)
		for i := range rec.gone.Results {
			rec.gone.Results[i].tidy()
		}
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

// tidy leaves no evidence if there is none, as before encoding.
func (r *Result) tidy() {
	if len(r.Evidence) == 0 {
		r.Evidence = nil
	}
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
