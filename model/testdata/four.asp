% 4 queens on the regular board of order 4, given queens: 1, blocked squares: 1, excluded diagonals: 1
% queen(R,C): a queen stands in row R, column C, both counted from 1
#const n = 4.
square(1..n,1..n).
1 { queen(R,C) : square(R,C) } 1 :- C = 1..n.
1 { queen(R,C) : square(R,C) } 1 :- R = 1..n.
:- S = 2..2*n, 2 { queen(R,S-R) : R = 1..n, square(R,S-R) }.
:- D = 1-n..n-1, 2 { queen(C+D,C) : C = 1..n, square(C+D,C) }.
:- queen(1,1).
:- not queen(2,1).
:- queen(2,2).
:- queen(3,3).
:- queen(4,4).
#show queen/2.
