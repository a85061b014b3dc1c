package puzzle

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
)

// Bounds of the order of a puzzle: Generate makes those of order MinOrder to MaxOrder, others may
// have order 1 to Largest.
const (
	MinOrder = 5
	MaxOrder = 14
	Largest  = 26
)

// Kind describes a kind of puzzle.
type Kind struct {
	Name    string // stable identifier: "regions"
	Summary string // one sentence, no final period
	Rule    string // all of it, in sentences for pupils
	Letter  string // in an ID
	Regions bool   // one queen in every region
}

// Names of kinds.
const (
	Completion = "completion"
	Regions    = "regions"
	Diagonals  = "diagonals"
)

//go:embed kinds.csv
var facts string

var kinds = named.Decode[Kind](facts)

// Kinds returns every kind, sorted by name.
func Kinds() []Kind { return slices.Clone(kinds) }

// FindKind returns the kind of that name.
func FindKind(name string) (Kind, error) {
	return named.Find("kind", name, kinds, func(k Kind) string { return k.Name })
}

// MinOrder returns the least order for which puzzles of the kind and grade are made.
func (k Kind) MinOrder(grade string) int {
	if k.Name == Completion && (grade == Hard.String() || grade == Expert.String()) {
		return MinOrder + 1
	}
	return MinOrder
}

// Grade is a grade of difficulty, from easy on.
type Grade int

// The grades.
const (
	Easy Grade = iota
	Medium
	Hard
	Expert
	beyond // of rules that no puzzle of Generate needs
)

var grades = []string{"easy", "medium", "hard", "expert", "beyond expert"}

const gradeLetters = "emhx"

// Grades returns the names of all grades, the easiest first.
func Grades() []string { return slices.Clone(grades[:beyond]) }

// String returns the name of the grade.
func (g Grade) String() string { return grades[g] }

// efforts returns the least and the most effort of puzzles of the grade and an order; those that
// are made have no more. Effort is the sum of the weights of the rules that are applied.
func (g Grade) efforts(order int) (least, most int) {
	per := [...]int{0, 18, 35, 60, 120} // in tenths for each row
	return (per[g]*order + 9) / 10, (per[g+1]*order+9)/10 - 1
}

func gradeOf(effort, order int) Grade {
	g := Easy
	for ; g < Expert; g++ {
		if _, most := g.efforts(order); effort <= most {
			break
		}
	}
	return g
}

func parseGrade(name string) (Grade, error) {
	return named.Find("grade", name, []Grade{Easy, Medium, Hard, Expert}, Grade.String)
}

// Version is that of the generator, part of every ID: another one makes other puzzles.
const Version = 2

// Spec says which puzzle to make. It determines the puzzle.
type Spec struct {
	Kind  string
	Order int
	Grade string
	Seed  string // a date like "2026-11-24" for the puzzle of that day, or a number from 0 to 999999999999
}

// week has the kind, order and grade of the puzzle of a day, from Sunday on.
var week = [7]Spec{
	{Kind: Regions, Order: 10, Grade: "expert"},
	{Kind: Regions, Order: 6, Grade: "easy"},
	{Kind: Completion, Order: 7, Grade: "medium"},
	{Kind: Diagonals, Order: 7, Grade: "medium"},
	{Kind: Regions, Order: 8, Grade: "medium"},
	{Kind: Completion, Order: 8, Grade: "hard"},
	{Kind: Diagonals, Order: 9, Grade: "hard"},
}

// Daily returns the puzzle of a day like "2026-11-24": they become larger and harder from Monday to
// Sunday. Errors: queens.ErrFormat.
func Daily(day string) (Spec, error) {
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return Spec{}, errs.Errorf("date %.20q: want a day like 2026-11-24: %w", day, queens.ErrFormat)
	}
	s := week[date.Weekday()]
	s.Seed = day
	return s, nil
}

// Title names the puzzle of a day: "Monday, 30 November: small, easy". It is empty for others.
func (s Spec) Title() string {
	if daily, err := Daily(s.Seed); err != nil || daily != s {
		return ""
	}
	date, _ := time.Parse(time.DateOnly, s.Seed) // which Daily has read
	return date.Format("Monday, 2 January: ") + [...]string{"small, ", "large, "}[s.Order/8] + s.Grade
}

