// Feed counts 16 queens in two processes, each of which is this program again.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"

	"queens/count"
	"queens/count/ledger"
	"queens/count/plan"
)

func main() {
	scheme, err := plan.Lookup("families")
	if err != nil {
		log.Fatal(err)
	}
	if len(os.Args) > 1 {
		err = work(scheme, os.Args[1])
	} else {
		err = feed(context.Background(), scheme)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// work reads subproblems and writes their results. It knows the order, the scheme and
// the hash of the plan, not the plan.
func work(scheme plan.Scheme, hash string) error {
	frame, err := plan.NewFrame(16, scheme)
	if err != nil {
		return err
	}
	if err := (*ledger.Hash)(&frame.Hash).UnmarshalText([]byte(hash)); err != nil {
		return err
	}
	counter, err := count.NewCounter(frame, count.Options{Workers: 2, Program: "feed 1"})
	if err != nil {
		return err
	}
	for in := json.NewDecoder(os.Stdin); ; {
		var subproblem []byte
		if err := in.Decode(&subproblem); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		sub, err := frame.Parse(subproblem)
		if err != nil {
			return err
		}
		result, err := counter.Count(context.Background(), &sub)
		if err != nil {
			return err
		}
		text, err := result.Encode(frame.Hash)
		if err != nil {
			return err
		}
		fmt.Printf("%s\n", text)
	}
}

// feed makes the plan, hands out what is missing, and adds up.
func feed(ctx context.Context, scheme plan.Scheme) error {
	p, err := plan.New(ctx, 16, scheme)
	if err != nil {
		return err
	}
	session, err := count.Open(ctx, p, count.Options{})
	if err != nil {
		return err
	}
	defer session.Close()
	missing := session.Missing()
	failed := make(chan error, 2)
	for worker := range 2 {
		go func() {
			var share []*plan.Subproblem
			for i := worker; i < len(missing); i += 2 {
				share = append(share, missing[i])
			}
			failed <- hand(session, p, share)
		}()
	}
	for range 2 {
		if err := <-failed; err != nil {
			return err
		}
	}
	tally, err := session.Finish() // compares with the published value, too
	if err != nil {
		return err
	}
	fmt.Println(tally.Total)
	return nil
}

// hand has another process count a share of the plan.
func hand(session *count.Session, p *plan.Plan, share []*plan.Subproblem) error {
	worker := exec.Command(os.Args[0], p.HashText())
	worker.Stderr = os.Stderr
	in, err := worker.StdinPipe()
	if err != nil {
		return err
	}
	out, err := worker.StdoutPipe()
	if err != nil {
		return err
	}
	if err := worker.Start(); err != nil {
		return err
	}
	results, subproblems := json.NewDecoder(out), json.NewEncoder(in)
	for _, sub := range share {
		if err := subproblems.Encode(p.Encode(sub)); err != nil {
			return err
		}
		var text json.RawMessage
		if err := results.Decode(&text); err != nil {
			return err
		}
		result, err := ledger.ParseResult(text, p.Hash)
		if err != nil {
			return err
		}
		if err := session.Accept(result); err != nil {
			return err
		}
	}
	if err := in.Close(); err != nil {
		return err
	}
	return worker.Wait()
}
