// Package boards is the kind of subproblems that are searched: boards with some queens in place,
// which a kernel of package kernel completes in all ways.
//
// A scheme divides the solutions into families, see [Family], and each family is cut into [Parts]
// by its next queens.
package boards
