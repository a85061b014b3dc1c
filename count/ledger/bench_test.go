package ledger

import (
	"context"
	"io"
	"testing"
	"time"

	"queens"
)

// benchResult returns a result of the size that a big run has.
func benchResult(i int) Result {
	r := NewResult(i, queens.NewTotal(uint64(i)*7919<<16+12345))
	r.Nodes, r.Kernel, r.Elapsed = 3_000_000_000+uint64(i), "portable", time.Duration(i)*1001+time.Second
	return r
}

// BenchmarkAppend measures one Append to a file, fsync once a second.
func BenchmarkAppend(b *testing.B) {
	l, _, err := Open(context.Background(), b.TempDir(), testHeader(MaxSubproblems), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	i := 0
	for b.Loop() {
		if err := l.Append(benchResult(i)); err != nil {
			b.Fatal(err)
		}
		i++
	}
	b.ReportMetric(float64(l.end)/float64(i), "B/result")
}

// BenchmarkAppendSync measures one Append that waits for its fsync.
func BenchmarkAppendSync(b *testing.B) {
	l, _, err := Open(context.Background(), b.TempDir(), testHeader(MaxSubproblems), Options{interval: -1})
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	i := 0
	for b.Loop() {
		if err := l.Append(benchResult(i)); err != nil {
			b.Fatal(err)
		}
		i++
	}
}

// benchRun writes a run of so many results.
func benchRun(b *testing.B, results int) (dir string) {
	dir = b.TempDir()
	l, _, err := Open(context.Background(), dir, testHeader(results), Options{})
	if err != nil {
		b.Fatal(err)
	}
	for i := range results {
		if err := l.Append(benchResult(i)); err != nil {
			b.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		b.Fatal(err)
	}
	return dir
}

// BenchmarkRead measures Read of a million results; ten thousand with -short.
func BenchmarkRead(b *testing.B) {
	results := 1_000_000
	if testing.Short() {
		results = 10_000
	}
	dir := benchRun(b, results)
	b.ReportAllocs()
	for b.Loop() {
		run, err := Read(context.Background(), dir)
		if err != nil || !run.Complete() {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*results), "ns/result")
}

// BenchmarkExport measures the export of a hundred thousand results.
func BenchmarkExport(b *testing.B) {
	const results = 100_000
	run, err := Read(context.Background(), benchRun(b, results))
	if err != nil {
		b.Fatal(err)
	}
	for _, o := range []ExportOptions{{Format: "csv"}, {Format: "ndjson"}, {Format: "csv", Details: true}} {
		name := "format=" + o.Format
		if o.Details {
			name += "/details"
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := run.Export(io.Discard, o); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*results), "ns/result")
		})
	}
}
