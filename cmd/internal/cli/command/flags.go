package command

import (
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"queens"
	"queens/cmd/internal/option"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
)

// ApplyEnvironment sets flags that the command line omits from their variables, such as
// QUEENS_COLOR for --color. Empty variables count as unset.
func ApplyEnvironment(cmd *cobra.Command) (err error) {
	flags := cmd.Flags()
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed || f.Name == "help" || f.Name == VersionFlag || err != nil {
			return
		}
		name := option.Variable(f.Name)
		if text := os.Getenv(name); text != "" {
			if setErr := flags.Set(f.Name, text); setErr != nil {
				err = Usagef("environment variable %s: %s", name, FlagMessage(cmd, setErr))
				return
			}
			f.Annotations = map[string][]string{fromEnvironment: nil}
		}
	})
	return err
}

// fromEnvironment marks flags set by a variable, which may be meant for other commands.
const fromEnvironment = "environment"

func typed(f *pflag.Flag) bool {
	_, environment := f.Annotations[fromEnvironment]
	return f.Changed && !environment
}

// FlagMessage rewrites an error of pflag: what is wrong, what is wanted, and a guess at what was
// meant.
func FlagMessage(cmd *cobra.Command, err error) string {
	flags := cmd.Flags()
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		return unknownFlag(cmd, unknown.GetSpecifiedName(), unknown.GetSpecifiedShortnames())
	}
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		f := missing.GetFlag()
		return fmt.Sprintf("--%s needs a value: %s", f.Name, valueOf(f).wanted())
	}
	if bad, ok := errors.AsType[*pflag.InvalidSyntaxError](err); ok {
		return fmt.Sprintf("%q is not a flag: want --NAME or --NAME=VALUE", bad.GetSpecifiedFlag())
	}
	invalid, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err.Error()
	}
	f, value := invalid.GetFlag(), invalid.GetValue()
	hint := ""
	if words := valueOf(f).words; words != nil {
		hint = cmp.Or(DidYouMean(value, words), otherChoice(flags, value))
	} else if flags.Lookup(f.Shorthand+value) != nil { // -json is -j with the value "son"
		hint = fmt.Sprintf(" (did you mean --%s?)", f.Shorthand+value)
	}
	return fmt.Sprintf("--%s %q: want %s%s", f.Name, value, valueOf(f).wanted(), hint)
}

// unknownFlag rejects a flag; letters are those after one hyphen, from the unknown one on.
func unknownFlag(cmd *cobra.Command, name, letters string) string {
	if IsNumber(name) {
		return fmt.Sprintf("-%s reads like a flag; if a number below 0 is meant, put -- before it", letters)
	}
	var names []string
	hint, typed := "", "--"+name
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		names = append(names, "--"+f.Name)
		if len(letters) > 1 && strings.HasSuffix(f.Name, letters) { // -limit for --limit; -quiet after "q" was read
			hint = fmt.Sprintf(" (did you mean --%s?)", f.Name)
		}
	})
	if letters != "" {
		typed = "-" + letters[:1]
	} else {
		hint = cmp.Or(DidYouMean(typed, names), otherChoice(cmd.Flags(), name))
	}
	return fmt.Sprintf("unknown flag %s%s; `%s --help` lists all", typed, hint, cmd.CommandPath())
}

// otherChoice returns " (did you mean --topology modular?)" for the flag that accepts the word or a
// synonym, or "".
func otherChoice(flags *pflag.FlagSet, word string) (hint string) {
	word = strings.ToLower(word)
	words := append([]string{word}, synonyms(word)...)
	flags.VisitAll(func(f *pflag.Flag) {
		if hint != "" {
			return
		}
		if i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(valueOf(f).words, w) }); i >= 0 {
			hint = fmt.Sprintf(" (did you mean --%s %s?)", f.Name, words[i])
		}
	})
	return hint
}

func valueOf(f *pflag.Flag) *value {
	if v, ok := f.Value.(*value); ok {
		return v
	}
	return &value{Option: option.Find("", VersionFlag)} // of the flag help, which is a switch as well
}

