package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/enumerate"
	"queens/orbit"
)

// atlasOptions are the flags of `queens atlas`.
type atlasOptions struct {
	moves    int
	search   string
	readings bool
	format   string
	json     bool
	graph    bool
	forest   bool
	workers  int
	output   string
}

// The formats of an atlas.
const (
	atlasText = "text"
	atlasJSON = "json"
	atlasDOT  = "dot"
)

var atlasFormats = []string{atlasText, atlasJSON, atlasDOT}

func newAtlas(a *app) *cobra.Command {
	o := atlasOptions{moves: 1, format: atlasText}
	cmd := &cobra.Command{
		Use:   "atlas N",
		Short: "The graph of all orbits of order N, and what the orbit search finds",
		Long: fmt.Sprintf(`Atlas joins two orbits of solutions of order N, 0 to %d, where moving one queen with
her row and column leads from a member of one to a member of the other; --moves 2
moves two queens at once. It shows how many orbits the published orbit search finds:
step 1 inserts a queen into solutions of order N-1, step 2 moves queens as long as
that leads to something new. It does not find all of them from order 9 on
(docs/errata.md Z14), and layers, components and a shortest forest tell why.

--search breadth or depth runs the two steps as they are printed, try by try, and
shows how every orbit is found; N is 5 to %d then. --readings compares ways to read
the orbit signature: which of them tell all orbits apart.

Formats: text for people; json, with every orbit and edge if --graph is given; dot for
Graphviz: boxes are inserted, arrows the shortest forest, dashed orbits not found.
With --forest the other edges are left out. Orbits are numbered from 1 in the order of
their least members.

Order 12 takes a blink, order 16 some ten seconds and a gigabyte; with two queens
order 15 the same and order 16 minutes and 4 gigabytes.

Exit codes: 0 done, 1 cannot write, 2 bad argument, 130 interrupted.`, orbit.MaxAtlasOrder, orbit.MaxSearchOrder),
		Example: `  queens atlas 9
  queens atlas 8 --search breadth
  queens atlas 11 --moves 2
  queens atlas 9 --format dot -o orbits9.dot
  queens atlas 11 --readings
  queens atlas 10 --json --graph`,
		RunE: func(cmd *cobra.Command, args []string) error {
			order, err := atlasOrder(args)
			if err != nil {
				return err
			}
			if o.json {
				o.format = atlasJSON
			}
			if err := o.validate(cmd); err != nil {
				return err
			}
			if o.output == "" {
				return a.atlas(cmd.Context(), order, o, a.stdout)
			}
			return replaceFile(o.output, func(w io.Writer) error { return a.atlas(cmd.Context(), order, o, w) })
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.moves, "moves", 1, "queens that move at once, 1 or 2")
	addChoice(cmd, &o.search, "search", []string{"breadth", "depth"}, "run the printed search")
	flags.BoolVar(&o.readings, "readings", false, "compare readings of the signature")
	addChoice(cmd, &o.format, "format", atlasFormats, "how to print")
	flags.BoolVar(&o.json, "json", false, "the same as --format json")
	flags.BoolVar(&o.graph, "graph", false, "every orbit and edge as well, in JSON")
	flags.BoolVar(&o.forest, "forest", false, "only the shortest generating forest, in dot and with --graph")
	flags.IntVar(&o.workers, "workers", 0, "searches side by side; 0 means one for each core")
	flags.StringVarP(&o.output, "output", "o", "", "write to a file instead of standard output")
	return cmd
}

// atlasOrder reads the argument.
func atlasOrder(args []string) (int, error) {
	if len(args) != 1 {
		return 0, usagef("atlas: %d arguments, want the order: queens atlas 9", len(args))
	}
	order, err := strconv.Atoi(args[0])
	if err != nil {
		return 0, usagef("atlas: order %q: want a number from 0 to %d", args[0], orbit.MaxAtlasOrder)
	}
	if order < 0 || order > orbit.MaxAtlasOrder {
		return 0, usagef("atlas: order %d: want 0 to %d", order, orbit.MaxAtlasOrder)
	}
	return order, nil
}

// validate refuses flags that do not go together.
func (o atlasOptions) validate(cmd *cobra.Command) error {
	given := func(name string) bool { return cmd.Flags().Changed(name) }
	switch {
	case o.moves != 1 && o.moves != 2:
		return usagef("atlas: --moves %d: want 1 or 2", o.moves)
	case o.workers < 0:
		return usagef("atlas: --workers %d: want 0 (one for each core) or more", o.workers)
	case o.search != "" && o.readings:
		return usagef("atlas: --search and --readings: want one of them")
	case (o.search != "" || o.readings) && (given("moves") || o.graph || o.forest || o.format == atlasDOT):
		return usagef("atlas: --search and --readings do not go with --moves, --graph, --forest and --format dot")
	case o.forest && o.format == atlasText:
		return usagef("atlas: --forest: want --format dot, or --json --graph")
	case o.graph && o.format != atlasJSON:
		return usagef("atlas: --graph: want --json; --format dot writes the graph by itself")
	}
	return nil
}

// atlas answers `queens atlas`.
func (a *app) atlas(ctx context.Context, order int, o atlasOptions, w io.Writer) error {
	switch {
	case o.search != "":
		return a.searchOrbits(ctx, order, o, w)
	case o.readings:
		return a.compareReadings(ctx, order, o, w)
	}
	if o.moves == 2 && order == orbit.MaxAtlasOrder {
		fmt.Fprintf(a.stderr, "queens: order %d with two moving queens takes some minutes and 4 GB of memory; Ctrl-C stops\n", order)
	}
	options := orbit.Options{Moves: o.moves, Workers: o.workers}
	fundamental, err := representatives(ctx, order)
	if err != nil {
		return err
	}
	atlas, err := orbit.NewAtlas(ctx, order, fundamental, options)
	if err != nil {
		return err
	}
	reach := atlas.Reach()
	switch o.format {
	case atlasDOT:
		return reach.WriteDOT(w, orbit.DOTOptions{Forest: o.forest, Labels: true})
	case atlasJSON:
		report, err := newAtlasReport(ctx, atlas, reach, options)
		if err != nil {
			return err
		}
		if o.graph {
			report.addGraph(atlas, reach, o.forest)
		}
		return writeJSON(w, report)
	default:
		report, err := newAtlasReport(ctx, atlas, reach, options)
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, report.text())
		return err
	}
}

