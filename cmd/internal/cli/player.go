package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/term"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/find/solver"
	"queens/find/trace"
	"queens/internal/errs"
)

// Speeds of the player, in steps a second.
const (
	minSpeed = 0.1
	maxSpeed = 100_000
)

const leapSteps = 100

const frameTime = time.Second / 30

const seekTime = 3 * time.Second

type player struct {
	trace   *trace.Trace
	alg     *solver.Algorithm
	pos     uint64
	frame   trace.Frame   // after the steps done
	last    *solver.Event // the last of them, nil at the beginning
	text    string        // the last of them in words
	end     bool          // there are no more
	playing bool
	speed   float64
	owed    float64 // parts of a step that time has brought
	note    string
	deepest int // most ends of lines in a sentence so far
	paint   func(printer.Emphasis, string) string
	mark    func(row, col int, mark string) string // draws a square as "queens board" does; nil without colours
}

// play shows the trace on the terminal until the user has enough.
func (a *app) play(ctx context.Context, tr *trace.Trace, alg *solver.Algorithm, speed float64) error {
	a.Status.Stop()
	input, ok := a.Stdin.(*os.File)
	if !ok {
		return errors.New("the keys need a terminal")
	}
	before, err := term.MakeRaw(int(input.Fd()))
	if err != nil {
		return errs.Errorf("terminal: %w", err)
	}
	defer func() {
		_, _ = io.WriteString(a.Stdout, "\x1b[?25h\x1b[?1049l") // cursor, old screen
		_ = term.Restore(int(input.Fd()), before)
	}()
	if _, err := io.WriteString(a.Stdout, "\x1b[?1049h\x1b[?25l"); err != nil {
		return err
	}
	p := &player{trace: tr, alg: alg, speed: speed, paint: a.Paint}
	if a.Colored(a.Stdout) {
		p.mark = a.Square
	}
	if err := p.seek(ctx, 0); err != nil {
		return err
	}
	return a.playLoop(ctx, p, readKeys(input))
}

// readKeys sends what is typed. A read that blocks outlives the channel, until the process
// ends.
func readKeys(r io.Reader) <-chan string {
	keys := make(chan string)
	go func() {
		buffer := make([]byte, 64)
		for {
			n, err := r.Read(buffer)
			if err != nil {
				close(keys)
				return
			}
			for _, key := range splitKeys(string(buffer[:n])) {
				keys <- key
			}
		}
	}()
	return keys
}

func splitKeys(typed string) (keys []string) {
	for len(typed) > 0 {
		length := 1
		if strings.HasPrefix(typed, "\x1b[") && len(typed) >= 3 {
			length = 3
		}
		keys = append(keys, typed[:length])
		typed = typed[length:]
	}
	return keys
}

func (a *app) playLoop(ctx context.Context, p *player, keys <-chan string) error {
	tick := time.NewTicker(frameTime)
	defer tick.Stop()
	shown := ""
	for {
		if picture := p.picture(a.TerminalSize()); picture != shown {
			shown = picture
			if _, err := io.WriteString(a.Stdout, "\x1b[H"+strings.ReplaceAll(picture, "\n",
				"\x1b[K\r\n")+"\x1b[K\x1b[J"); err != nil {
				return err
			}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case key, ok := <-keys:
			if !ok || key == "q" {
				return nil
			}
			if key == "\x03" { // Ctrl-C
				return context.Canceled
			}
			if err := p.key(ctx, key); err != nil {
				return err
			}
		case <-tick.C:
			if err := p.advance(ctx, frameTime); err != nil {
				return err
			}
		}
	}
}

func (p *player) key(ctx context.Context, key string) error {
	p.note = ""
	switch key {
	case " ":
		p.playing = !p.playing && !p.end
		p.owed = 0
	case "\x1b[C", "l":
		p.playing = false
		return p.seek(ctx, p.pos+1)
	case "\x1b[D", "h":
		p.playing = false
		return p.seek(ctx, p.pos-min(p.pos, 1))
	case "\x1b[B":
		return p.seek(ctx, p.pos+leapSteps)
	case "\x1b[A":
		return p.seek(ctx, p.pos-min(p.pos, leapSteps))
	case "0":
		return p.seek(ctx, 0)
	case "+":
		p.speed = min(2*p.speed, maxSpeed)
	case "-":
		p.speed = max(p.speed/2, minSpeed)
	case "n":
		return p.find(ctx, solver.Solution, "solution")
	case "b":
		return p.find(ctx, solver.Remove, "backtrack")
	}
	return nil
}

