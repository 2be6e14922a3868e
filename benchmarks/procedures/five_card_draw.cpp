// The published bot of five-card draw in plain C++: it plays every choice n times and counts wins.
//
//     five_card_draw SEED RUNS HANDS
//
// Chooses the discards of HANDS random hands, and prints the total number of discarded
// cards, and the CPU seconds to standard error.  Without arguments it reads hands of five
// cards and prints their values, as defined in five_card_draw.py.

#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <numeric>
#include <random>
#include <vector>

using Hand = std::array<int, 5>;

int value(const Hand& hand) {
    std::array<int, 13> held{};
    bool flush = true;
    for (int card : hand) {
        ++held[card % 13];
        flush = flush && card / 13 == hand[0] / 13;
    }
    int most = 0, kinds = 0, faces = 0, top = -1;
    for (int count = 4; count > 0; --count)
        for (int face = 12; face >= 0; --face)
            if (held[face] == count) {
                ++kinds;
                if (top < 0) top = face, most = count;
                for (int i = 0; i < count; ++i) faces = faces * 13 + face;
            }
    const int unit = 13 * 13 * 13 * 13 * 13;
    if (kinds == 5) {
        if (top >= 4 && held[top - 1] + held[top - 2] + held[top - 3] + held[top - 4] == 4)
            return 6 * unit + top;
        if (flush) return 5 * unit + hand[0] / 13;
        return faces;
    }
    const int type = most == 4 ? 4 : most == 3 ? 3 : kinds == 3 ? 2 : 1;
    return type * unit + faces;
}

int main(int arguments, char** told) {
    for (Hand hand; arguments == 1;) {
        for (int& card : hand)
            if (std::scanf("%d", &card) != 1) return 0;
        std::printf("%d\n", value(hand));
    }
    std::mt19937 rng(std::atoi(told[1]));
    const int runs = std::atoi(told[2]), hands = std::atoi(told[3]);
    auto below = [&](int most) { return std::uniform_int_distribution<int>(0, most - 1)(rng); };
    auto deal = [&](std::vector<int>& deck, int number) {  // to its front
        for (int i = 0; i < number; ++i) std::swap(deck[i], deck[i + below(deck.size() - i)]);
    };
    std::vector<int> deck(52);
    std::iota(deck.begin(), deck.end(), 0);
    int discarded = 0;
    const std::clock_t began = std::clock();
    for (int each = 0; each < hands; ++each) {
        deal(deck, 5);
        const std::vector<int> hand(deck.begin(), deck.begin() + 5);
        std::vector<int> unseen(deck.begin() + 5, deck.end());
        int best = 0, best_wins = -1;
        for (int drawn = 0; drawn <= 3; ++drawn)
            for (int away = 0; away < 32; ++away) {
                if (__builtin_popcount(away) != drawn) continue;
                int wins = 0;
                for (int run = 0; run < runs; ++run) {
                    deal(unseen, drawn + 5);
                    Hand own, other;
                    for (int i = 0, next = 5; i < 5; ++i) {
                        own[i] = away >> i & 1 ? unseen[next++] : hand[i];
                        other[i] = unseen[i];
                    }
                    wins += value(own) > value(other);
                }
                if (wins > best_wins) best = drawn, best_wins = wins;
            }
        discarded += best;
    }
    std::printf("%d\n", discarded);
    std::fprintf(stderr, "%g\n", double(std::clock() - began) / CLOCKS_PER_SEC);
}
