package cli

import "github.com/spf13/cobra"

// commands holds every command, in the order of the help text. Adding one means
// a file of its name with a constructor, and a line here.
var commands = []func(*app) *cobra.Command{
	newCount,
	newList,
	newSolve,
	newConstruct,
	newCheck,
	newOrbit,
	newApply,
	newBoard,
	newAtlas,
	newBurnside,
	newFirst,
	newConstellations,
	newOrderly,
	newTorus,
	newComplete,
	newSample,
	newRank,
	newUnrank,
	newModel,
	newPlacements,
	newGreedy,
	newEvolution,
	newAlgorithms,
	newExplain,
	newRace,
	newWatch,
	newTable,
	newPlot,
	newRecords,
	newRuns,
	newServe,
	newDoctor,
	newBench,
	newCompletion,
	newMan,
	newVersion,
}