// SeedOf returns a date or a number, whichever is given, or that of today; both are refused.
// Errors: queens.ErrFormat.
func SeedOf(date, number, today string) (seed string, err error) {
	switch {
	case date != "" && number != "":
		return "", errs.Errorf("date %.20q and seed %.20q give different puzzles: use one: %w", date, number,
			queens.ErrFormat)
	case date != "" && !strings.Contains(date, "-"):
		return "", errs.Errorf("date %.20q: want a day like 2026-11-24: %w", date, queens.ErrFormat)
	case strings.Contains(number, "-"):
		return "", errs.Errorf("seed %.20q: want a number, at least 0: %w", number, queens.ErrFormat)
	}
	return cmp.Or(date, number, today), nil
}

func (s Spec) validate() (Kind, Grade, error) {
	kind, err := FindKind(s.Kind)
	if err != nil {
		return kind, 0, err
	}
	grade, err := parseGrade(s.Grade)
	if err != nil {
		return kind, 0, err
	}
	if s.Order < MinOrder || s.Order > MaxOrder {
		return kind, 0, errs.Errorf("order %d: want %d to %d: %w", s.Order, MinOrder, MaxOrder, queens.ErrOrder)
	}
	if least := kind.MinOrder(s.Grade); s.Order < least {
		return kind, 0, errs.Errorf("order %d: %s puzzles of kind %s start at order %d: %w", s.Order,
			s.Grade, s.Kind, least, queens.ErrOrder)
	}
	if strings.Contains(s.Seed, "-") {
		_, err := Daily(s.Seed)
		return kind, grade, err
	}
	if x, err := strconv.ParseUint(s.Seed, 10, 64); err != nil || x > 999_999_999_999 ||
		s.Seed != strconv.FormatUint(x, 10) {
		return kind, 0, errs.Errorf("seed %.20q: want a number from 0 to 999999999999, or a day like "+
			"2026-11-24: %w", s.Seed, queens.ErrFormat)
	}
	return kind, grade, nil
}

// ID returns a short name that determines the puzzle: "2-r8m-2026-11-24" is made by
// version 2, of kind regions, order 8 and grade medium. The Spec must be valid.
func (s Spec) ID() string {
	kind, grade, err := s.validate()
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%d-%s%d%c-%s", Version, kind.Letter, s.Order, gradeLetters[grade], s.Seed)
}

// IsID reports whether a text could be an ID, right or wrong, rather than an order.
func IsID(text string) bool { return strings.Contains(strings.TrimPrefix(text, "-"), "-") }

// ParseID returns the Spec of an ID. Errors: queens.ErrFormat; queens.ErrOrder for an order without
// such puzzles.
func ParseID(id string) (s Spec, err error) {
	malformed := errs.Errorf("ID %.40q: want one like 2-r8m-2026-11-24: %w", id, queens.ErrFormat)
	version, rest, _ := strings.Cut(id, "-")
	if v, err := strconv.Atoi(version); err == nil && v > 0 && v != Version && rest != "" {
		return s, errs.Errorf("ID %.40q needs generator version %d, this is version %d: %w", id, v, Version,
			queens.ErrFormat)
	}
	middle, seed, ok := strings.Cut(rest, "-")
	if version != strconv.Itoa(Version) || !ok || len(middle) < 3 {
		return s, malformed
	}
	for _, k := range kinds {
		if k.Letter == middle[:1] {
			s.Kind = k.Name
		}
	}
	if i := strings.IndexByte(gradeLetters, middle[len(middle)-1]); i >= 0 {
		s.Grade = grades[i]
	}
	if s.Order, err = strconv.Atoi(middle[1 : len(middle)-1]); err != nil || s.Kind == "" || s.Grade == "" {
		return Spec{}, malformed
	}
	s.Seed = seed
	if _, _, err := s.validate(); err != nil {
		return Spec{}, err
	}
	if s.ID() != id {
		return Spec{}, malformed
	}
	return s, nil
}

// maxText is the longest text of a puzzle that Parse reads, in bytes.
const maxText = 64 << 10

// Text returns the puzzle, which must be valid, as Parse reads it.
func (p Puzzle) Text() string {
	spec, _ := ParseID(p.ID)
	var head strings.Builder
	for _, line := range [][2]string{{"// ", spec.Title()}, {"kind ", p.Kind}, {"grade ", p.Grade}, {"id ", p.ID}} {
		if line[1] != "" {
			head.WriteString(line[0] + line[1] + "\n")
		}
	}
	spaced := strings.Join(strings.Split(strings.TrimPrefix(p.Line(), stated), ""), " ")
	return head.String() + strings.NewReplacer(" / ", "\n", " \n \n ", "\n\n").Replace(spaced) + "\n"
}

