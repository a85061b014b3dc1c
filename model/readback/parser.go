package readback

import (
	"fmt"
	"strings"

	"queens"
)

// token is a word, a number, a text in quotes or a sign, and its line from 1.
type token struct {
	text string
	line int
}

// signs are the tokens of more than one character that are not words.
var signs = []string{":-", "..", "::", "!=", "<=", "->"}

// tokenize cuts a program into tokens and leaves out comments, from a mark to the
// end of the line.
func tokenize(text, comment string) ([]token, error) {
	var list []token
	no := 0
	for line := range strings.Lines(text) {
		no++
		line, _, _ = strings.Cut(line, comment)
		for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
			size := tokenSize(line)
			if size == 0 {
				return nil, fmt.Errorf("readback: line %d: a text in quotes does not end: %w", no, queens.ErrFormat)
			}
			list = append(list, token{line[:size], no})
			line = line[size:]
		}
	}
	return list, nil
}

// tokenSize returns the length of the token that a text begins with.
func tokenSize(text string) int {
	if text[0] == '"' {
		end := strings.IndexByte(text[1:], '"')
		return end + 2 - max(0, -end)
	}
	for _, sign := range signs {
		if strings.HasPrefix(text, sign) {
			return len(sign)
		}
	}
	size := 1
	if isWord(text[0]) || text[0] == '#' {
		for size < len(text) && isWord(text[size]) {
			size++
		}
	}
	return size
}

func isWord(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// parser walks over tokens. After the first failure it stands at the end.
type parser struct {
	tokens  []token
	pos     int
	failure error
}

// peek returns the next token, empty at the end.
func (p *parser) peek() string { return p.ahead(0) }

// peekAfter returns the token after the next one.
func (p *parser) peekAfter() string { return p.ahead(1) }

func (p *parser) ahead(k int) string {
	if p.failure != nil || p.pos+k >= len(p.tokens) {
		return ""
	}
	return p.tokens[p.pos+k].text
}

// lineNo returns the line of the next token, or the last line.
func (p *parser) lineNo() int {
	if len(p.tokens) == 0 {
		return 1
	}
	return p.tokens[min(p.pos, len(p.tokens)-1)].line
}

// at reports whether the next token is the given one, "" for the end.
func (p *parser) at(token string) bool { return p.peek() == token }

// take returns the next token and goes on.
func (p *parser) take() string {
	text := p.peek()
	if text == "" {
		p.fail("the text ends too early")
		return ""
	}
	p.pos++
	return text
}

// accept takes the next token if it is the given one.
func (p *parser) accept(token string) bool {
	if !p.at(token) {
		return false
	}
	p.pos++
	return true
}

// expect takes the next token, which must be the given one.
func (p *parser) expect(token string) {
	if !p.accept(token) {
		p.fail("%q: want %q", p.peek(), token)
	}
}

// fail notes the first error.
func (p *parser) fail(format string, args ...any) {
	if p.failure == nil {
		p.failure = fmt.Errorf("readback: line %d: %s: %w", p.lineNo(), fmt.Sprintf(format, args...), queens.ErrFormat)
	}
}

// operation is what an operator between two numbers does.
type operation func(x, y int) int

// additive are the operators that bind loosest in every language.
var additive = map[string]operation{
	"+": func(x, y int) int { return x + y },
	"-": func(x, y int) int { return x - y },
}

// remainder is 0 where there is none: what is written here never divides by 0.
func remainder(x, y int) int {
	if y == 0 {
		return 0
	}
	return x % y
}

// chain reads operands with operators of one rank between them, from the left.
func chain[T any](p *parser, operand func() T, operators map[string]operation, join func(left, right T, f operation) T) T {
	left := operand()
	for {
		f, ok := operators[p.peek()]
		if !ok {
			return left
		}
		p.take()
		left = join(left, operand(), f)
	}
}
