package kit

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"queens"
)

// everyKind returns a command with an option of every kind.
func everyKind() *cobra.Command {
	cmd := &cobra.Command{Use: "x"}
	for name, p := range map[string]any{
		"all": new(bool), "workers": new(int), "seed": new(uint64), "memory": new(int64), "speed": new(float64),
		"again": new(float64), "budget": new(time.Duration), "finds": new(string), "class": new([]string),
		"param": new(map[string]int), "topology": new(queens.Topology),
	} {
		var words []string
		if name == "finds" || name == "class" {
			words = []string{"these", "those"}
		}
		Flag(cmd, name, p, words...)
	}
	return cmd
}

func TestValues(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{ // no want: refused
		{"all", "true", "true"},
		{"all", "2", ""},
		{"workers", "4096", "4096"},
		{"workers", "1e3", "1000"},
		{"workers", "4097", ""},
		{"workers", "-1", ""},
		{"workers", "1.5", ""},
		{"workers", "x", ""},
		{"workers", "", ""},
		{"seed", "18446744073709551615", "18446744073709551615"},
		{"seed", "18446744073709551616", ""},
		{"seed", "0x10", ""},
		{"memory", "2KiB", "2048"},
		{"memory", "2 queens", ""},
		{"speed", "0.1", "0.1"},
		{"speed", "0.09", ""},
		{"speed", "NaN", ""},
		{"speed", "fast", ""},
		{"again", "5%", "0.05"},
		{"again", "5", ""},
		{"again", "101%", ""},
		{"again", "x%", ""},
		{"budget", "1m30s", "1m30s"},
		{"budget", "-1s", ""},
		{"budget", "10", ""},
		{"finds", "those", "those"},
		{"finds", "others", ""},
		{"class", "those, these", "those,these"},
		{"class", "those,others", ""},
		{"param", "steps=3", "steps=3"},
		{"param", "steps", ""},
		{"topology", "modular", "modular"},
		{"topology", "round", ""},
	} {
		cmd := everyKind()
		err := cmd.Flags().Set(c.name, c.text)
		if got := cmd.Flag(c.name).Value.String(); (err != nil) != (c.want == "") || err == nil && got != c.want {
			t.Errorf("--%s %q is %s, error %v; want %q", c.name, c.text, got, err, c.want)
		}
	}
}

func TestCombinations(t *testing.T) {
	for _, c := range []struct{ given, exclude, without string }{
		{"", "", ""},
		{"all=1", "", ""},
		{"finds=these seed=1", "--seed and --finds cannot be combined", "--seed needs --all"},
		{"finds=these", "", "--finds needs --all"},
		{"all=1 seed=1", "--all and --seed cannot be combined", ""},
		{"all=1 finds=these", "--all and --finds cannot be combined", ""},
	} {
		cmd := everyKind()
		for pair := range strings.FieldsSeq(c.given) {
			name, text, _ := strings.Cut(pair, "=")
			if err := cmd.Flags().Set(name, text); err != nil {
				t.Fatal(err)
			}
		}
		for _, check := range []struct {
			name, want string
			err        error
		}{
			{"Exclude", c.exclude, Exclude(cmd, "all", "seed", "finds")},
			{"Without", c.without, Without(cmd, !cmd.Flag("all").Changed, "needs --all", "seed", "finds")},
		} {
			if got := check.err; (got == nil) != (check.want == "") || got != nil && got.Error() != check.want {
				t.Errorf("%s with %q: %v, want %q", check.name, c.given, got, check.want)
			}
		}
	}
}
