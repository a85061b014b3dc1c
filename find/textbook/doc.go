// Package textbook has the algorithms of the literature that list all solutions, or all
// fundamental ones, as their authors describe them: from brute force to Topor's method.
//
// They are values of type solver.Algorithm, made to be watched, compared and explained. Package
// algorithms finds them by name. To list many solutions, use package list.
//
//	stats, err := textbook.Wirth.Solve(ctx, solver.Call{Problem: queens.Problem{Order: 8}}, found)
package textbook
