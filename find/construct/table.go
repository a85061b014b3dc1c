package construct

import "iter"

func always(int) bool { return true }

// patterns is the table, sorted by name.
var patterns = []Pattern{
	{
		Name: "composed-solutions", Title: "A solution for each queen of a solution",
		Summary: "copies of a toroidal solution take the places of the queens of another solution",
		Source:  "abramson1989", Condition: "n = A B with A > 3, B > 1 and no factor 2 or 3 in B",
		How: `The board is cut into A by A tiles of B by B squares. Tiles are chosen by a solution of order A, and
each of them gets the knight walk of order B, which is a solution on the torus. Two queens of one tile do not
attack each other because the walk is a solution. Two of different tiles on one diagonal would have the same sum,
or difference, of row and column, so the same modulo B. On the torus that is one diagonal for the two queens of
the walk, so they are one queen of the walk: their tiles are on one diagonal of the outer solution, which it does
not allow.

It is not enough that the inner board is an ordinary solution.`,
		works: func(n int) bool { return exists(factors(n)) }, boards: composedBoards,
	},
	{
		Name: "compound-polygon", Title: "Compound polygons",
		Summary: "the vertices of several equal polygons, one after another, give the rows",
		Source:  "erbas1992", Condition: "n mod 6 = 0 or 4, and a few other orders such as 9 and 21",
		How: `Number the corners of a regular n-gon. Stepping by k corners, where d = gcd(k, n) > 1,
closes after n/d corners; d such polygons, each one corner further than the last, use every corner
once. The corners in this order, turned by a shift, are the rows of the columns.

For n mod 6 = 0 or 4 the step n-2, turned by n-2, is always a solution: the two flights of stairs of Hoffman,
Loessi and Moore, upside down. All other steps and shifts are found by trying. The source says only that such
polygons work; the formula is ours.`,
		works: isCompound, boards: compoundBoards,
	},
	{
		Name: "divide-and-conquer", Title: "Divide and conquer with superqueens",
		Summary: "knight walks in the tiles of a knight walk, with a smaller one in the corner where 3 divides the " +
			"order",
		Source: "abramson1989", Condition: "n other than 2, 3, 8, 9, 14, 15, 26, 27, 38, 39",
		How: `An even order takes the solution of order n+1 and drops its corner queen. An odd order that 3 does
not divide takes the knight walk. Any other odd order is written as 4B + C with B and C that neither 2
nor 3 divides and C <= B: four knight walks of order B stand in the tiles of a knight walk of order 5, whose
corner tile is replaced by a knight walk of order C.

The corner tile may be replaced because a knight walk of order B has every difference of row and column
from -(B-1)/2 to (B-1)/2, and that of order C a part of them.`,
		works: func(n int) bool { _, _, ok := divideAndConquer(n); return ok }, boards: divideBoards,
		pseudocode: dividePseudocode, line: divideLine,
	},
	{
		Name: "even-odd-list", Title: "Even rows, then odd rows",
		Summary: "the even rows and then the odd ones, with a few numbers moved by the remainder of n modulo 6",
		Source:  "bell2009", Condition: "every n except 2 and 3",
		How: `Write the even numbers to n in order, then the odd ones. If n mod 6 = 2, exchange 1 and 3 and put 5 at the
end. If n mod 6 = 3, put 2 at the end of the even numbers and 1, 3 at the end of the odd ones. The list is the
solution, column by column.`,
		works: always, boards: rule(evenOddSix),
	},
	{
		Name: "even-odd-list-12", Title: "Even rows, then odd rows, modulo 12",
		Summary: "the even rows and then the odd ones, with numbers moved by the remainder of n modulo 12",
		Source:  "bell2009", Condition: "every n except 2 and 3",
		How: `Write the even numbers to n in order, then the odd ones. If n mod 12 is 3 or 9, put 2 at the end of the
even numbers and 1, 3 at the end of the odd ones. If n mod 12 = 8, exchange the odd numbers in pairs: 3, 1, 7, 5,
11, 9, ... If n mod 12 = 2, exchange 1 and 3 and put 5 at the end.`,
		works: always, boards: rule(evenOddTwelve),
	},
	{
		Name: "hoffman-a", Title: "Hoffman, Loessi and Moore, construction A",
		Summary: "two flights of knight moves: the even rows, then the odd rows",
		Source:  "hoffman1969", Condition: "n even, n mod 6 not 2",
		How: `Column i takes row 2i, and column n/2 + i row 2i - 1, for i = 1 to n/2. It is i -> 2i modulo n+1. The main
diagonal stays empty.`,
		works: func(n int) bool { return n%2 == 0 && n%6 != 2 }, boards: rule(stairs),
	},
	{
		Name: "hoffman-b", Title: "Hoffman, Loessi and Moore, construction B",
		Summary: "knight moves modulo n in the left half, their half turn in the right half",
		Source:  "hoffman1969", Condition: "n even, not 2, n mod 6 not 0",
		How: `For i = 1 to n/2 let v = 1 + ((2(i-1) + n/2 - 1) mod n). Column i takes row v, and column n + 1 - i
row n + 1 - v. The main diagonal stays empty.`,
		works: func(n int) bool { return n%2 == 0 && n%6 != 0 }, boards: rule(mirroredStairs),
	},
	{
		Name: "hoffman-c", Title: "Hoffman, Loessi and Moore, construction C",
		Summary: "a solution of order n-1 that leaves the main diagonal empty, and a queen in the corner",
		Source:  "hoffman1969", Condition: "n odd, not 3",
		How: `Take construction A of order n-1, or B if (n-1) mod 6 = 2. Both leave the main diagonal empty, so a queen
in the corner of row n and column n attacks none of them.`,
		works: func(n int) bool { return n%2 != 0 }, boards: rule(hoffmanOdd),
	},
	{
		Name: "hoffman-loessi-moore", Title: "The construction of Hoffman, Loessi and Moore",
		Summary: "construction A, B or C, whichever fits the order",
		Source:  "hoffman1969", Condition: "every n except 2 and 3",
		How: `Even n: construction A, knight moves through the even and then the odd rows, unless n mod 6 = 2; then
construction B, knight moves in the left half and their half turn in the right half. Odd n: the solution of
order n-1 and a queen in the corner.`,
		works: always, boards: rule(hoffman),
	},
	{
		Name: "knight-walk", Title: "Knight walk",
		Summary: "two rows down with every column, modulo n",
		Source:  "polya1918", Condition: "n with no factor 2 or 3",
		How: `Column i takes row 1 + 2(i-1) modulo n. Rows differ by twice, sums by three times and differences by
once the distance of columns; so all of them are different modulo n, and the walk is a solution even on the torus,
exactly when neither 2 nor 3 divides n.`,
		works: primeToSix, boards: rule(knightWalk),
	},
	{
		Name: "magic-square", Title: "Blocks of a uniform step magic square",
		Summary: "the places of n consecutive numbers in a pandiagonal magic square, or of numbers equal modulo n",
		Source:  "erbas1992", Condition: "n with no factor 2 or 3",
		How: `The uniform step method writes 1 in the corner and continues by one row and two columns, modulo n;
after each n numbers the next one stands two rows and one column from the first of the block instead. The square is
magic, wrapped diagonals included. Each block of n consecutive numbers lies on a solution of the torus, and so does
each class of numbers equal modulo n: 2n solutions, and n of each kind cover the board.`,
		works: primeToSix, boards: magicBoards,
	},
	{
		Name: "open-star-polygon", Title: "Star polygons without a corner",
		Summary: "every k-th corner of a regular (n+1)-gon except the first, for suitable k",
		Source:  "erbas1992", Condition: "n+1 with no factor 2 or 3, so n mod 6 = 0 or 4",
		How: `Column i takes the row k i modulo n+1. That is the star polygon of n+1 corners without its
first corner, whose queen is in the corner of the board. It is a solution if k, k-1 and k+1 have no
common divisor with n+1.`,
		works: func(n int) bool { return primeToSix(n + 1) }, boards: openStarBoards,
	},
	{
		Name: "pauls", Title: "The construction of Pauls",
		Summary: "two flights of knight moves with a few queens moved by the remainder of n modulo 6, the first " +
			"proof for all orders",
		Source: "pauls1874", Condition: "every n except 2 and 3",
		How: `If n mod 6 is 0 or 4: the even rows, then the odd ones. If it is 1 or 5: row n, the even rows,
the odd ones except n. If it is 2: row 4; even rows down from n-2 to 6; n, 2, n-1, 1; odd rows down from n-5 to
3; n-3. If it is 3: the solution of order n-1, and a queen in the corner of row n and column n.`,
		works: always, boards: rule(pauls),
	},
	{
		Name: "star-polygon", Title: "Star polygons",
		Summary: "every k-th corner of a regular n-gon, for suitable k",
		Source:  "erbas1992", Condition: "n with no factor 2 or 3",
		How: `Column i takes the row 1 + k(i-1) modulo n: the corners of the star polygon with step k, in the order
in which it is drawn. It is a solution, even on the torus, if k, k-1 and k+1 have no common divisor with n.
Step 2 is the knight walk.`,
		works: primeToSix, boards: starBoards,
	},
	{
		Name: "walk-with-tile", Title: "Walk of walks with another corner",
		Summary: "a knight walk of knight walks whose corner tile is replaced by a smaller knight walk",
		Source:  "abramson1989", Condition: "n = B(A-1) + C with C <= B, none of them with a factor 2 or 3",
		How: `In the board of A by A tiles of order B, both prime to 6, the corner tile is replaced by a knight walk of
order C <= B, and the other tiles move up to it. For each A the largest B is taken.`,
		works:  func(n int) bool { return exists(withTile(n)) },
		boards: func(n int) iter.Seq[Board] { return boardsOf(n, withTile(n)) },
	},
	{
		Name: "walk-without-tile", Title: "Walk of walks without its corner",
		Summary: "a knight walk of knight walks without the rows and columns of its corner tile",
		Source:  "abramson1989", Condition: "n = B(A-1) with A and B > 1 that have no factor 2 or 3",
		How: `In the board of A by A tiles of order B, both prime to 6, the first B columns and
rows hold the corner tile and nothing else. Without them a solution of order B(A-1) remains.`,
		works:  func(n int) bool { return exists(withoutTile(n)) },
		boards: func(n int) iter.Seq[Board] { return boardsOf(n, withoutTile(n)) },
	},
}