func addFlag(flags *pflag.FlagSet, cmd *cobra.Command, name string, p any, words []string) {
	if _, ok := p.(*queens.Topology); ok {
		words = queens.Topologies()
	}
	o := option.Find(cmd.Name(), name)
	if words == nil {
		words = o.Words
	}
	v := &value{Option: o, p: p, words: words}
	if empty := v.String(); v.Default != "" && slices.Contains([]string{"", "0", "0s"}, empty) {
		if err := v.Set(v.Default); err != nil {
			panic("command: --" + name + ": its default is none of its values")
		}
		v.changed = false
	}
	f := flags.VarPF(v, name, v.Short, v.usage())
	if v.Kind == option.Switch {
		f.NoOptDefVal = "true"
	}
	if words != nil {
		CompleteFlag(cmd, name, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	}
}

// GroupFlag is Flag for an option of a command and its subcommands.
func GroupFlag(root *cobra.Command, name string, p any, words ...string) {
	addFlag(root.PersistentFlags(), root, name, p, words)
}

// CompleteFlag sets the shell completion of a flag.
func CompleteFlag(cmd *cobra.Command, name string, complete cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
		panic(err)
	}
}

// Before runs settle after the flags are set, before the command and earlier calls of Before.
func Before(cmd *cobra.Command, settle func() error) {
	rest := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if err := settle(); err != nil {
			return err
		}
		return rest(cmd, args) // at last the rules
	}
}

// A rule refuses flags of some commands, or of all, that would be ignored or contradict others. Its
// conditions name a flag that was typed, "!" and one that is not set, or a flag and its words; a
// number is the least number of arguments.
type rule struct {
	Commands, When, Refuses []string
	Why                     string // empty: the conditions say it
}

//go:embed rules.csv
var rulesText string

func followsRules(cmd *cobra.Command) error {
	path := strings.ReplaceAll(Path(cmd), " ", "-")
	for _, r := range named.Decode[rule](rulesText) {
		fails := func(condition string) bool { return !holds(cmd, condition) }
		if r.Commands != nil && !slices.Contains(r.Commands, path) || slices.ContainsFunc(r.When, fails) {
			continue
		}
		needed := "--" + strings.Join(r.When, " or --")
		why := cmp.Or(r.Why, "cannot be combined with "+needed)
		if r.Why == "" && r.When[0][0] == '!' {
			why = "needs " + strings.ReplaceAll(needed, "!", "")
		}
		if err := Without(cmd, true, strings.ReplaceAll(why, "=", " "), r.Refuses...); err != nil {
			return err
		}
	}
	return nil
}

func holds(cmd *cobra.Command, condition string) bool {
	name, not := strings.CutPrefix(condition, "!")
	name, words, _ := strings.Cut(name, "=")
	f := cmd.Flags().Lookup(name)
	if least, err := strconv.Atoi(name); err == nil || f == nil {
		return err == nil && cmd.Flags().NArg() >= least
	}
	set := !slices.Contains([]string{"", "0", "false"}, f.Value.String())
	switch {
	case words != "":
		return slices.Contains(strings.Split(words, "/"), f.Value.String()) != not
	case not:
		return !set
	}
	return set && typed(f)
}

// Without rejects flags that the command would ignore if when is true; why explains: "needs --on".
func Without(cmd *cobra.Command, when bool, why string, names ...string) error {
	for _, name := range names {
		if f := cmd.Flags().Lookup(name); when && f != nil && typed(f) {
			return Usagef("--%s %s", name, why)
		}
	}
	return nil
}

// VersionFlag is accepted because many programs have it.
const VersionFlag = "version"

// IsNumber reports whether s is a sequence of decimal digits.
func IsNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// Flag adds an option of the table to a command. p points to its variable, whose value is the
// default; an empty one takes the default of the table. words are the choices.
func Flag(cmd *cobra.Command, name string, p any, words ...string) {
	addFlag(cmd.Flags(), cmd, name, p, words)
}

type value struct {
	*option.Option
	p       any
	words   []string
	changed bool // for a list: Set appends
}

