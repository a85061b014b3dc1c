"""Checks ledgers of the program queens without counting, by docs/formats/ledger.md alone: ledger.py FILE..."""
import hashlib
import sys
TABLE = list(range(256))  # of CRC32C
for _ in range(8):
    TABLE = [c >> 1 ^ 0x82F63B78 * (c & 1) for c in TABLE]
BODY = {1: "nntttntnttntt", 2: "ntnnntnttln", 4: "tntn", 5: "tttnl", 6: "nt", 7: "nn"}  # see shape

def frames(data):
    """Yields offset and payload of each frame, and offset and None where bytes belong to no frame."""
    at = lost = 0
    while at < len(data):
        end, crc = at + 12 + int.from_bytes(data[at + 8:at + 12], "big"), 0xFFFFFFFF
        whole = data[at:at + 4] == b"\xffQL\n" and at + 20 <= end <= min(len(data), at + 12 + 65536)
        for byte in data[at + 8:end] if whole else b"":
            crc = TABLE[(crc ^ byte) & 255] ^ crc >> 8
        if whole and crc ^ 0xFFFFFFFF == int.from_bytes(data[at + 4:at + 8], "big"):
            yield at, data[at + 12:end]
            at = lost = end
        else:
            if lost == at:
                yield at, None
            at = data.find(b"\xffQL\n", at + 1) % (len(data) + 1)  # -1 becomes the end

def item(data, at):
    """Returns the CBOR item at an offset, and the offset after it."""
    kind, n, at = "n?btl???"[data[at] >> 5], data[at] & 31, at + 1
    if n > 23:
        size = 1 << n - 24
        n, at = int.from_bytes(data[at:at + size], "big"), at + size
        assert n >= (24 if size == 1 else 1 << 4 * size), "a number has more bytes than necessary"
    if kind in "bt":
        assert at + n <= len(data), "a text is cut"
        return data[at:at + n] if kind == "b" else data[at:at + n].decode(), at + n
    assert kind in "nl", "an item is of a kind that no frame has"
    values = []
    for _ in range(n if kind == "l" else 0):
        value, at = item(data, at)
        values.append(value)
    return n if kind == "n" else values, at

def shape(values):  # numbers, texts, bytes, lists
    return "".join({int: "n", str: "t", bytes: "b", list: "l"}[type(v)] for v in values)

def differ(a, b):
    alone = not a[9] and not b[9] and a[5] == b[5] and "+" not in a[5] and a[8] == b[8] != ""
    return a[1] != b[1] or a[9] and b[9] and a[9] != b[9] or alone and a[4] != b[4]

def audit(data):
    """Returns the flaws of a ledger or, if it has none, its state in a line."""
    flaws, number, head, header, results, gone, total, state = [], 0, bytes(32), None, {}, [], 0, "no certificate"
    for at, payload in frames(data):
        try:
            assert payload, "these bytes belong to no frame"
            (kind, seq, link, plan, body), end = item(payload, 0)
            linked = (seq, link) == (number + 1, head[:16])
            number, head = seq, hashlib.sha256(payload).digest()
            assert end == len(payload) and shape(body) == BODY[kind], "its contents are malformed"
            header = header or kind == 1 and body
            assert linked, "it does not follow the frame before it"
            assert (kind == 1) == (seq == 1) and header[0] == 5 and plan.hex() == header[6][:16], "of another ledger"
            for r in [body] if kind == 2 else body[4] if kind == 5 else []:
                value = int(r[1])
                assert shape(r) == BODY[2] and [value % 13, value % 15] == r[2:4], "wrong residues"
                assert r[0] < header[7] and (kind == 5 or r not in gone), "withdrawn, or not of the plan"
                earlier = results.setdefault(r[0], []) if kind == 2 else [r]
                assert not any(differ(e, r) for e in earlier), "it differs from an earlier result"
                total += 0 if earlier else value
                earlier.append(r)
            gone += body[4] if kind == 5 else []
            state = {4: "certified", 5: "no certificate", 6: "in doubt"}.get(kind, state)
            assert kind != 4 or body[:2] == [str(total), header[7]], "it certifies another sum"
        except (AssertionError, ArithmeticError, LookupError, RecursionError, TypeError, ValueError) as flaw:
            flaws.append(f"byte {at}: {flaw}")
    whole = header and f"{len(results)} of {header[7]} results, sum {total}, {state}, head {head.hex()}"
    return flaws or [whole or "it has no frames"]

for name in sys.argv[1:]:
    with open(name, "rb") as file:
        print(*[f"{name}: {line}" for line in audit(file.read())], sep="\n")
