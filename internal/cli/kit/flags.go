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
func ApplyEnvironment(cmd *cobra.Command) (err error) {
	flags := cmd.Flags()
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || f.Name == VersionFlag || err != nil {
			return
		}
		name := VariableOf(f.Name)
		if text := os.Getenv(name); text != "" {
			if setErr := flags.Set(f.Name, text); setErr != nil {
				err = Usagef("environment variable %s: %s", name, FlagMessage(cmd, setErr))
			}
		}
	})
	return err
}

// VariableOf returns the name of the environment variable of a flag.
func VariableOf(flag string) string {
	return "QUEENS_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// FlagMessage returns the text of an error of package pflag in words of ours: what is wrong, what is
// wanted, and what was meant, if that can be guessed.
func FlagMessage(cmd *cobra.Command, err error) string {
	flags := cmd.Flags()
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames())
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		f := missing.GetFlag()
		return fmt.Sprintf("--%s needs a value: %s", f.Name, wantedValue(f))
	}
	if bad, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		return fmt.Sprintf("%q is no flag: want --NAME or --NAME=VALUE", bad.GetSpecifiedFlag())
	}
	invalid, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err.Error()
	}
	f, value := invalid.GetFlag(), invalid.GetValue()
	hint := ""
	if c, ok := f.Value.(*choice); ok {
		if hint = DidYouMean(value, c.allowed); hint == "" {
			hint = otherChoice(flags, value)
		}
	} else if flags.Lookup(f.Shorthand+value) != nil { // -json is -j with the value "son"
		hint = fmt.Sprintf(" (did you mean --%s?)", f.Shorthand+value)
	}
	return fmt.Sprintf("--%s %q: want %s%s", f.Name, value, wantedValue(f), hint)
}

// unknownFlag says that a command has no flag of this name; letters are those behind one
// hyphen, from the unknown one on.
func unknownFlag(cmd *cobra.Command, name, letters string) string {
	if IsNumber(name) {
		return fmt.Sprintf("-%s reads like a flag; if a number below 0 is meant, put -- before it", letters)
	}
	var names []string
	hint, typed := "", "--"+name
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		names = append(names, "--"+f.Name)
		if len(letters) > 1 && strings.HasSuffix(f.Name, letters) { // -limit for --limit, -quiet with its "q" taken
			hint = fmt.Sprintf(" (did you mean --%s?)", f.Name)
		}
	})
	switch {
	case letters != "":
		typed = "-" + letters[:1]
	default:
		if hint = DidYouMean(typed, names); hint == "" {
			hint = otherChoice(cmd.Flags(), name)
		}
	}
	return fmt.Sprintf("unknown flag %s%s; `%s --help` lists all", typed, hint, cmd.CommandPath())
}

// otherChoice returns " (did you mean --topology modular?)" for the flag that takes the word, or
// one that means the same; nothing if none does.
func otherChoice(flags *pflag.FlagSet, word string) (hint string) {
	word = strings.ToLower(word)
	words := append([]string{word}, synonyms[word]...)
	flags.VisitAll(func(f *pflag.Flag) {
		c, ok := f.Value.(*choice)
		if !ok || hint != "" {
			return
		}
		if i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(c.allowed, w) }); i >= 0 {
			hint = fmt.Sprintf(" (did you mean --%s %s?)", f.Name, words[i])
		}
	})
	return hint
}

// flagTypes says, by the types of package pflag, what the value of a flag is called in help texts
// and what is wanted of it.
var flagTypes = map[string]struct{ word, want string }{
	"bool":        {"", "true or false (1, 0)"},
	"duration":    {"TIME", "a time with its unit, like 10s or 2m30s"},
	"float64":     {"X", "a number"},
	"int":         {"N", "a whole number"},
	"string":      {"TEXT", "a text"},
	"stringSlice": {"LIST", "a list with commas between its parts"},
	"stringToInt": {"NAME=NUMBER", "NAME=NUMBER"},
	"uint64":      {"N", "a whole number from 0 on"},
	"word":        {"WORD", "a word"},
}

// flagWords says it of texts and lists, by the names of their flags.
var flagWords = map[string]struct{ word, want string }{
	"address":   {"HOST:PORT", "an address with a port"},
	"after":     {"SOLUTION", "a solution"},
	"again":     {"PERCENT", "a percentage, like 2%"},
	"algorithm": {"NAME", "a name of `queens algorithms`"},
	"benchmark": {"NAME", "the name of an instance"},
	"board":     {"FILE", "a file"},
	"device":    {"NAMES", "names that `queens doctor` lists, or auto"},
	"dir":       {"DIR", "a directory"},
	"encode":    {"FILE", "a file"},
	"http":      {"HOST:PORT", "an address with a port"},
	"import":    {"FILE", "a file"},
	"listen":    {"HOST:PORT", "an address with a port"},
	"memory":    {"SIZE", "a number of bytes, or one with a unit: 500M, 8GiB, 8GB"},
	"of":        {"SOLUTION", "a solution"},
	"output":    {"FILE", "a file"},
	"proof":     {"FILE", "a file"},
	"read":      {"FILE", "a file"},
	"sam":       {"FILE", "a file"},
	"share":     {"I/N", "a part, like 3/8"},
	"state":     {"DIR", "a directory"},
	"steps":     {"FROM:TO", "the first and the last step"},
	"tmp":       {"DIR", "a directory"},
	"with":      {"SOLUTION", "a solution"},
}

// FlagValue returns what the value of a flag is called in help texts, like FILE, and the text
// about the flag with its default.
func FlagValue(f *pflag.Flag) (word, usage string) {
	word, usage = pflag.UnquoteUsage(f)
	switch named, ok := flagWords[f.Name]; {
	case strings.Contains(f.Usage, "`"):
		word = strings.ToUpper(word)
	case ok && strings.HasPrefix(f.Value.Type(), "string"):
		word = named.word
	default:
		word = flagTypes[f.Value.Type()].word
	}
	if !slices.Contains([]string{"", "0", "0s", "false", "[]"}, f.DefValue) {
		usage += " (default " + f.DefValue + ")"
	}
	return word, usage
}

// wantedValue says what the value of a flag looks like.
func wantedValue(f *pflag.Flag) string {
	if c, ok := f.Value.(*choice); ok {
		return "one of " + strings.Join(c.allowed, ", ")
	}
	if named, ok := flagWords[f.Name]; ok && strings.HasPrefix(f.Value.Type(), "string") {
		return named.want
	}
	return flagTypes[f.Value.Type()].want
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

// Set stores the word, if it is allowed.
func (c *choice) Set(word string) error {
	if !slices.Contains(c.allowed, word) {
		return errors.New("no such word") // FlagMessage says which there are
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