const stated = "kind " + Diagonals + "\n" // as other kinds are clear from the board

// Line returns the puzzle, which must be valid, as Parse reads it, in few characters and without
// grade and ID: "AAB/CAB/CCB".
func (p Puzzle) Line() string {
	text := map[bool]string{true: stated}[p.Kind == Diagonals] + strings.Join(p.Rows(), "/")
	if len(p.Queens)+len(p.Crossed) > 0 {
		text += "\n\n" + strings.Join(format.Marks(p.Order, p.Queens, 'Q', p.Crossed, 'x'), "/")
	}
	return text
}

// Caption returns text for below a picture: what the puzzle is, and its rule. The puzzle must be
// valid.
func (p Puzzle) Caption() string {
	kind, _ := FindKind(p.Kind)
	return fmt.Sprintf("%s, %s, %s\n%s", p.Kind, p.Grade, p.ID, kind.Rule)
}

// Rows returns the marks of the squares row by row: regions as letters, a completion with Q for a
// queen and # for a blocked square.
func (p Puzzle) Rows() []string {
	if len(p.Regions) > 0 {
		return p.Regions
	}
	return format.Marks(p.Order, p.Given, 'Q', p.Blocked, '#')
}

// Parse reads a puzzle: what Text wrote, also with changes made by hand, its JSON object, or any
// board that format.ReadRegions reads. Without a line "kind" a board with regions is of kind
// Regions. how says how the board was read, or is empty for letters from A. Errors:
// queens.ErrFormat, with the number of the line; those of Validate.
func Parse(text []byte) (p Puzzle, how string, err error) {
	if len(text) > maxText {
		return p, "", errs.Errorf("%d bytes, want at most %d: %w", len(text), maxText, queens.ErrFormat)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	var object struct {
		Kind *string `json:"kind"`
		Puzzle
	}
	if json.Unmarshal(text, &object) == nil && object.Kind != nil {
		p, p.Kind = object.Puzzle, *object.Kind
	} else if p, how, err = parse(string(text)); err != nil {
		return Puzzle{}, "", err
	}
	if err := p.Validate(); err != nil {
		return Puzzle{}, "", err
	}
	return p, how, nil
}

func parse(text string) (p Puzzle, how string, err error) {
	r, err := format.ReadRegions(text, "kind", "grade", "id")
	if err != nil {
		return p, "", errs.Errorf("%w", err)
	}
	p = Puzzle{
		ID: r.Head["id"], Kind: r.Head["kind"], Order: r.Order, Grade: r.Head["grade"], Given: r.Given,
		Blocked: r.Blocked, Regions: r.Rows, Queens: r.Queens, Crossed: r.Crossed,
	}
	completes := len(r.Rows) == 0
	if p.Kind == "" {
		p.Kind = map[bool]string{true: Completion, false: Regions}[completes]
	}
	if completes != (p.Kind == Completion) {
		return p, "", errs.Errorf("kind %s: a completion has the symbols Q, . and #, other kinds have "+
			"regions: %w", p.Kind, queens.ErrFormat)
	}
	if !completes {
		how = howRead(p, r.Symbols, r.Head["kind"] != "")
	}
	return p, how, nil
}

// howRead says what was read, unless it is plain: letters from A, in one piece each, without marks,
// and of a stated kind.
func howRead(p Puzzle, symbols []string, stated bool) string {
	pieces := 0
	b := newBoard[large](p.Kind, p.Order)
	b.divide(p.region())
	for _, region := range b.lines[2*p.Order:] {
		for ; !region.empty(); pieces++ {
			region = region.minus(b.piece(region))
		}
	}
	last := p.Order - 1
	if stated && pieces == p.Order && len(p.Queens)+len(p.Crossed) == 0 && symbols[last] == regionName(last) {
		return ""
	}
	how := fmt.Sprintf("a puzzle of order %d, kind %s, with %d regions", p.Order, p.Kind, p.Order)
	if pieces > p.Order {
		how += fmt.Sprintf(" in %d pieces", pieces)
	}
	if len(p.Queens)+len(p.Crossed) > 0 {
		how += fmt.Sprintf(", %s and %s played", humanize.Plural(len(p.Queens), "queen"),
			humanize.Plural(len(p.Crossed), "cross"))
	}
	if symbols[last] != regionName(last) {
		names := strings.Split(regionNames[:p.Order], "")
		how += "; regions " + humanize.Join(symbols, ", ", "and") + " are " + humanize.Join(names, ", ", "and")
	}
	return how
}
