package ledger

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// A frame on the disk, numbers big-endian:
//
//	bytes  width  field
//	0-3     4     marker FF 51 4C 0A
//	4-7     4     CRC32C (Castagnoli) of everything behind it, bytes 8 to the end
//	8-11    4     length of the payload, minPayload..maxPayload
//	12-     -     payload: one CBOR array, see record.go
const (
	crcOffset    = 4
	lengthOffset = 8
	prefixLen    = 12

	minPayload = 8       // no record is shorter
	maxPayload = 1 << 16 // bounds memory, and work on hostile files
)

// marker begins every frame. FF is no byte of UTF-8 and begins no item of
// deterministic CBOR, so it stands inside a payload only where a number or hash
// happens to hold it, and there the checksum decides.
var marker = []byte{0xFF, 'Q', 'L', '\n'}

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// appendFrame appends the frame of a payload to b.
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
	if len(b) < prefixLen || !bytes.HasPrefix(b, marker) {
		return 0, false
	}
	length := binary.BigEndian.Uint32(b[lengthOffset:])
	return int(length), minPayload <= length && length <= maxPayload
}

// verified reports whether the checksum of the whole frame b is right.
func verified(b []byte) bool {
	return crc32.Checksum(b[lengthOffset:], castagnoli()) == binary.BigEndian.Uint32(b[crcOffset:])
}
