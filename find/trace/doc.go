// Package trace records what an algorithm does step by step, with random access, so that a viewer
// can jump and step backwards.
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
// counters before its first event. docs/formats/trace.md describes their bytes. Chunks are recorded
// on demand. Chunks that do not fit the memory limit are dropped and recorded again when needed,
// since the same call always gives the same steps.
package trace
