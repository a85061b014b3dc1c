// Package shell writes commands for a shell.
package shell

import (
	"fmt"
	"strings"
)

// plain are the characters that no shell interprets.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,=+@%"

// Quote quotes a word if a shell would interpret it.
func Quote(word string) string {
	if word != "" && strings.Trim(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// Line returns the words as one command line.
func Line(words ...string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = Quote(word)
	}
	return strings.Join(quoted, " ")
}

// Queens is Command for the program queens.
func Queens(words ...any) string { return Command(append([]any{"queens"}, words...)...) }

// Command returns a command line of a program. A []string is several words. The value of a flag
// follows it; "" and false leave the flag out, and true has no text.
func Command(words ...any) string {
	var line []string
	for i := 0; i < len(words); i++ {
		word := fmt.Sprint(words[i])
		if list, several := words[i].([]string); several || !strings.HasPrefix(word, "--") {
			if !several {
				list = []string{word}
			}
			line = append(line, list...)
			continue
		}
		i++
		switch value := fmt.Sprint(words[i]); words[i] {
		case true:
			line = append(line, word)
		case false:
		default:
			if value != "" {
				line = append(line, word, value)
			}
		}
	}
	return Line(line...)
}
