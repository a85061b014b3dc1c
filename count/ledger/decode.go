package ledger

import (
	"errors"
	"fmt"
	"time"

	"github.com/fxamacker/cbor/v2"

	"queens"
)

// record is a decoded frame: the envelope, and the one body that its kind names.
type record struct {
	kind   kind
	seq    uint64
	prev   link
	plan   planPrefix
	header Header
	result Result
	done   Done
	note   Note
	// fault says what is wrong with the body; the envelope is sound.
	fault error
}

// errEnvelope says that the payload of a frame is no envelope: the program that
// wrote it was not this one.
var errEnvelope = errors.New("no record of a ledger")

// decoder holds what decoding needs again for every frame.
type decoder struct {
	result  envelope[resultBody]
	evident envelope[evidentBody]
	rec     record
	names   map[string]string // of kernels and figures: few, repeated a million times
}

// decode reads the payload of a verified frame. It returns errEnvelope if the
// payload is no envelope; a body that is unsound or of a newer schema is told in
// record.fault. The record is valid until the next call.
func (d *decoder) decode(payload []byte) (*record, error) {
	// The common case in one pass; anything unusual takes the general way.
	if len(payload) > 1 && kind(payload[1]) == resultKind {
		if decoding.Unmarshal(payload, &d.result) == nil && validSeq(d.result.Seq) {
			d.rec = recordOf(&d.result)
			d.rec.result = d.result.Body.result()
			d.rec.result.Kernel = d.name(d.rec.result.Kernel)
			return &d.rec, nil
		}
		d.evident.Body.Evidence = nil // results keep theirs
		if decoding.Unmarshal(payload, &d.evident) == nil && validSeq(d.evident.Seq) && len(d.evident.Body.Evidence) > 0 {
			d.rec = recordOf(&d.evident)
			d.rec.result = d.evident.Body.result()
			d.rec.result.Kernel = d.name(d.rec.result.Kernel)
			for i := range d.rec.result.Evidence {
				e := &d.rec.result.Evidence[i]
				e.Name = d.name(e.Name)
			}
			return &d.rec, nil
		}
	}
	var e envelope[cbor.RawMessage]
	if err := decoding.Unmarshal(payload, &e); err != nil || !validSeq(e.Seq) {
		return nil, errEnvelope
	}
	d.rec = recordOf(&e)
	d.rec.fault = d.rec.decodeBody(e.Body)
	return &d.rec, nil
}

func validSeq(seq uint64) bool { return 1 <= seq && seq <= maxSeq }

func recordOf[B any](e *envelope[B]) record {
	return record{kind: e.Kind, seq: e.Seq, prev: e.Prev, plan: e.Plan}
}

// decodeBody reads the body of a record of any kind but an unknown one.
func (rec *record) decodeBody(raw []byte) error {
	switch rec.kind {
	case headerKind:
		return rec.decodeHeader(raw)
	case resultKind:
		return errors.New("its result does not decode") // or decode had taken the short way
	case noteKind:
		var b noteBody
		if err := decoding.Unmarshal(raw, &b); err != nil {
			return errors.New("its note does not decode")
		}
		rec.note = Note{Text: b.Text, Time: time.Unix(b.Time, 0).UTC()}
	case doneKind:
		var b doneBody
		if err := decoding.Unmarshal(raw, &b); err != nil {
			return errors.New("its certificate does not decode")
		}
		rec.done = b.done()
	}
	return nil
}

// decodeHeader reads a header. One of a newer schema need not have the form of
// ours: its number is all that is read, and the fault is ErrSchema.
func (rec *record) decodeHeader(raw []byte) error {
	var elements []cbor.RawMessage
	var schema uint64
	if decoding.Unmarshal(raw, &elements) != nil || len(elements) == 0 || decoding.Unmarshal(elements[0], &schema) != nil {
		return errors.New("its header does not decode")
	}
	if schema > Schema {
		return fmt.Errorf("it has schema %d, this program reads up to %d: %w", schema, Schema, ErrSchema)
	}
	var b headerBody
	if err := decoding.Unmarshal(raw, &b); err != nil {
		return errors.New("its header does not decode")
	}
	h, err := b.header()
	if err == nil && h.Schema < 1 {
		err = fmt.Errorf("its schema is 0: %w", queens.ErrFormat)
	}
	if err == nil && h.Plan.prefix() != rec.plan {
		err = fmt.Errorf("its header and its envelope name different plans: %w", queens.ErrFormat)
	}
	rec.header = h
	return err
}

// name returns an equal string that is shared by all results.
func (d *decoder) name(s string) string {
	if shared, ok := d.names[s]; ok {
		return shared
	}
	const most = 1000 // a hostile file may hold a name per frame
	if d.names == nil || len(d.names) > most {
		d.names = map[string]string{}
	}
	d.names[s] = s
	return s
}
