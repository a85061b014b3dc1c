queen(1,1). queen(3,2). queen(5,3). queen(8,4). queen(10,5). queen(12,6). queen(6,7). queen(11,8). queen(2,9). queen(7,10). queen(9,11). queen(4,12).
