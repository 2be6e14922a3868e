# Two hands, four cards of two ranks, for the tests: awk -f two_hands.awk -v seed=1 -v plays=10
# The cards are dealt in turn; the first hand that holds a pair wins.
BEGIN {
    srand(seed)
    print "winner,cards"
    while (plays-- > 0) {
        for (i = 0; i < 4; i++) deck[i] = i
        for (left = 4; left > 1; left--) {
            other = int(rand() * left)
            card = deck[left - 1]; deck[left - 1] = deck[other]; deck[other] = card
        }
        split("", held)
        winner = "nobody"
        for (i = 0; i < 4 && winner == "nobody"; i++)
            if (held[i % 2, deck[i] % 2]++) winner = i % 2 ? "Dealer" : "ELDEST"
        print winner "," i
    }
}
