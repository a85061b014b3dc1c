queen(1,0). queen(3,1). queen(5,2). queen(0,3). queen(2,4). queen(4,5).
queen(2,0). queen(5,1). queen(1,2). queen(4,3). queen(0,4). queen(3,5).
