package kit

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// ApplyEnvironment sets every flag that the command line leaves open and whose
// variable is set: QUEENS_COLOR for --color, QUEENS_FIRST_QUEEN for --first-queen.
// An empty variable counts as not set.
func ApplyEnvironment(flags *pflag.FlagSet) (err error) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || f.Name == VersionFlag || err != nil {
			return
		}
		name := VariableOf(f.Name)
		if text := os.Getenv(name); text != "" {
			if setErr := flags.Set(f.Name, text); setErr != nil {
				err = Usagef("environment variable %s: %s", name, FlagMessage(flags, setErr))
			}
		}
	})
	return err
}

// VariableOf returns the name of the environment variable of a flag.
func VariableOf(flag string) string {
	return "QUEENS_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// FlagMessage returns the text of an error of package pflag in words of ours where
// its own do not help: what a number must look like, and what to do about a
// negative number, which reads like a flag.
func FlagMessage(flags *pflag.FlagSet, err error) string {
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		if IsNumber(unknown.GetSpecifiedName()) {
			return fmt.Sprintf("-%s reads like a flag; if a number below 0 is meant, put -- before it", unknown.GetSpecifiedShortnames())
		}
		var names []string
		flags.VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return err.Error() + DidYouMean("--"+unknown.GetSpecifiedName(), names) + "; --help lists all"
	}
	invalid, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err.Error()
	}
	if want, ok := wantedValues[invalid.GetFlag().Value.Type()]; ok {
		return fmt.Sprintf("--%s %q: want %s", invalid.GetFlag().Name, invalid.GetValue(), want)
	}
	if _, ok := invalid.GetFlag().Value.(*choice); ok && !strings.Contains(err.Error(), "did you mean") {
		return err.Error() + otherChoice(flags, strings.ToLower(invalid.GetValue()))
	}
	return err.Error()
}

// otherChoice returns `, did you mean --topology modular?` for the flag that takes the word, or
// one that means the same; nothing if none does.
func otherChoice(flags *pflag.FlagSet, word string) (hint string) {
	words := append([]string{word}, synonyms[word]...)
	flags.VisitAll(func(f *pflag.Flag) {
		c, ok := f.Value.(*choice)
		if !ok || hint != "" {
			return
		}
		if i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(c.allowed, w) }); i >= 0 {
			hint = fmt.Sprintf(", did you mean --%s %s?", f.Name, words[i])
		}
	})
	return hint
}

// wantedValues says what the values of flags look like, by the types of pflag.
var wantedValues = map[string]string{
	"bool":        "true or false (1, 0)",
	"duration":    "a time with its unit, like 10s or 2m30s",
	"float64":     "a number",
	"int":         "a whole number",
	"stringToInt": "NAME=NUMBER",
	"uint64":      "a whole number from 0 on",
}

// choice is a flag that takes one of a few words.
type choice struct {
	value   *string
	allowed []string
}

// ChoiceVar returns a flag that stores one of the allowed words in value.
func ChoiceVar(value *string, allowed []string) *choice { return &choice{value, allowed} }

// String returns the word chosen.
func (c *choice) String() string {
	if c.value == nil { // pflag asks the zero value what it looks like
		return ""
	}
	return *c.value
}

// Type returns the word for the value in help texts.
func (c *choice) Type() string { return "word" }

// Set stores the word, or says which ones there are.
func (c *choice) Set(word string) error {
	if !slices.Contains(c.allowed, word) {
		return fmt.Errorf("want one of %s%s", strings.Join(c.allowed, ", "), DidYouMean(word, c.allowed))
	}
	*c.value = word
	return nil
}

// AddChoice adds a flag that takes one of a few words, and its completion. What
// value holds is the default.
func AddChoice(cmd *cobra.Command, value *string, name string, allowed []string, usage string) {
	cmd.Flags().Var(ChoiceVar(value, allowed), name, usage+": "+strings.Join(allowed, ", "))
	CompleteFlag(cmd, name, cobra.FixedCompletions(allowed, cobra.ShellCompDirectiveNoFileComp))
}

// CompleteFlag sets how the shell completes a flag that the command has.
func CompleteFlag(cmd *cobra.Command, name string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err)
	}
}

// AddJSON adds the flag --json of a command that answers with one object.
func AddJSON(cmd *cobra.Command, value *bool) {
	cmd.Flags().BoolVar(value, "json", false, "print JSON: one object")
}

// AddJSONLines adds the flag --json of a command that answers with an object a line:
// always, or with the flag that mode names.
func AddJSONLines(cmd *cobra.Command, value *bool, mode string) {
	usage := "print JSON: an object a line"
	if mode != "" {
		usage = "print JSON: one object, with " + mode + " an object a line"
	}
	cmd.Flags().BoolVar(value, "json", false, usage)
}

// AddWorkers adds the flag --workers; what says what works side by side.
func AddWorkers(cmd *cobra.Command, value *int, what string) {
	cmd.Flags().IntVarP(value, "workers", "j", 0, what+"; 0 means one for each core")
}

// AddBase adds the flag --base.
func AddBase(cmd *cobra.Command, value *int) {
	cmd.Flags().IntVar(value, "base", 1, "rows and columns count from 0 or 1; those of JSON from 1")
}

// VersionFlag is the flag that many programs have instead of a command.
const VersionFlag = "version"

// IsNumber reports whether s is a sequence of decimal digits.
func IsNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
