package kit

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/option"
)

// Flag gives a command an option of the table. p points to the variable: what that holds is the
// default, and the table's if it is empty. words are those that an option of words takes.
func Flag(cmd *cobra.Command, name string, p any, words ...string) {
	addFlag(cmd.Flags().VarPF, cmd, name, p, words)
}

// Accept has an option of words take some that help does not list.
func Accept(cmd *cobra.Command, name string, words ...string) {
	cmd.Flag(name).Value.(*value).also = words
}

type value struct {
	*option.Option
	p       any
	words   []string
	also    []string // that help does not list
	changed bool     // a list: Set appends
}

// errValue says that a value is none; FlagMessage says what is wanted.
var errValue = errors.New("no such value")

func (v *value) Type() string { return v.Word() }

func (v *value) String() string {
	if v == nil || v.p == nil { // pflag asks the zero value what it looks like
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
		if v.words != nil && !slices.Contains(v.words, text) && !slices.Contains(v.also, text) {
			return errValue
		}
		*p = text
	case *[]string:
		list := strings.Split(text, ",")
		for i := range list {
			if list[i] = strings.TrimSpace(list[i]); v.words != nil && !slices.Contains(v.words, list[i]) {
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
		panic(fmt.Sprintf("kit: an option has no variable of type %T", v.p))
	}
	return err
}

func (v *value) number(text string, most uint64) (uint64, error) {
	x, err := strconv.ParseUint(withoutPower(text), 10, 64)
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
	var pairs []string
	for _, name := range slices.Sorted(maps.Keys(params)) {
		pairs = append(pairs, fmt.Sprintf("%s=%v", name, params[name]))
	}
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

// sizePattern is a number of bytes with its unit: K, M, G and T, also KiB and so on, are powers of
// 1024; KB and so on are powers of 1000.
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

// mostWords is how many words a flag lists in help; the text of the command has more.
const mostWords = 12

func (v *value) usage() string {
	text := v.Text
	if 0 < len(v.words) && len(v.words) <= mostWords {
		text += ": " + strings.Join(v.words, ", ")
	}
	if byDefault := v.String(); v.Kind != option.Switch && !slices.Contains([]string{"", "0", "0s"}, byDefault) {
		if v.Kind == option.Time {
			byDefault = shortTime(byDefault)
		}
		text += " (default " + byDefault + ")"
	}
	return text
}

// shortTime returns "1h" for "1h0m0s".
func shortTime(text string) string {
	return strings.Replace(strings.Replace(text, "m0s", "m", 1), "h0m", "h", 1)
}