func (p *player) advance(ctx context.Context, passed time.Duration) error {
	if !p.playing {
		return nil
	}
	p.owed += p.speed * passed.Seconds()
	steps := uint64(p.owed)
	p.owed -= float64(steps)
	if steps == 0 {
		return nil
	}
	return p.seek(ctx, p.pos+steps)
}

func (p *player) seek(ctx context.Context, pos uint64) error {
	if pos == 0 {
		f, end, err := p.trace.At(ctx, 0)
		p.frame, p.end, p.pos, p.last, p.text = f, end, 0, nil, "an empty board"
		return err
	}
	for step, err := range p.trace.Steps(ctx, pos-1) {
		if err != nil {
			return err
		}
		e := step.Event
		p.text, p.last = step.Before.Sentence(e), &e
		p.frame = step.Before
		p.frame.Apply(e)
		p.pos, p.end = pos, false
		if end, complete := p.trace.Recorded(); complete && end.Events == pos {
			p.end, p.playing = true, false
		}
		return nil
	}
	end, _ := p.trace.Recorded() // pos is after the end
	if end.Events == 0 {
		p.end, p.playing = true, false
		return nil
	}
	return p.seek(ctx, end.Events)
}

// find goes to the moment after the next step of a kind, or says that there is none.
func (p *player) find(ctx context.Context, kind solver.EventKind, name string) error {
	p.playing = false
	limited, cancel := context.WithTimeout(ctx, seekTime)
	defer cancel()
	for step, err := range p.trace.Steps(limited, p.pos) {
		switch {
		case err != nil && ctx.Err() == nil && limited.Err() != nil:
			reached, _ := p.trace.Recorded()
			p.note = fmt.Sprintf("no %s found in %v; the same key continues", name, seekTime)
			return p.seek(ctx, reached.Events)
		case err != nil:
			return err
		case step.Event.Kind == kind:
			return p.seek(ctx, step.Before.Events+1)
		}
	}
	p.note = fmt.Sprintf("there is no %s after this step", name)
	return nil
}

// picture returns what the player shows on a terminal of the given size.
func (p *player) picture(width, height int) string {
	fold := func(text string) string { return strings.Join(folded(text, width), "\n") }
	head := fold(fmt.Sprintf("%s, order %d", p.alg.Title, len(p.frame.Rows)))
	sentence := fold(fmt.Sprintf("step %d: %s", p.pos, p.text))
	p.deepest = max(p.deepest, strings.Count(sentence, "\n")) // what is below stays in its place
	sentence += strings.Repeat("\n", p.deepest-strings.Count(sentence, "\n"))
	foot := sentence + "\n" + fold(p.counters()) + "\n" + fold(p.state())
	const apart = 4 // ends of lines and empty lines
	room := func() int { return height - apart - strings.Count(head+foot, "\n") }
	if len(p.frame.Rows) > room() { // rather the board than the keys
		foot = sentence + "\n" + clip(p.counters(), width) + "\n" + clip(p.state(), width)
	}
	left, leftWidth := p.board(width, room())
	right := p.program(width - leftWidth - 3)
	right = right[:max(0, min(len(right), room()))]
	var b strings.Builder
	b.WriteString(p.paint(printer.Bold, head) + "\n\n")
	for i := range max(len(left), len(right)) {
		line := strings.Repeat(" ", leftWidth)
		if i < len(left) {
			line = left[i]
		}
		if i < len(right) {
			line += "   " + right[i]
		}
		b.WriteString(line + "\n")
	}
	b.WriteString("\n" + foot)
	return b.String()
}

