# A die: awk -v seed=1 -v plays=10 -f die.awk
BEGIN {
    srand(seed)
    while (plays-- > 0) print 1 + int(6 * rand())
}