// representatives returns one solution for each orbit of an order, in
// lexicographic order, until ctx ends.
func representatives(ctx context.Context, order int) (iter.Seq[queens.Perm], error) {
	seq, err := enumerate.Solutions(order, enumerate.Options{Fundamental: true})
	if err != nil {
		return nil, err
	}
	return func(yield func(queens.Perm) bool) {
		for p := range seq {
			if ctx.Err() != nil || !yield(p) {
				return
			}
		}
	}, nil
}

// componentReport says how many components have one size.
type componentReport struct {
	Orbits int `json:"orbits"`
	Count  int `json:"count"`
}

// orbitNode is an orbit of an atlas.
type orbitNode struct {
	No        int   `json:"no"`
	Rows      []int `json:"rows"`
	Layer     *int  `json:"layer"`  // moves from step 1; null if it is not found
	Parent    *int  `json:"parent"` // in the shortest forest; null for its roots and for those not found
	Component int   `json:"component"`
}

// atlasReport is the JSON form of an atlas, queens.atlas/1.
type atlasReport struct {
	Schema     string            `json:"schema"`
	Order      int               `json:"order"`
	Moves      int               `json:"moves"`
	Orbits     int               `json:"orbits"`
	Edges      int               `json:"edges"`
	Patterns   uint64            `json:"patterns"`   // different boards that taking queens away leaves, up to symmetry
	Components []componentReport `json:"components"` // the largest first
	Search     *orbit.Reach      `json:"search"`     // from all solutions of order n-1
	Chain      *orbit.Reach      `json:"chain"`      // from what it has found itself, order 4 given; null below order 5
	Seeds      int               `json:"seeds"`      // inserted orbits from which all that are found can be reached
	NotFound   [][]int           `json:"not_found"`  // at most ten
	HalfColumn orbit.HalfColumn  `json:"half_column"`
	Nodes      []orbitNode       `json:"nodes,omitempty"`
	Pairs      [][2]int          `json:"pairs,omitempty"`
}

// notFoundShown is the number of orbits not found that a report names.
const notFoundShown = 10

