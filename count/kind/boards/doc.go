// Package boards counts by search. A subproblem is a list of boards with some queens in place;
// package kernel counts their completions.
//
// A scheme divides the solutions into families (see [Family]), and each family into [Parts] by its
// next queens.
package boards
