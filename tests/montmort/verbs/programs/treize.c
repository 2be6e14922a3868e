/* Treize from its rules, for the tests: usage: treize SEED PLAYS [bug]

   The deck of 13 ranks in 4 suits is shuffled and turned card by card while the
   player calls 1, 2, ... 13.  A match is a point, and he begins again at 1.  When
   the deck runs out all cards are shuffled again, and he calls on.  A run of 13
   calls without a match ends the game.  With "bug" he begins again at 1 whenever
   the deck runs out. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { RANKS = 13, CARDS = 52 };
static uint64_t state;

static uint64_t draw(void) { /* splitmix64, Steele, Lea and Flood 2014 */
    uint64_t z = (state += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

int main(int count, char **word) {
    int deck[CARDS];
    if (count < 3) {
        fprintf(stderr, "usage: treize SEED PLAYS [bug]\n");
        return 64;
    }
    state = strtoull(word[1], NULL, 10);
    for (int i = 0; i < CARDS; i++) deck[i] = i % RANKS;
    puts("points,passes,cards");
    for (long play = strtol(word[2], NULL, 10); play > 0; play--) {
        int called = 0, points = 0, passes = 0, cards = 0;
        while (called < RANKS) {
            for (int left = CARDS; left > 1; left--) {
                int other = (int)((draw() >> 11) * (1.0 / 9007199254740992.0) * left);
                int card = deck[left - 1];
                deck[left - 1] = deck[other];
                deck[other] = card;
            }
            passes++;
            if (count > 3) called = 0;
            for (int i = 0; i < CARDS && called < RANKS; i++) {
                cards++;
                if (deck[i] == called) {
                    points++;
                    called = 0;
                } else {
                    called++;
                }
            }
        }
        printf("%d,%d,%d\n", points, passes, cards);
    }
    return 0;
}
