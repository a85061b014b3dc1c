queen(2,1). queen(4,2). queen(6,3). queen(1,4). queen(3,5). queen(5,6).
queen(3,1). queen(6,2). queen(2,3). queen(5,4). queen(1,5). queen(4,6).
