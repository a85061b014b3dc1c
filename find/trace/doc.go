// Package trace records what an algorithm does step by step and gives random access
// to it, so that a viewer can jump, and step backwards.
//
//	tr, err := trace.Open(alg, call, trace.Options{})
//	if err != nil {
//		return err
//	}
//	defer tr.Close()
//	for step, err := range tr.Steps(ctx, 1000) {
//		...
//	}
//
// A trace is cut into chunks of ChunkEvents events, each with a key frame: the board and all
// counters before its first event. A chunk can be decoded alone; its bytes are described
// in docs/formats/trace.md. Chunks are recorded when they are asked for; what does
// not fit the memory allowed is forgotten and recorded again, from the beginning, when
// it is asked for again. This is possible because an algorithm does the same for
// the same call.
package trace