// folded breaks a text at blanks, and words that are wider than the terminal anywhere.
func folded(text string, width int) (lines []string) {
	for line := range strings.Lines(command.WrapLine(text, width)) {
		for part := range slices.Chunk([]rune(strings.TrimSuffix(line, "\n")), width) {
			lines = append(lines, string(part))
		}
	}
	return lines
}

func clip(text string, width int) string { return fmt.Sprintf("%.*s", width, text) }

func (p *player) state() string {
	state := "paused"
	switch {
	case p.end:
		state = "the end"
	case p.playing:
		state = "playing"
	}
	if p.note != "" {
		state += "; " + p.note
	}
	const keys = "space play, ←→ 1, ↑↓ 100, n solution, b backtrack, q quit"
	return fmt.Sprintf("%s, %v/s (+-) | %s", state, strconv.FormatFloat(p.speed, 'g', 3, 64), keys)
}

func (p *player) counters() string {
	var words []string
	for _, st := range solver.StatsTable {
		if x := *st.Value(&p.frame.Stats); x > 0 || st.Name == "solutions" {
			words = append(words, fmt.Sprintf("%s %d", st.Name, x))
		}
	}
	return strings.Join(words, "  ")
}

func (p *player) program(width int) (lines []string) {
	const least = 20
	if width < least {
		return nil
	}
	for i, text := range p.alg.Pseudocode {
		marked := p.last != nil && int(p.last.Line) == i
		mark := "  "
		if marked {
			mark = "> "
		}
		for part := range strings.Lines(command.WrapLine(text, width-2)) {
			line := clip(mark+strings.TrimSuffix(part, "\n"), width)
			if marked {
				line = p.paint(printer.Bold, line)
			}
			lines, mark = append(lines, line), "  "
		}
	}
	return lines
}

// board returns the lines of the board, and how wide each is.
func (p *player) board(width, height int) (lines []string, lineWidth int) {
	n := len(p.frame.Rows)
	gap, each := " ", 2
	if 2*n > width {
		gap, each = "", 1
	}
	if n > height || n*each > width {
		text := clip(fmt.Sprintf("(a board of order %d does not fit on this terminal)", n), width)
		return []string{text}, len(text)
	}
	chequered := p.mark != nil && each == 2
	if lineWidth = n*each - len(gap); chequered {
		gap, lineWidth = "", 2*n
	}
	for row := range n {
		words := make([]string, n)
		for col := range n {
			mark, emphasis := p.square(queens.Square{Row: row, Col: col})
			words[col] = p.paint(emphasis, mark)
			if emphasis == printer.Red && mark == "Q" {
				mark = "!"
			}
			if chequered {
				words[col] = p.mark(row, col, mark)
			}
		}
		lines = append(lines, strings.Join(words, gap))
	}
	return lines, lineWidth
}

func (p *player) square(sq queens.Square) (string, printer.Emphasis) {
	queen := p.frame.Rows[sq.Col] == int32(sq.Row)
	kind, here, tried := solver.Clear, false, false
	if p.last != nil {
		kind = p.last.Kind
		hasSquare := kind != solver.Solution && kind != solver.Clear && kind != solver.Swap
		here = hasSquare && p.last.Col == int32(sq.Col) && p.last.Row == int32(sq.Row)
		tried = kind == solver.Conflict && p.frame.Tried.Col == int32(sq.Col) && p.frame.Tried.Row == int32(sq.Row)
		here = here || kind == solver.Try && (p.last.Row == solver.Whole && p.last.Col == int32(sq.Col) ||
			p.last.Col == solver.Whole && p.last.Row == int32(sq.Row))
	}
	switch {
	case queen && kind == solver.Solution:
		return "Q", printer.Green
	case queen && here && kind == solver.Conflict, queen && tried:
		return "Q", printer.Red
	case queen:
		return "Q", printer.Bold
	case tried:
		return "x", printer.Red
	case here && kind == solver.Prune:
		return "x", printer.Bold
	case here && kind == solver.Remove:
		return "o", printer.Faint
	case here:
		return "?", printer.Bold
	}
	return ".", printer.Faint
}
