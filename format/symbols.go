package format

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Symbols of squares, one character each.
const (
	chessQueens = "Qq♕♛👑" // queens on every board, also together
	crosses     = "xX*×✕" // of a player
	otherQueens = "1"
	empties     = "._-·□0 "
	blocks      = "#■█"
)

// isOneOf reports whether a symbol is one of the characters of a text.
func isOneOf(symbol, characters string) bool {
	r, size := utf8.DecodeRuneInString(symbol)
	return size > 0 && size == len(symbol) && r != utf8.RuneError && strings.ContainsRune(characters, r)
}

func isChessQueen(symbol string) bool { return isOneOf(symbol, chessQueens) }

// kindOf returns 0 for a queen, 1 for an empty square, 2 for a blocked or crossed one, and -1 for
// others. The characters of symbols, if there are any, are these in order.
func kindOf(symbol, symbols string) int {
	kinds := []string{chessQueens + otherQueens, empties, crosses + blocks}
	if symbols != "" {
		kinds = strings.Split(symbols, "")
	}
	return slices.IndexFunc(kinds, func(kind string) bool { return isOneOf(symbol, kind) })
}