// errValue reports a malformed value; FlagMessage says what is wanted.
var errValue = errors.New("no such value")

// Type returns the placeholder of the value in help texts, like FILE.
func (v *value) Type() string { return v.Option.Value }

func (v *value) String() string {
	if v == nil || v.p == nil { // pflag calls String on the zero value
		return ""
	}
	switch p := v.p.(type) {
	case *[]string:
		return strings.Join(*p, ",")
	case *map[string]int:
		return paramsText(*p)
	case *map[string]float64:
		return paramsText(*p)
	}
	return fmt.Sprint(reflect.ValueOf(v.p).Elem())
}

func (v *value) Set(text string) (err error) {
	switch p := v.p.(type) {
	case *bool:
		*p, err = strconv.ParseBool(text)
	case *int:
		var x uint64
		x, err = v.number(text, math.MaxInt)
		*p = int(x)
	case *int64:
		*p, err = parseSize(text)
	case *uint64:
		*p, err = v.number(text, math.MaxUint64)
	case *float64:
		*p, err = v.real(text)
	case *time.Duration:
		if *p, err = time.ParseDuration(text); *p < 0 {
			err = errValue
		}
	case *string:
		if v.words != nil && !slices.Contains(v.words, text) {
			return errValue
		}
		*p = text
	case *[]string:
		list := strings.Split(text, ",")
		for i := range list {
			list[i] = strings.TrimSpace(list[i])
			if v.words != nil && !slices.Contains(v.words, list[i]) {
				return errValue
			}
		}
		if !v.changed {
			*p = nil
		}
		*p, v.changed = append(*p, list...), true
	case *map[string]int:
		return setParams(p, text)
	case *map[string]float64:
		return setParams(p, text)
	case *queens.Topology:
		if p.UnmarshalText([]byte(text)) != nil {
			return errValue
		}
	default:
		panic(fmt.Sprintf("command: an option has no variable of type %T", v.p))
	}
	return err
}

func (v *value) number(text string, most uint64) (uint64, error) {
	x, err := strconv.ParseUint(option.WithoutPower(text), 10, 64)
	if err != nil || x > most || !v.Accepts(float64(x)) {
		return 0, errValue
	}
	return x, nil
}

func (v *value) real(text string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if v.Kind == option.Percent {
		if x /= 100; !strings.HasSuffix(text, "%") || x < 0 || x > 1 {
			return 0, errValue
		}
		return x, err
	}
	if err != nil || math.IsNaN(x) || !v.Accepts(x) {
		return 0, errValue
	}
	return x, nil
}

func paramsText[T int | float64](params map[string]T) string {
	pairs := named.Names(slices.Sorted(maps.Keys(params)), func(name string) string {
		return fmt.Sprintf("%s=%v", name, params[name])
	})
	return strings.Join(pairs, ",")
}

func setParams[T int | float64](p *map[string]T, text string) error {
	for pair := range strings.SplitSeq(text, ",") {
		name, number, ok := strings.Cut(pair, "=")
		x, err := strconv.ParseFloat(number, 64)
		if !ok || err != nil || float64(T(x)) != x {
			return errValue
		}
		if *p == nil {
			*p = map[string]T{}
		}
		(*p)[name] = T(x)
	}
	return nil
}

// sizePattern is a number of bytes with a unit: K, M, G, T, KiB, ... are powers of 1024; KB, ...
// are powers of 1000.
var sizePattern = regexp.MustCompile(`^(?i)([0-9]+(?:\.[0-9]+)?(?:e[0-9]{1,2})?) ?([kmgt]?)(i?b)?$`)

func parseSize(text string) (int64, error) {
	m := sizePattern.FindStringSubmatch(text)
	if m == nil {
		return 0, errValue
	}
	bytes, err := strconv.ParseFloat(m[1], 64)
	base := 1024.0
	if strings.EqualFold(m[3], "b") {
		base = 1000
	}
	bytes *= math.Pow(base, float64(strings.Index("kmgt", strings.ToLower(m[2]))+len(m[2])))
	if err != nil || bytes < 1 || bytes >= math.MaxInt64 {
		return 0, errValue
	}
	return int64(bytes), nil
}

