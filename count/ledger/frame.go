package ledger

import (
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// A frame on the disk, numbers big-endian:
//
//	bytes  width  field
//	0-3     4     marker FF 51 4C 0A
//	4-7     4     CRC32C (Castagnoli) of everything after it, bytes 8 to the end
//	8-11    4     length of the payload, minPayload..maxPayload
//	12-     -     payload: one CBOR array, see record.go
const (
	crcOffset    = 4
	lengthOffset = 8
	prefixLen    = 12

	minPayload = 8       // no record is shorter
	maxPayload = 1 << 16 // bounds memory, and work on hostile files
)

// marker begins every frame that is not struck out. FF is no byte of UTF-8 and begins no item of
// deterministic CBOR, so it stands inside a payload only where a number or hash
// happens to hold it, and there the checksum decides.
var marker = []byte{0xFF, 'Q', 'L', '\n'}

// mark is byte markOffset of a marker. A frame that must not count any more is struck
// out where it is, with another mark and its checksum inverted: the payload and with it
// the chain stay, and no damage elsewhere in the file makes the frame count again.
type mark byte

const (
	valid     mark = 'L'
	withdrawn mark = 'W' // a result of a subproblem that was withdrawn
	revoked   mark = 'R' // a result of a kernel that was revoked
	void      mark = 'X' // what goes with one of these: a certificate, a confirmation

	markOffset = 2
	strikeLen  = lengthOffset // bytes that striking out alters
)

// markOf returns the mark of the marker that b begins with; ok is false if it begins with
// none.
func markOf(b []byte) (m mark, ok bool) {
	if len(b) < len(marker) || b[0] != marker[0] || b[1] != marker[1] || b[3] != marker[3] {
		return 0, false
	}
	switch m = mark(b[markOffset]); m {
	case valid, withdrawn, revoked, void:
		return m, true
	}
	return 0, false
}

func strikeOut(f file, offset int64, m mark) error {
	var b [strikeLen]byte
	if _, err := f.ReadAt(b[:], offset); err != nil {
		return err
	}
	switch was, ok := markOf(b[:]); {
	case !ok:
		return errChanged
	case was != valid:
		return nil
	}
	b[markOffset] = byte(m)
	for i := crcOffset; i < strikeLen; i++ {
		b[i] = ^b[i]
	}
	_, err := f.WriteAt(b[:], offset)
	return err
}

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

func appendFrame(b, payload []byte) []byte {
	start := len(b)
	b = append(b, marker...)
	b = binary.BigEndian.AppendUint32(b, 0)
	b = binary.BigEndian.AppendUint32(b, uint32(len(payload)))
	b = append(b, payload...)
	sum := crc32.Checksum(b[start+lengthOffset:], castagnoli())
	binary.BigEndian.PutUint32(b[start+crcOffset:], sum)
	return b
}

// payloadLen returns the length of the payload that the first prefixLen bytes of
// a frame announce; ok is false if b is shorter or does not begin a frame.
func payloadLen(b []byte) (n int, ok bool) {
	if _, ok := markOf(b); !ok || len(b) < prefixLen {
		return 0, false
	}
	length := binary.BigEndian.Uint32(b[lengthOffset:])
	return int(length), minPayload <= length && length <= maxPayload
}

func verified(b []byte) bool {
	sum := crc32.Checksum(b[lengthOffset:], castagnoli())
	if mark(b[markOffset]) != valid {
		sum = ^sum
	}
	return sum == binary.BigEndian.Uint32(b[crcOffset:])
}
