package finding

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/sample"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
)

func newRank(a *app) *cobra.Command {
	var r kit.Reading
	var numbers []string
	cmd := &cobra.Command{
		Use:   "rank PERM|-|@FILE | rank N --number LIST",
		Short: "The number of a solution in the list of all",
		Long: fmt.Sprintf(`Rank prints the number of a solution in the lexicographic list of all solutions of its
order, 0 to %d: the line on which "queens list" prints it, without listing. Unrank goes
the other way. Half of the solutions of the board are counted for it, once: with vectors
(AVX-512) 0.3 s at order 16, 1.7 s at 17, 13 s at 18.

With - (or without an argument) every solution of standard input gets its number, with
@FILE every one of a file, in any format that queens list writes; --from makes it one
of them.

Exit codes: 0 done, 2 bad argument, 3 not a solution, 130 interrupted.`, sample.MaxRankOrder),
		Example: `  queens rank 15863724
  queens rank 8 --number 1,92
  queens sample 12 -n 3 | queens rank -`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(numbers) > 0 {
				return a.ranked(cmd, args, numbers, r.Base)
			}
			arg, err := a.OneSolution("rank", args)
			if err != nil {
				return err
			}
			return a.rank(cmd.Context(), arg, r)
		},
	}
	kit.Flag(cmd, "number", &numbers)
	kit.AddReading(cmd, &r)
	return a.Command(cmd, nil)
}

func (a *app) rank(ctx context.Context, arg string, r kit.Reading) error {
	out := bufio.NewWriter(a.Stdout)
	defer func() { _ = out.Flush() }() // a.Stdout remembers the error
	byOrder := map[int]*sample.Ranks{} // what is counted for one serves the next
	ranked, k := a.Status.Tally("solutions ranked"), 0
	for pl, err := range a.Placements(ctx, arg, r) {
		if err != nil {
			return err
		}
		n := len(pl.Perm)
		if byOrder[n] == nil {
			if byOrder[n], err = sample.NewRanks(n); err != nil {
				return inPlace(pl.Where, err)
			}
		}
		number, err := byOrder[n].Rank(ctx, pl.Perm)
		if err != nil {
			return inPlace(pl.Where, err)
		}
		if a.JSON {
			err = writeRank(ctx, out, byOrder[n], pl.Perm, number)
		} else {
			_, err = fmt.Fprintln(out, number+1)
		}
		if err != nil {
			return err
		}
		ranked(1)
		k++
	}
	if k == 0 {
		return kit.Usagef("rank: no solution in %s", kit.InputName(arg))
	}
	return nil
}

func inPlace(where string, err error) error {
	if where == "" {
		return err
	}
	return fmt.Errorf("%s: %w", where, err)
}

func (a *app) ranked(cmd *cobra.Command, args, numbers []string, base int) error {
	n, err := kit.OrderBetween("rank", args, 0, sample.MaxRankOrder)
	if err == nil {
		err = cmp.Or(a.CheckBase(base), kit.Without(cmd, "goes with a placement", "from"))
	}
	if err != nil {
		return err
	}
	if n == 2 || n == 3 {
		return kit.None("rank", n, "solution")
	}
	return a.unrank(cmd.Context(), n, a.numbers(cmd.Context(), numbers), base)
}

func (a *app) numbers(ctx context.Context, args []string) iter.Seq2[uint64, error] {
	return func(yield func(uint64, error) bool) {
		for _, arg := range args {
			path, isFile := strings.CutPrefix(arg, "@")
			var input io.Reader
			switch {
			case arg == "-":
				input = a.Input(ctx)
			case isFile:
				f, err := kit.OpenArgument(path)
				if err != nil {
					yield(0, err)
					return
				}
				defer f.Close()
				input = f
			default:
				input = strings.NewReader(arg)
			}
			scanner := bufio.NewScanner(input)
			for scanner.Scan() {
				text := strings.TrimSpace(scanner.Text())
				if text == "" || text[0] == '#' {
					continue
				}
				number, err := strconv.ParseUint(text, 10, 64)
				if err != nil || number == 0 {
					yield(0, kit.Usagef("rank: number %q: want a whole number from 1 to %d", text, uint64(math.MaxUint64)))
					return
				}
				if !yield(number, nil) {
					return
				}
			}
			if err := scanner.Err(); err != nil {
				yield(0, fmt.Errorf("rank: read %s: %w", kit.InputName(arg), err))
				return
			}
		}
	}
}

func (a *app) unrank(ctx context.Context, n int, numbers iter.Seq2[uint64, error], base int) error {
	ranks, err := sample.NewRanks(n)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(a.Stdout)
	defer func() { _ = out.Flush() }() // a.Stdout remembers the error
	found, k := a.Status.Tally("solutions found"), 0
	for number, err := range numbers {
		if err != nil {
			return err
		}
		p, err := ranks.Unrank(ctx, number-1)
		if err != nil {
			return err
		}
		if a.JSON {
			err = writeRank(ctx, out, ranks, p, number-1)
		} else {
			_, err = out.WriteString(answer.NewSolution(p, "").Text(a.Style(base)))
		}
		if err != nil {
			return err
		}
		found(1)
		k++
	}
	if k == 0 {
		return kit.Usagef("rank: no number given: queens rank 8 --number 92")
	}
	return nil
}

func writeRank(ctx context.Context, w io.Writer, ranks *sample.Ranks, p queens.Perm, rank uint64) error {
	r, err := showRank(ctx, ranks, p, rank)
	if err != nil {
		return err
	}
	return answer.WriteJSON(w, r)
}

func showRank(ctx context.Context, ranks *sample.Ranks, p queens.Perm, rank uint64) (printer.Shown, error) {
	total, err := ranks.Total(ctx)
	return printer.Show("queens.rank/1", struct {
		Order     int         `json:"order"`
		Rows      queens.Perm `json:"rows"`
		Number    uint64      `json:"number,string"`    // from 1
		Solutions uint64      `json:"solutions,string"` // of the order
	}{p.Order(), p, rank + 1, total}, func(s printer.Style) string { return s.Perm(p) + "\n" }), err
}