func (v *value) wanted() string {
	_, several := v.p.(*[]string)
	switch {
	case v.words != nil && !several:
		return "one of " + strings.Join(v.words, ", ")
	case v.words != nil:
		return "some of " + strings.Join(v.words, ", ") + ", with commas between them"
	default:
		return v.Wanted()
	}
}

const mostWords = 13

func (v *value) usage() string {
	text := v.Text
	if 0 < len(v.words) && len(v.words) <= mostWords {
		text += ": " + strings.Join(v.words, ", ")
	}
	if byDefault := v.String(); v.Kind != option.Switch && !slices.Contains([]string{"", "0", "0s", "-1"}, byDefault) {
		if v.Kind == option.Time {
			byDefault = strings.Replace(strings.Replace(byDefault, "m0s", "m", 1), "h0m", "h", 1)
		}
		text += " (default " + byDefault + ")"
	}
	return text
}

// Message returns the line for standard error: the program, the command and the error. It is empty
// if the error is.
func Message(err error, command string) string {
	if err == nil || err.Error() == "" {
		return ""
	}
	text := errs.Said(err).Error()
	i := strings.LastIndexByte(command, ' ') + 1
	switch {
	case strings.HasPrefix(text, command[i:]+" "): // the error names the command: "show n8: ..."
		command = command[:i]
	case command != "":
		command += ": "
	}
	return "queens: " + command + text
}

// At returns an error with the name of its file, if there is one.
func At(name string, err error) error {
	if name != "" && err != nil {
		err = errs.Errorf("%s: %w", name, err)
	}
	return err
}

// Refuted returns an error for exit code 3 if a printed answer is "no", else nil.
func Refuted(no bool) error {
	if no {
		return errs.WithCode(errs.Refuted, nil)
	}
	return nil
}

// None returns the error for something that an order does not have, such as a central solution.
func None(order int, what string) error {
	return Failf(errs.Refuted, "order %d has no %s", order, what)
}

// Failf returns an error with an exit code.
func Failf(code int, format string, args ...any) error {
	return errs.WithCode(code, fmt.Errorf(format, args...))
}

// Usagef returns an error for wrong usage.
func Usagef(format string, args ...any) error { return Failf(errs.Usage, format, args...) }

//go:embed synonyms.txt
var synonymsText string

func synonyms(word string) []string {
	for line := range strings.Lines(synonymsText) {
		if names, ok := strings.CutPrefix(line, word+": "); ok {
			return strings.Fields(names)
		}
	}
	return nil
}

// DidYouMean returns ` (did you mean "check"?)` for the synonyms of word or, without any, the
// closest name; "" if none is close. Flags have their two hyphens and no quotes.
func DidYouMean(word string, names []string) string {
	word = strings.ToLower(word)
	bare, isFlag := strings.CutPrefix(word, "--")
	hyphens, quoted := "", strconv.Quote
	if isFlag {
		hyphens, quoted = "--", strings.Clone
	}
	var meant []string
	for _, name := range synonyms(bare) {
		if name = hyphens + name; slices.Contains(names, name) {
			meant = append(meant, quoted(name))
		}
	}
	if name := closest(word, names); len(meant) == 0 && name != "" {
		meant = []string{quoted(name)}
	}
	if len(meant) == 0 {
		return ""
	}
	return " (did you mean " + humanize.Join(meant, ", ", "or") + "?)"
}

// closest returns the first name that word misspells, or else one that begins with it, or "".
func closest(word string, names []string) string {
	begins := func(name string) bool { return word != "" && strings.HasPrefix(name, word) }
	for _, fits := range []func(name string) bool{func(name string) bool { return isTypo(word, name) }, begins} {
		if i := slices.IndexFunc(names, fits); i >= 0 {
			return names[i]
		}
	}
	return ""
}

// isTypo reports whether one letter was inserted, omitted, replaced or swapped, or none.
func isTypo(a, b string) bool {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	return len(a) < 2 && len(b) < 2 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
}
