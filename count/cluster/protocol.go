package cluster

import (
	"fmt"
	"time"

	"queens/count/ledger"
	"queens/count/plan"
)

// protocolVersion grows when a worker of another version could not take part.
const protocolVersion = 1

// The verbs of a worker, and that of a follower.
const (
	verbJoin = "join"
	verbTake = "take"
	verbBeat = "beat"
	verbDone = "done"
	verbFail = "fail"
	verbGive = "give"
	verbCopy = "copy"
)

var verbs = []string{verbJoin, verbTake, verbBeat, verbDone, verbFail, verbGive, verbCopy}

// The worker of the process of the coordinator.
const (
	localKey  = "local"
	localName = "coordinator"
)

// maxSlots bounds the slots of a worker.
const maxSlots = 1 << 12

// joinRequest introduces a worker.
type joinRequest struct {
	Protocol int    `json:"protocol"`
	Build    string `json:"build"`
	Slots    int    `json:"slots"`
}

// refusal returns why a worker cannot take part, empty if it can.
func (r joinRequest) refusal(program string) string {
	switch {
	case r.Protocol != protocolVersion:
		return fmt.Sprintf("the coordinator, %s, speaks version %d of the protocol, the worker, %.100s, version %d", program, protocolVersion, r.Build, r.Protocol)
	case r.Slots < 1 || r.Slots > maxSlots:
		return fmt.Sprintf("%d slots: want 1 to %d", r.Slots, maxSlots)
	}
	return ""
}

// manifest says what is counted.
type manifest struct {
	Refusal     string      `json:"refusal,omitempty"`
	Wait        bool        `json:"wait,omitempty"` // nothing is counted yet
	Done        bool        `json:"done,omitempty"` // or any more
	Order       int         `json:"order"`
	Scheme      string      `json:"scheme"`
	Version     int         `json:"version"`
	Plan        ledger.Hash `json:"plan"`
	Subproblems int         `json:"subproblems"`
	Checks      bool        `json:"checks"` // some are counted twice
	Program     string      `json:"program"`
}

// frame returns the frame of the subproblems.
//
// Errors: ledger.ErrOtherRun if this program counts by another version of the scheme.
func (m *manifest) frame() (*plan.Frame, error) {
	s, err := plan.Lookup(m.Scheme)
	if err != nil {
		return nil, fmt.Errorf("cluster: this program has no scheme %.50q; %.100q hands out subproblems of it: %w", m.Scheme, m.Program, ledger.ErrOtherRun)
	}
	if s.Version != m.Version {
		return nil, fmt.Errorf("cluster: this program has version %d of scheme %s, the coordinator, %.100q, version %d: %w", s.Version, s.Name, m.Program, m.Version, ledger.ErrOtherRun)
	}
	f, err := plan.NewFrame(m.Order, s)
	if err != nil {
		return nil, err
	}
	f.Hash = m.Plan
	return f, nil
}

// idleReply is the reply to any request while nothing is counted: what does not concern
// the verb is not read.
type idleReply struct {
	Wait bool `json:"wait,omitempty"` // nothing is counted yet
	Done bool `json:"done,omitempty"` // or any more
	Join bool `json:"join,omitempty"` // later
	Kept bool `json:"kept,omitempty"` // nobody needs the result
}

// takeReply is a batch, or why there is none.
type takeReply struct {
	Tasks []wireTask `json:"tasks,omitempty"`
	Join  bool       `json:"join,omitempty"` // the coordinator does not know the worker, or counts something else
	Done  bool       `json:"done,omitempty"` // nothing is left
}

// wireTask is a subproblem to count.
type wireTask struct {
	Subproblem []byte `json:"subproblem"`      // by plan.Frame.Encode
	Other      string `json:"other,omitempty"` // to be counted by another kernel than this one, as a check
}

// beatRequest is a sign of life.
type beatRequest struct {
	Holds []int `json:"holds"` // subproblems it has not done
}

// beatReply says what need not be counted any more.
type beatReply struct {
	Join bool  `json:"join,omitempty"`
	Drop []int `json:"drop,omitempty"`
}

// doneReply says what has become of a result.
type doneReply struct {
	Kept    bool   `json:"kept"`              // or of no use: it need not be sent again
	Refusal string `json:"refusal,omitempty"` // for good
}

// copyRequest says what a follower has.
type copyRequest struct {
	Run  string `json:"run"`  // name of the run, empty at first
	From int64  `json:"from"` // bytes of its ledger
}

// copyReply is what comes next.
type copyReply struct {
	Refusal string `json:"refusal,omitempty"`
	Wait    bool   `json:"wait,omitempty"` // nothing is counted yet
	Run     string `json:"run"`            // of which the bytes are; from the beginning if it is another one
	Bytes   []byte `json:"bytes"`          // whole frames, and perhaps a part of one
}

// failRequest says why a subproblem cannot be counted.
type failRequest struct {
	Subproblem int    `json:"subproblem"`
	Reason     string `json:"reason"`
}

// How long replies are waited for, and pauses between tries.
const (
	replyTime  = 10 * time.Second
	firstPause = 50 * time.Millisecond
	lastPause  = 5 * time.Second
	idlePause  = 300 * time.Millisecond
)