func newAtlasReport(ctx context.Context, atlas *orbit.Atlas, reach *orbit.Reach, o orbit.Options) (*atlasReport, error) {
	r := &atlasReport{
		Schema: "queens.atlas/1", Order: atlas.Order(), Moves: atlas.Moves(), Orbits: atlas.Len(), Edges: atlas.Edges(),
		Patterns: atlas.Patterns(), Components: []componentReport{}, Search: reach, Seeds: reach.Seeds(), NotFound: [][]int{},
		HalfColumn: orbit.HalfColumns(allOrbits(atlas)),
	}
	for _, size := range atlas.Components() {
		if k := len(r.Components); k > 0 && r.Components[k-1].Orbits == size {
			r.Components[k-1].Count++
		} else {
			r.Components = append(r.Components, componentReport{size, 1})
		}
	}
	for i := range reach.Unreached() {
		if len(r.NotFound) == notFoundShown {
			break
		}
		r.NotFound = append(r.NotFound, inBase(atlas.Orbit(i), 1))
	}
	if atlas.Order() < 5 {
		return r, nil
	}
	chain, err := orbit.Chain(ctx, atlas.Order()-1, func(n int) (iter.Seq[queens.Perm], error) { return representatives(ctx, n) }, o)
	if err != nil {
		return nil, err
	}
	r.Chain = atlas.ReachAfter(chain)
	return r, nil
}

// allOrbits yields the representatives of an atlas.
func allOrbits(atlas *orbit.Atlas) iter.Seq[queens.Perm] {
	return func(yield func(queens.Perm) bool) {
		for i := range atlas.Len() {
			if !yield(atlas.Orbit(i)) {
				return
			}
		}
	}
}

// addGraph adds every orbit and edge, orbits from 1.
func (r *atlasReport) addGraph(atlas *orbit.Atlas, reach *orbit.Reach, forest bool) {
	for i := range atlas.Len() {
		node := orbitNode{No: i + 1, Rows: inBase(atlas.Orbit(i), 1), Component: atlas.Component(i) + 1}
		if layer, ok := reach.Layer(i); ok {
			node.Layer = &layer
		}
		if parent, ok := reach.Parent(i); ok {
			parent++
			node.Parent = &parent
		}
		r.Nodes = append(r.Nodes, node)
	}
	pairs := atlas.Pairs()
	if forest {
		pairs = reach.Forest()
	}
	for i, j := range pairs {
		r.Pairs = append(r.Pairs, [2]int{i + 1, j + 1})
	}
}

// text is the report for people.
func (r *atlasReport) text() string {
	var b strings.Builder
	if r.Orbits == 0 {
		return fmt.Sprintf("order %d has no solution, so no orbit\n", r.Order)
	}
	if r.Order == 0 {
		return "order 0: the empty board is one orbit, with no queen to move\n"
	}
	moving := "one queen moves at a time"
	if r.Moves == 2 {
		moving = "two queens move at once"
	}
	fmt.Fprintf(&b, "order %d: %s, %s\n", r.Order, plural(r.Orbits, "orbit"), moving)
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-12s %s\n", name, fmt.Sprintf(format, args...))
	}
	line("search", "found %d of %d: %d by insertion into order %d, %d by moves", r.Search.Found, r.Orbits, r.Search.Inserted, r.Order-1, r.Search.Found-r.Search.Inserted)
	if r.Order == 4 {
		line("", "order 3 has no solution to insert a queen into: order 4 has to be given")
	}
	if r.Chain != nil {
		line("on its own", "found %d of %d, given order 4 and then only what it found before", r.Chain.Found, r.Orbits)
	}
	if r.Search.Found > 0 {
		line("layers", "%s (orbits by fewest moves from an inserted one)", numbersText(r.Search.Layers))
		line("forest", "%s from %s: fewer do not find these %d", plural(r.Search.Found-r.Search.Inserted, "move"), plural(r.Search.Inserted, "inserted orbit"), r.Search.Found)
		line("seeds", "%s enough to reach them, with more moves", are(r.Seeds, "inserted orbit"))
	}
	line("not found", "%s", r.notFoundText())
	line("graph", "%s in %s: %s", plural(r.Edges, "edge"), plural(componentCount(r.Components), "component"), componentsText(r.Components))
	line("patterns", "%s left, up to symmetry, with %s taken away", plural(int(r.Patterns), "board"), plural(r.Moves, "queen"))
	line("half column", "%s in its upper half, %d not in the corner, for %s", plural(r.HalfColumn.Upper, "solution"), r.HalfColumn.NotCorner, plural(r.Orbits, "orbit"))
	return b.String()
}

