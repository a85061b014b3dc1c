package ledger

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"slices"
	"testing"

	"queens"
)

// FuzzReplay reads hostile files. Whatever they hold, reading must end without a
// panic, what it counts must add up, the chunks must cover the file, and the bytes
// in front of the torn tail must read the same when the tail is cut, as Open does.
func FuzzReplay(f *testing.F) {
	h := testHeader(4)
	data := runBytes(f, h, 0, 1, 2, 3)
	offsets := bounds(f, data)
	f.Add([]byte{})
	f.Add(data)
	f.Add(data[:offsets[3]+20])
	f.Add(data[offsets[1]:])
	f.Add(slices.Concat(data[:offsets[2]], []byte("garbage"), data[offsets[3]:]))
	f.Add(slices.Concat(data, data))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, size := bytes.NewReader(data), int64(len(data))
		var covered int64
		for c, err := range scan(context.Background(), r, size) {
			if err != nil || c.offset != covered || c.length <= 0 {
				t.Fatalf("chunk %+v at %d: %v", c, covered, err)
			}
			covered = c.end()
		}
		if covered != size {
			t.Fatalf("chunks cover %d of %d bytes", covered, size)
		}
		_, _ = replayAny(context.Background(), r, size)
		p, err := replayFile(context.Background(), r, size, h)
		if err != nil {
			known := errors.Is(err, ErrOtherRun) || errors.Is(err, ErrSchema) || errors.Is(err, ErrNoLedger)
			if !known {
				t.Fatalf("error without a kind: %v", err)
			}
			return
		}
		sum, results := queens.Total{}, 0
		for _, k := range p.index.all() {
			sum, results = sum.Plus(k.total()), results+1
		}
		if sum != p.tally.Total || results != p.tally.Results || results > h.Subproblems {
			t.Fatalf("tally %+v, %d results sum to %v", p.tally, results, sum)
		}
		again, err := replayFile(context.Background(), r, p.end, h)
		if err != nil || again.tally.Total != p.tally.Total || again.recovery.Torn != 0 ||
			again.last.hash != p.last.hash {
			t.Fatalf("after the cut: %+v, %v, was %+v", again, err, p)
		}
	})
}

// FuzzRecord decodes hostile payloads, which a checksum would keep away. What
// decodes as a sound result must encode to bytes that decode to the same.
func FuzzRecord(f *testing.F) {
	data := runBytes(f, testHeader(4), 0, 3)
	offsets := bounds(f, data)
	for i := range 3 {
		f.Add(data[offsets[i]+prefixLen : offsets[i+1]])
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		var d decoder
		rec, err := d.decode(payload)
		if err != nil || rec.fault != nil || rec.kind != resultKind || rec.result.validate(MaxSubproblems) != nil {
			return
		}
		want := *rec
		encoded, err := encoding.Marshal(envelope[any]{
			Kind: rec.kind, Seq: rec.seq, Prev: rec.prev, Plan: rec.plan, Body: rec.result.body(),
		})
		if err != nil {
			t.Fatal(err)
		}
		if rec, err = d.decode(encoded); err != nil || !reflect.DeepEqual(*rec, want) {
			t.Fatalf("%+v, %v; want %+v", rec, err, want)
		}
	})
}
