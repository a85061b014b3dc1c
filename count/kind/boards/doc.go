// Package boards is the kind of subproblems that are searched: boards with some queens in place.
// A kernel of package kernel counts their completions.
//
// A scheme divides the solutions into families (see [Family]), and each family into [Parts] by its
// next queens.
package boards
