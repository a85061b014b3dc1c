package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"queens"
)

// wireSchema names the form of a result between processes.
const wireSchema = "queens.result/1"

// wireResult is a result of a plan as JSON.
type wireResult struct {
	Schema string `json:"schema"`
	Plan   Hash   `json:"plan"`
	Result
	Sum string `json:"sum"` // SHA-256 in hexadecimal of plan and result as a ledger has them
}

func (w *wireResult) sum() (string, error) {
	body, err := encoding.Marshal(w.body())
	sum := sha256.Sum256(append(w.Plan[:], body...))
	return hex.EncodeToString(sum[:]), err
}

// Encode returns a result of the plan as a JSON object on one line, for another process,
// see ParseResult. docs/formats/ledger.md describes it.
//
// Errors: queens.ErrFormat and ErrResidue for a result that no ledger takes.
func (r Result) Encode(plan Hash) ([]byte, error) {
	w := wireResult{Schema: wireSchema, Plan: plan, Result: r}
	err := r.validate(MaxSubproblems)
	if err == nil {
		w.Sum, err = w.sum()
	}
	if err != nil {
		return nil, fmt.Errorf("ledger: encode a result: %w", err)
	}
	return json.Marshal(w)
}

// maxEncoded bounds the bytes of a result that ParseResult reads.
const maxEncoded = 1 << 17

// ParseResult returns the result that Encode wrote, which must be one of the plan. Who
// accepts it still checks that the plan has a subproblem of its number.
//
// Errors: queens.ErrFormat for text that is damaged, of another plan or no result;
// ErrResidue; ErrSchema for one of a newer program.
func ParseResult(text []byte, plan Hash) (Result, error) {
	r, err := parseResult(text, plan)
	if err != nil {
		return Result{}, fmt.Errorf("ledger: read a result: %w", err)
	}
	return r, nil
}

func parseResult(text []byte, plan Hash) (Result, error) {
	if len(text) > maxEncoded {
		return Result{}, fmt.Errorf("%d bytes, want at most %d: %w", len(text), maxEncoded, queens.ErrFormat)
	}
	var w wireResult
	if err := json.Unmarshal(text, &w); err != nil {
		return Result{}, fmt.Errorf("no JSON of a result: %w: %w", err, queens.ErrFormat)
	}
	switch {
	case w.Schema != wireSchema:
		return Result{}, fmt.Errorf("it has the schema %.50q, want %q: %w", w.Schema, wireSchema, ErrSchema)
	case w.Plan != plan:
		return Result{}, fmt.Errorf("it is of plan %x, want %x: %w", w.Plan[:4], plan[:4], queens.ErrFormat)
	}
	if err := w.validate(MaxSubproblems); err != nil {
		return Result{}, err
	}
	if sum, err := w.sum(); err != nil || sum != w.Sum {
		return Result{}, fmt.Errorf("the check sum of subproblem %d differs: %w", w.Subproblem+1, queens.ErrFormat)
	}
	return w.Result, nil
}