// are returns "1 orbit is" or "2 orbits are".
func are(k int, noun string) string {
	if k == 1 {
		return "1 " + noun + " is"
	}
	return fmt.Sprintf("%d %ss are", k, noun)
}

// notFoundText names some orbits that the search misses.
func (r *atlasReport) notFoundText() string {
	missing := r.Orbits - r.Search.Found
	if missing == 0 {
		return "none"
	}
	var names []string
	for _, rows := range r.NotFound {
		if len(names) == 3 {
			break
		}
		names = append(names, permText(rows, 1))
	}
	text := fmt.Sprintf("%d: %s", missing, strings.Join(names, "  "))
	if missing > len(names) {
		text += fmt.Sprintf("  and %d more", missing-len(names))
	}
	return text
}

// numbersText writes numbers with blanks between them.
func numbersText(numbers []int) string {
	texts := make([]string, len(numbers))
	for i, k := range numbers {
		texts[i] = strconv.Itoa(k)
	}
	return strings.Join(texts, " ")
}

// componentCount returns the number of components.
func componentCount(list []componentReport) (count int) {
	for _, c := range list {
		count += c.Count
	}
	return count
}

// componentsText says how large components are: the first five sizes and the
// orbits without neighbours.
func componentsText(list []componentReport) string {
	const most = 5
	var texts []string
	for i, c := range list {
		alone := c.Orbits == 1
		switch {
		case alone:
			texts = append(texts, fmt.Sprintf("%s without neighbours", plural(c.Count, "orbit")))
		case i == most:
			texts = append(texts, "...")
		case i > most:
		case c.Count == 1:
			texts = append(texts, fmt.Sprintf("one of %d", c.Orbits))
		default:
			texts = append(texts, fmt.Sprintf("%d of %d", c.Count, c.Orbits))
		}
	}
	return strings.Join(texts, ", ")
}

// readingReport is what one reading of the signature tells apart.
type readingReport struct {
	Name      string   `json:"name"`
	Summary   string   `json:"summary"`
	Invariant bool     `json:"invariant"` // the same for all members of an orbit
	Proved    bool     `json:"proved"`    // different for different orbits
	Orbits    int      `json:"orbits"`
	Keys      int      `json:"keys"`
	Example   []string `json:"example,omitempty"` // two orbits of one key
}

// compareReadings answers `queens atlas --readings`.
func (a *app) compareReadings(ctx context.Context, order int, o atlasOptions, w io.Writer) error {
	fundamental, err := representatives(ctx, order)
	if err != nil {
		return err
	}
	list := slices.Collect(fundamental)
	var reports []readingReport
	for _, reading := range orbit.Readings() {
		if err := ctx.Err(); err != nil {
			return err
		}
		c := reading.Collide(slices.Values(list))
		r := readingReport{Name: reading.Name, Summary: reading.Summary, Invariant: reading.Invariant, Proved: reading.Proved, Orbits: c.Orbits, Keys: c.Keys}
		if c.Example[0] != "" {
			r.Example = c.Example[:]
		}
		reports = append(reports, r)
	}
	if o.format == atlasJSON {
		return writeJSON(w, struct {
			Schema   string          `json:"schema"`
			Order    int             `json:"order"`
			Readings []readingReport `json:"readings"`
		}{"queens.readings/1", order, reports})
	}
	return writeReadings(w, order, reports)
}

// writeReadings writes the comparison for people.
func writeReadings(w io.Writer, order int, reports []readingReport) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "order %d: keys of the orbits of solutions by reading of the signature\n", order)
	for _, r := range reports {
		verdict := "tells them apart here; not proved"
		switch {
		case r.Proved:
			verdict = "a key, by proof"
		case !r.Invariant:
			verdict = "not even the same for all members of an orbit"
		case r.Keys < r.Orbits:
			verdict = "no key: " + r.Example[0] + " and " + r.Example[1] + " share one"
		}
		fmt.Fprintf(out, "%-13s %d of %d  %s\n%-13s %s\n", r.Name, r.Keys, r.Orbits, verdict, "", r.Summary)
	}
	return out.Flush()
}
