* 4 queens on the regular board of order 4, given queens: 1, blocked squares: 1, excluded diagonals: 1
* x followed by (row-1)*4 + column is 1 if a queen stands there, from 1
* rows rN, cN, upN, downN and sN are lines and other groups of squares,
* gN and bN the squares that are given and blocked
NAME          QUEENS
ROWS
 N  OBJ
 E  r1
 E  r2
 E  r3
 E  r4
 E  c1
 E  c2
 E  c3
 E  c4
 L  up2
 L  up3
 L  up4
 L  up5
 L  up6
 L  down2
 L  down3
 L  down4
 L  down5
 L  down6
 E  b1
 E  g5
 E  b6
 E  b11
 E  b16
COLUMNS
    MARKER    'MARKER'                 'INTORG'
    x1        r1                   1
    x1        c1                   1
    x1        down4                1
    x1        b1                   1
    x2        r1                   1
    x2        c2                   1
    x2        up2                  1
    x2        down3                1
    x3        r1                   1
    x3        c3                   1
    x3        up3                  1
    x3        down2                1
    x4        r1                   1
    x4        c4                   1
    x4        up4                  1
    x5        r2                   1
    x5        c1                   1
    x5        up2                  1
    x5        down5                1
    x5        g5                   1
    x6        r2                   1
    x6        c2                   1
    x6        up3                  1
    x6        down4                1
    x6        b6                   1
    x7        r2                   1
    x7        c3                   1
    x7        up4                  1
    x7        down3                1
    x8        r2                   1
    x8        c4                   1
    x8        up5                  1
    x8        down2                1
    x9        r3                   1
    x9        c1                   1
    x9        up3                  1
    x9        down6                1
    x10       r3                   1
    x10       c2                   1
    x10       up4                  1
    x10       down5                1
    x11       r3                   1
    x11       c3                   1
    x11       up5                  1
    x11       down4                1
    x11       b11                  1
    x12       r3                   1
    x12       c4                   1
    x12       up6                  1
    x12       down3                1
    x13       r4                   1
    x13       c1                   1
    x13       up4                  1
    x14       r4                   1
    x14       c2                   1
    x14       up5                  1
    x14       down6                1
    x15       r4                   1
    x15       c3                   1
    x15       up6                  1
    x15       down5                1
    x16       r4                   1
    x16       c4                   1
    x16       down4                1
    x16       b16                  1
    MARKER    'MARKER'                 'INTEND'
RHS
    RHS       r1                   1
    RHS       r2                   1
    RHS       r3                   1
    RHS       r4                   1
    RHS       c1                   1
    RHS       c2                   1
    RHS       c3                   1
    RHS       c4                   1
    RHS       up2                  1
    RHS       up3                  1
    RHS       up4                  1
    RHS       up5                  1
    RHS       up6                  1
    RHS       down2                1
    RHS       down3                1
    RHS       down4                1
    RHS       down5                1
    RHS       down6                1
    RHS       g5                   1
BOUNDS
 BV BND       x1
 BV BND       x2
 BV BND       x3
 BV BND       x4
 BV BND       x5
 BV BND       x6
 BV BND       x7
 BV BND       x8
 BV BND       x9
 BV BND       x10
 BV BND       x11
 BV BND       x12
 BV BND       x13
 BV BND       x14
 BV BND       x15
 BV BND       x16
ENDATA
