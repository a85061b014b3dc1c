package cli

import (
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/format"
)

// TestFormatsEverywhere asks every command that writes placements for every format and spelling:
// all write the same text, which queens complete reads as a problem without a missing queen, and
// queens apply as a placement.
func TestFormatsEverywhere(t *testing.T) {
	const solution = "2,4,6,1,3,5" // the first of order 6
	commands := []string{
		"solve 6", "complete 6 a5 b3", "complete 6 a5 b3 --all", "rank 6 --number 1", "list 6 --limit 1",
		"board " + solution, "apply " + solution + " po1", "sample 6 --seed 3",
	}
	var choices [][]string
	for _, f := range format.All() {
		choices = append(choices, []string{"--format", f.Name})
	}
	for _, s := range queens.Spellings() {
		choices = append(choices, []string{"--spelling", s})
	}
	choices = append(choices, []string{"--format", "board", "--symbols", "♛_"})
	for _, choice := range choices {
		want := answerOf(t, "", append(strings.Fields("list 6 --limit 1"), choice...)...)
		for _, command := range commands {
			fields := strings.Fields(command)
			switch {
			case slices.Contains([]string{"json", "text"}, choice[1]): // those are answers of their own
				continue
			case fields[0] == "sample": // with this seed, the third
				want = answerOf(t, "", append(strings.Fields("rank 6 --number 3"), choice...)...)
			case choice[0] == "--spelling" && slices.Contains([]string{"board", "apply"}, fields[0]):
				continue
			}
			if got := answerOf(t, "", append(fields, choice...)...); got != want {
				t.Errorf("queens %s %v prints\n%s\nwant\n%s", command, choice, got, want)
			}
		}
		for _, command := range []string{"list 6 --limit 1", "list 1", "complete 6 a5", "complete 1"} {
			if choice[1] == queens.Pairs.String() && strings.HasSuffix(command, " 1") {
				continue // (1,1) may be a placement of order 2
			}
			text := answerOf(t, "", append(strings.Fields(command), choice...)...)
			got := answerOf(t, text, "complete", "-", "--format", "csv")
			again := answerOf(t, text, "apply", "-", "po1", "--format", "csv")
			if got != again || strings.Contains(command, "6") && !strings.HasSuffix(got, "\n"+solution+"\n") {
				t.Errorf("%v: queens complete reads\n%s\nas %squeens apply as %s", choice, text, got, again)
			}
		}
	}
}

// TestProblemFormatsEverywhere generates a problem in every format, and completes it.
func TestProblemFormatsEverywhere(t *testing.T) {
	for _, family := range []string{"completion", "blocked", "diagonals", "planted"} {
		want := ""
		for _, name := range append(format.ProblemFormats(true), "json") {
			problem := answerOf(t, "", "complete", "generate", family, "8", "--seed", "5", "--amount", "3",
				"--format", name)
			got := answerOf(t, problem, "complete", "-", "--count")
			if family == "completion" { // which has queens to draw
				got += answerOf(t, problem, "board", "-")
			}
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%s as %s has %s completions, want %s:\n%s", family, name, got, want, problem)
			}
		}
	}
}
