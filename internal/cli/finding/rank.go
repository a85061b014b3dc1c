package finding

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/sample"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
)

func newRank(a *app) *cobra.Command {
	var r kit.Reading
	var numbers []string
	cmd := a.Command("rank", nil, "most", sample.MaxRankOrder)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(numbers) > 0 {
			return a.ranked(cmd, args, numbers, r.Base)
		}
		arg, err := a.OneSolution("rank", args)
		if err != nil {
			return err
		}
		return a.rank(cmd.Context(), arg, r)
	}
	kit.Flag(cmd, "number", &numbers)
	kit.AddReading(cmd, &r)
	return cmd
}

func (a *app) rank(ctx context.Context, arg string, r kit.Reading) error {
	byOrder := map[int]*sample.Ranks{} // what is counted for one serves the next
	k, err := a.Each("solutions ranked", r.Base, 0, kit.Answers(a.Placements(ctx, arg, r),
		func(pl kit.Placement) (_ printer.Answer, err error) {
			n := len(pl.Perm)
			if byOrder[n] == nil {
				if byOrder[n], err = sample.NewRanks(n); err != nil {
					return nil, inPlace(pl.Where, err)
				}
			}
			number, err := byOrder[n].Rank(ctx, pl.Perm)
			if err != nil {
				return nil, inPlace(pl.Where, err)
			}
			return a.ranking(ctx, byOrder[n], pl.Perm, number, func(printer.Style) string {
				return fmt.Sprintln(number + 1)
			})
		}))
	if err == nil && k == 0 {
		err = kit.Usagef("no solution in %s", kit.InputName(arg))
	}
	return err
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
		err = cmp.Or(a.CheckBase(base), kit.Without(cmd, "needs a placement", "from"))
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
			input, name, err := a.Open(ctx, arg)
			if err != nil {
				yield(0, err)
				return
			}
			defer input.Close()
			scanner := bufio.NewScanner(input)
			for scanner.Scan() {
				text := strings.TrimSpace(scanner.Text())
				if text == "" || text[0] == '#' {
					continue
				}
				number, err := strconv.ParseUint(text, 10, 64)
				if err != nil || number == 0 {
					yield(0, kit.Usagef("number %q: want a whole number from 1 to %d", text, uint64(math.MaxUint64)))
					return
				}
				if !yield(number, nil) {
					return
				}
			}
			if err := scanner.Err(); err != nil {
				yield(0, fmt.Errorf("read %s: %w", name, err))
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
	k, err := a.Each("solutions found", base, 0, kit.Answers(numbers, func(number uint64) (printer.Answer, error) {
		p, err := ranks.Unrank(ctx, number-1)
		if err != nil {
			return nil, err
		}
		return a.ranking(ctx, ranks, p, number-1, func(s printer.Style) string { return s.Perm(p) + "\n" })
	}))
	if err == nil && k == 0 {
		err = kit.Usagef("no number given: queens rank 8 --number 92")
	}
	return err
}

// ranking is queens.rank/1: the rank of a solution, from 0.
func (a *app) ranking(
	ctx context.Context, ranks *sample.Ranks, p queens.Perm, rank uint64, text func(printer.Style) string,
) (printer.Answer, error) {
	if !a.JSON {
		return printer.Show("", nil, text), nil
	}
	total, err := ranks.Total(ctx)
	return printer.Show("queens.rank/1", struct {
		Order     int         `json:"order"`
		Rows      queens.Perm `json:"rows"`
		Number    uint64      `json:"number,string"`    // from 1
		Solutions uint64      `json:"solutions,string"` // of the order
	}{p.Order(), p, rank + 1, total}, text), err
}
