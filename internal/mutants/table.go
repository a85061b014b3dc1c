package main

import "slices"

// table lists the mutants: guards against overflow, weights, checksums and residues, the chain of a
// ledger, merging and repair.
var table = slices.Concat(
	of("total.go", ".", "TestTotalAgreesWithBig", [][3]string{
		{"hi, carry := bits.Add64(t.hi, u.hi, «carry»)", "0"},
		{"if «carry != 0»", "false"},
		{"borrow != 0", "false"},
		{"«over != 0» || c != 0", "false"},
		{"over != 0 || «c != 0»", "false"},
		{"bits.Add64(hi, «carry», 0)", "0"},
		{"cmp.Or(cmp.Compare(t.hi, u.hi), cmp.Compare(t.lo, u.lo))", "cmp.Compare(t.lo, u.lo)"},
	}),

	// Cells of 16 bits, sums of 128.
	of(matrix+"/counter.go", matrix, "TestGroup TestUnits TestSolutionsBeyond64Bits", [][3]string{
		{"slices.Chunk(items, «maxTests»)", "maxTests+1"},
		{"row[column] < before", "false"},
		{"times *= 2", ""},
		{"g.columns[0] >= reach.Columns", "g.columns[0]+1 >= reach.Columns"},
		{"carry != 0", "false"},
		{"r.High, carry = bits.Add64(r.High, high, carry)", "r.High, carry = bits.Add64(r.High, high, 0)"},
	}),
	of(matrix+"/list.go", matrix, "TestPlacements TestWays", [][3]string{
		{"int(label) < labels", "int(label) <= labels"},
		{"uint64(column)<<(4*queen)", "uint64(column)<<(3*queen)"},
	}),
	of(pairs+"/joiner.go", pairs, "TestNarrow", [][3]string{
		{"size(open) <= 32", "size(open) <= 33"},
		{
			"len(a) == 0 || len(b) == 0 || «open == 0 && j.tally == nil»", "false",
			"pairs are compared one by one then: time alone",
		},
	}),
	of(pairs+"/leaf.go", pairs, "TestSizes", [][3]string{
		{"max(n-64*i, 0)", "64"},
	}),
	of(pairs+"/labelled.go", pairs, "TestSum", [][3]string{
		{"x&y&keyBits == 0", "x&y == 0"},
	}),

	of(trie+"/portable.go", trie, "TestOperations TestSparseSteps", [][3]string{
		{"a, b, c, d = a|over, b|over, c|over, d|over", ""},
		{"low[p], high[p] = low[p]|over, high[p]|over", ""},
		{"full > math.MaxInt8 && upper == 0", "upper == 0"},
		{"found |= more | equal", "found |= more"},
		{"max(most, x, y)", "max(most, x)"},
		{"words[left], metas[left] = word, meta", "words[left] = word"},
	}),
	of(trie+"/kernel_amd64.go", trie, "TestOperations TestSparseSteps", [][3]string{
		{"n + filterPortable(to[n:], keys[whole:], queen)", "n"},
		{"if «(keys[i]^keys[i-1])&labelBits != 0» {\n\t\t\twords[i/64]", "false"},
	}),
	of(trie+"/assembly.go", trie, "TestOperations", [][3]string{{"max(most, m)", "most"}}),
	of(trie+"/sparse.go", trie, "TestSparse TestSparseEdges TestSparseSteps", [][3]string{
		{"most < t.heavy", "most <= t.heavy"},
		{"64*(to-from)+8", "0"},
		{"int(label) >= rows", "int(label) > rows"},
		{
			"int(keys[64*e.word+vectorLanes*(vectors-1)]>>shift) >= columns",
			"int(keys[64*e.word+vectorLanes*(vectors-1)]>>shift) > columns",
		},
		{"distance != max(a-b, b-a)", "true"},
		{"sum - inReach*pairs", "sum"},
	}),
	of(trie+"/form.go", trie, "TestForms", [][3]string{
		{"total > slots*len(f.wider)", "total < slots*len(f.wider)"},
		{"return labels", "return n[i]"},
		{"number += isZero(uint64(least ^ runs[i].need()))", ""},
		{"i < «best» || f.cost() < forms[best].cost()", "0"},
		{"index[i/8] ^= uint64(1^place) << (i % 8 * 8)", ""},
	}),
	of(trie+"/join.go", trie, "TestEdges", [][3]string{
		{"f.lanes()*orders > math.MaxUint8", "f.lanes()*orders > 4*math.MaxUint8"},
		{"i <= rows", "i < rows"},
		{
			"if j.keepFull() {\n\t\t\tj.eachNode(a, keys, func(at int, keys []uint64) { j.again(a, at, keys) })\n\t\t}",
			"",
		},
		{"j.kernel.flush(slab, counters, labels, «full»)", "never"},
		{"if «empty(&runs)»", "true"},
		{"t.counters[spare+1:][:len(labels)]", "t.counters[:len(labels)]"},
	}),
	of(trie+"/join.go", trie, "TestFullCounters", [][3]string{
		{"if j.keepFull() {\n\t\t\tj.again(a, child, keys)\n\t\t}", ""},
		{"j.walking = full", ""},
	}),
	of(trie+"/group.go", trie, "TestUnits TestRefused TestShapes", [][3]string{
		{"s.queens-len(g.core) > maxLeaf", "s.queens-len(g.core) > maxLeaf+1"},
		{"int(label) >= b.reach", "int(label) > b.reach"},
		{"if «label < 0»", "label < -1"},
		{"counterStep * (spare + 1 + counter)", "counterStep * (spare + counter)"},
	}),
	of(trie+"/group.go", trie, "TestInTwos", [][3]string{
		{"slices.Equal(test(at)[1:], second[1:])", "false"},
		{"len(tests)%two != 0", "false"},
	}),
	of(trie+"/counter.go", trie, "TestFullCells TestSolutionsBeyond64Bits TestUnits", [][3]string{
		{"most >= t.most", "most > t.most"},
		{"*r = before", ""},
		{"carry != 0", "false"},
		{"r.High, carry = bits.Add64(r.High, high, carry)", "r.High, carry = bits.Add64(r.High, high, 0)"},
		{"if «i < reach.RowsBelow» {\n\t\t\tsum *= 2", "false"},
		{"sum -= uint64(a[k]) * uint64(b[k])", ""},
	}),

	// Symmetries and weights.
	of("symmetry/squares.go", "symmetry", "TestSquareOrbits", [][3]string{
		{"c < (n+1)/2", "c < min(9, (n+1)/2)"},
	}),
	of("symmetry/canonical.go", "symmetry", "TestCanonicalIsLeastOfEight TestCanonicalRandom TestFundamentalSolutions",
		[][3]string{
			{"least != p[0]", "false"},
			{
				"if least != p[0] {\n\t\treturn least > p[0]\n\t}",
				"for s := Rot90; s < Count; s++ {\n if imageOf(s, p, " +
					"inverse).compare(image[E]{source: p}) < 0 {\n return false } }",
				"all elements are compared instead of the first ones: time alone",
			},
			{
				"im.at(0) == p[0] && im.compare(self) < 0", "im.compare(self) < 0",
				"images with another first element are larger here: time alone",
			},
			{"im.compare(self) < 0", "im.compare(self) <= 0"},
		}),
	of("symmetry/class.go", "symmetry", "TestSmallestOrders TestFundamentalSolutions TestCensus", [][3]string{
		{"imageOf(s, p, inverse).compare(self) == 0", "imageOf(s, p, inverse).compare(self) <= 0"},
	}),
	of("internal/parity/class.go", "internal/parity", "TestUnits TestWeights", [][3]string{
		{"number / same", "number"},
		{"order < 0", "false"},
		{"order == 0", "false"},
		{"2*c.Queens == c.Even", "false"},
		{"c.EvenSets[u.Even].Rank > c.OddSets[u.Odd].Rank", "true"},
		{"below(c.Rows, «most»)", "most+1"},
		{"s.Lines < r", "s.Lines <= r"},
	}),
	of("internal/parity/cover.go", "internal/parity", "TestCovers", [][3]string{
		{"len(groups[0]) < most", "true"},
		{"cmp.Compare(even.Of[a.Even], even.Of[b.Even])", "0", "another unit of each orbit counts"},
	}),
	of("internal/rotation/half.go", "internal/rotation", "TestHalfUnits", [][3]string{
		{"2 * uint64(rows&1)", "uint64(rows&1)"},
		{"bits.OnesCount32(rows&h.odds())-h.Odd == bits.OnesCount32(rows>>h.Odd)-(h.Lines-h.Odd)", "true"},
		{"p.Factor *= 2", ""},
		{"&& «diff > 0»", "true"},
	}),
	of("internal/rotation/half.go", "count/kind/rotation", "TestAlike", [][3]string{
		{"for «n < len(units)» &&", "n < min(3, len(units))"},
		{"h.alike(units[n]) == h.alike(units[0])", "true"},
	}),
	of("internal/rotation/quarter.go", "internal/rotation", "TestQuarterUnits TestQuarterWords", [][3]string{
		{"left%2 == 0", "left > 0"},
		{"word&pair == 0", "true"},
		{"divide(with, «sums|o.sum», apart[1:])", "sums"},
		{"with := slices.Clone(«without»)", "rows"},
	}),
	of("count/kind/boards/families.go", "count/kind/boards", "TestTotals TestFamiliesWeighOrbits", [][3]string{
		{"family.Weight *= uint64(len(orbit))", "family.Weight *= uint64(len(stabilizer))"},
		{"!slices.Equal(orbit[0], set)", "false"},
		{"!slices.Contains(chosen, sq)", "false"},
	}),
	of("count/kind/parity/tiles.go", "count/kind/parity", "TestTiles", [][3]string{
		{"if work := c.of(t); «work > 0»", "work > 1<<12"},
		{"run.Odd, run.OddCount, work = next, 0, 0", "run.Odd, run.OddCount, work = next+1, 0, 0"},
	}),
	of("count/kind/parity/groups.go", "count/kind/parity", "TestGroups TestWays TestMemory", [][3]string{
		{"append(tile.weights, «weight»)", "uint64(1)"},
		{"!inGroups || p.image || «p.exchanged»", "false", "units count the same in a group and alone"},
		{"trie.Takes(class, evens, odds) > memory", "false"},
	}),
	of("count/kind/parity/tiles.go", "count/plan", "TestWeights", [][3]string{
		{"sub.Work.Times(«w.first*(places-place) + w.second*place»)", "places"},
	}),
	of("count/session.go", "count", "TestSessionGoesByWeights", [][3]string{
		{"s.weights[b.Number].Compare(s.weights[a.Number])", "b.Work.Compare(a.Work)"},
	}),
	of("count/plan/share.go", "count/plan", "TestShares", [][3]string{
		{"for ; «share <= of»;", "share < of"},
	}),
	of("count/kind/work.go", "count/kind/parity", "TestWays", [][3]string{
		{"queens.TotalOf(high, low).Times(weight)", "queens.TotalOf(0, low)"},
		{"bits.Rem64(high, low, 13)*(weight%13)", "bits.Rem64(high, low, 13)"},
		{"bits.Rem64(high, low, 15)*(weight%15)", "bits.Rem64(high, low, 15)"},
	}),
	of("count/kind/rotation/rotation.go", "count/kind/rotation", "TestProducts", [][3]string{
		{"tables[i][j] *= 2", ""},
		{
			"clear(tables[i][products[i].Reach:])", "",
			"the search of the other colour adds none of these cells: time alone",
		},
		{"kind.Add(&result, c.sum.High, c.sum.Low, units[i].Weight)", "kind.Add(&result, c.sum.High, c.sum.Low, 1)"},
	}),

	// The ledger.
	of("count/ledger/frame.go", ledger, "TestFlipEveryByte TestDumpIsRead TestDump", [][3]string{
		{"sum == binary.BigEndian.Uint32(b[crcOffset:])", "true"},
	}),
	of("count/ledger/frame.go", ledger, "TestStruckOutTwice", [][3]string{
		{"was != valid", "false"},
	}),
	of("count/ledger/frame.go", ledger, struck, [][3]string{
		{"sum = ^sum", ""},
	}),
	of("count/ledger/settle.go", ledger, struck, [][3]string{
		{"p.strike(withdrawn, k.offset())", ""},
		{"for _, r := range p.index.further(subproblem) {\n\t\tp.strike(withdrawn, r.offset())\n\t}", ""},
		{"p.strike(void, p.dones...)", ""},
	}),
	of("count/ledger/replay.go", ledger, struck, [][3]string{
		{"if «rec.mark != valid» {\n\t\tif counts", "false"},
	}),
	of("count/ledger/ledger.go", ledger, struck, [][3]string{
		{"len(l.state.strikes) > 0", "false"},
		{"l.state.last.seq+1 < l.state.floor()", "false"},
	}),
	of("count/ledger/decode.go", ledger,
		"TestSchema1IsRead TestDecodeIsStrict TestNewerSchemaIsRefused TestHeaderOfTwoPlans", [][3]string{
			{"1 <= seq && seq <= maxSeq", "true"},
			{"schema > Schema", "false"},
			{"h.Plan.prefix() != rec.plan", "false"},
		}),
	of("count/ledger/record.go", ledger, "TestAppendRefuses TestResultsThatCannotBe", [][3]string{
		{"uint64(r.Mod13) == r.Total.Mod(13)", "true"},
		{"uint64(r.Mod15) == r.Total.Mod(15)", "true"},
		{"r.Subproblem >= subproblems", "r.Subproblem > subproblems"},
		{"r.Elapsed < 0", "false"},
	}),
	of("count/ledger/record.go", ledger, "TestAppendCompares TestTwoTotalsForOneSubproblem", [][3]string{
		{"r.Total != other.Total", "false"},
		{"!slices.Equal(r.Evidence, other.Evidence)", "false"},
		{"«r.Build == other.Build» && r.Kernel", "true"},
		{"r.Elapsed == other.Elapsed", "true"},
	}),
	of("count/ledger/record.go", ledger, "TestTotalsBeyond128Bits", [][3]string{
		{"maxTotal.Minus(t.Total).Compare(r.Total) < 0", "false"},
	}),
	of("count/ledger/replay.go", ledger, chain, [][3]string{
		{"linked := «rec.prev == link(p.last.hash[:linkLen])»", "true"},
		{"linked && rec.seq != p.last.seq+1", "false"},
		{"missing > 0 && silent", "false"},
		{"missing == 0 && !linked", "false"},
		{"next.seq <= last.seq", "false"},
		{"last.seq > 0 && (silent || d.Flaw == Broken)", "false"},
		{"if «!counts»", "false"},
	}),
	of("count/ledger/settle.go", ledger, "TestWithdraw TestRevoke TestComputations", [][3]string{
		{"p.withdrawn[r.Subproblem] = max(rec.seq+1, p.withdrawn[r.Subproblem])", ""},
		{"p.unowned[r.Kernel] = max(rec.seq, p.unowned[r.Kernel])", ""},
		{"at.Frame < p.withdrawn[result.Subproblem]", "false"},
		{"at.Frame < p.revoked[kernel]", "false"},
		{"case «uses[0]»", "!uses[0]"},
		{"slices.Contains(uses, true)", "false"},
	}),
	of("count/ledger/settle.go", ledger, "TestSecondResultConfirms TestTwoTotalsForOneSubproblem TestOneAlteredFrame",
		[][3]string{
			{"return p.withdraw(result.Subproblem, at.Frame+1)", "return nil"},
			{"rec.result.same(result)", "false"},
		}),
	of("count/ledger/settle.go", ledger, "TestCertificateThatIsNotTheSum TestResultsOfAChangedFile", [][3]string{
		{"d.Total != p.tally.Total", "false"},
	}),
	of("count/ledger/decode.go", ledger, "TestCertificateThatIsNotTheSum TestResultsOfAChangedFile", [][3]string{
		{"rec.kind != resultKind || rec.fault != nil || rec.result.Subproblem != subproblem", "false"},
	}),
	of("count/ledger/ledger.go", ledger, "TestCertificateThatIsNotTheSum TestDoubt TestSomebodyElseWrites "+
		"TestSecondResultConfirms TestRoundTrip", [][3]string{
		{"!tally.Complete()", "false"},
		{"d.Total != tally.Total", "false"},
		{"tally.Confirmed < tally.Results", "false"},
		{"errors.Is(err, errSame)", "false"},
	}),
	of("count/ledger/ledger.go", ledger, "TestCertificateThatIsNotTheSum TestDoubt TestSomebodyElseWrites "+
		"TestSecondResultConfirms TestRoundTrip", [][3]string{
		{"size != l.end", "false"},
	}),

	// Checks, merging and repair.
	of("count/session.go", "count", "TestWrongTotalIsNotCertified TestFinishRefuses TestAcceptWithoutALedger",
		[][3]string{
			{"r.Total.Mod(13) != uint64(r.Mod13)", "false"},
			{"r.Total.Mod(15) != uint64(r.Mod15)", "false"},
			{"m.has[i] && m.totals[i] != r.Total", "false"},
			{"if «known» ||", "false"},
			{"!t.Complete()", "false"},
			{"want, ok := Published(s.plan.Scheme, n); ok && «want != t.Total»", "false"},
			{"kept.Total != t.Total || kept.Results != t.Done", "false"},
			{"return nil, s.doubt(err)", "return nil, err"},
		}),
	of("count/upkeep/merge.go", "count/upkeep", merges, [][3]string{
		{"if «d.What == \"\"»", "true"},
	}),
	of("count/upkeep/merge.go", "count/batch", "TestWinner", [][3]string{
		{"n > votes[says]-lead", "false"},
		{"votes[says] >= least", "true"},
	}),
	of("count/upkeep/merge.go", "count/upkeep", merges, [][3]string{
		{"slices.Contains(others, kernel)", "false"},
		{"run.Withdrawn(c.result.Subproblem)", "false"},
		{"d.Stands || !g.led.Has(d.Subproblem)", "true"},
		{"had && g.led.Confirmed(subproblem)", "had"},
		{"len(run.Doubts) > 0", "false"},
		{"s.head.Subproblem == subproblem", "true"},
		{"if «withdrawn > 0»", "false"},
	}),
	of("count/executor.go", "count", "TestDisown", [][3]string{
		{"r.Worker == worker && «(!seen || alone[r.Subproblem])»", "true"},
	}),
	of("count/upkeep/repair.go", "count/upkeep", "TestRepair TestRepairSettlesByMajority", [][3]string{
		{"unequal(kept, again) != nil", "false"},
		{"says == d.Claims[1].Says", "false"},
		{"!sure || unequal(right, third) != nil", "false"},
		{"says == d.Claims[0].Says", "false"},
		{"times > 1 && (!run.DoubtStands() || len(r.Replaced) > 0)", "false"},
	}),
	of("count/upkeep/verify.go", "count/upkeep",
		"TestVerifyFindsAWrongResult TestVerifyComparesPlanAndEvidence TestVerifyShares TestPasses", [][3]string{
			{"own.Plan == h.Plan && own.Subproblems == h.Subproblems", "true"},
			{"if «what == \"\"»", "true"},
			{"saved.Subproblem != chosen[0]", "saved.Subproblem == chosen[0]"},
			{"others-i", "others"},
		}),
	of("count/survey/squares.go", "count/survey", "TestDistributionChecks", [][3]string{
		{"rest != 0", "false"},
		{"want != a.Solutions", "false"},
		{"if sum := sumOf(a.Squares[i]); «sum != a.Solutions»", "false"},
		{"if sum := sumOf(column); «sum != a.Solutions»", "false"},
	}),
)

// Packages, and tests that several mutants share.
const (
	matrix = "internal/kernel/matrix"
	pairs  = "internal/kernel/pairs"
	trie   = "internal/kernel/trie"
	ledger = "count/ledger"
	chain  = "TestAlteredFrameBreaksTheChain TestOneAlteredFrame TestShuffledChunks TestWholeFramesMoved " +
		"TestFlipEveryByte"
	struck = "TestNoDamageBringsBackWhatWasTakenBack TestEarlierLedgerIsStruckOut TestDisputeIsStruckOut"
	merges = "TestMergeShares TestMergeOverlap TestMergeDispute TestMergeRevoked TestMergeMissing TestMergeRefuses"
)

// of returns the mutants of a file and the tests that must notice them. A change has the text, what
// replaces it and, if no result changes, why.
func of(file, pkg, tests string, changes [][3]string) (list []mutant) {
	for _, c := range changes {
		list = append(list, mutant{file: file, in: c[0], by: c[1], pkg: pkg, tests: tests, same: c[2]})
	}
	return list
}
