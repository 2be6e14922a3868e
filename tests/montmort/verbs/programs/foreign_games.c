/* Games written from their descriptions alone, with their picks, and with faults to be found.

   foreign_games GAME FAULT SEED PLAYS [CARD...]

   prints a line of CSV for each play; FAULT none is right.  The cards are a hand of five-card draw,
   each as rank + 13 suit from the deuce of clubs, 0. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;
static const char *fault;
static int given, hand_given[5];
static char picks[1 << 16], choices[1 << 16], outcome[256], before[256];

static int below(int n) { /* xorshift64*, by rejection */
  uint64_t x, most = UINT64_MAX - UINT64_MAX % n;
  do {
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    x = state * 2685821657736338717ULL;
  } while (x >= most);
  return x % n;
}

static int has(const char *name) { return !strcmp(fault, name); }
static void add(char *list, int n) { sprintf(list + strlen(list), *list ? " %d" : "%d", n); }

static void shuffle(int *deck, int n) {
  for (int i = 0; i < n; i++) {
    int j = i + below(n - i), card = deck[i];
    deck[i] = deck[j], deck[j] = card;
  }
}

static void treize(void) {
  int calls = 0, points = 0, passes = 0, cards = 0;
  while (calls < 13) {
    int deck[52];
    for (int i = 0; i < 52; i++) deck[i] = i / 4;
    shuffle(deck, 52);
    if (has("card-twice"))
      for (int i = 1; i < 5; i++) deck[i] = deck[0]; /* a fifth card of a rank */
    passes++;
    for (int i = 0; i < 52 && calls < 13; i++, cards++) {
      add(picks, deck[i]);
      if (deck[i] == calls)
        points++, calls = has("counts-on") ? calls + 1 : 0;
      else
        calls++;
    }
  }
  sprintf(outcome, "%d,%d,%d", points, passes, cards);
}

static int hands[2][128], sizes[2];

static void take(int who, const int *pile, int n) {
  memcpy(hands[who] + sizes[who], pile, n * sizeof *pile), sizes[who] += n;
}

static int war_turn(int *wars) { /* returns the winner 0 or 1; 2, 3: of the game; 4: drawn */
  int blocks[64][2][8], lengths[64], block = 0, at = 0;
  for (;;) {
    int a = hands[0][at], b = hands[1][at];
    blocks[block][0][0] = a, blocks[block][1][0] = b, lengths[block] = 1, at++;
    if (a != b) {
      int who = a > b ? 0 : 1, ahead = has("loser-first") ? 1 - who : who;
      for (int p = 0; p < 2; p++)
        sizes[p] -= at, memmove(hands[p], hands[p] + at, sizes[p] * sizeof(int));
      for (int k = 0; k <= block; k++)
        for (int p = 0; p < 2; p++) take(who, blocks[k][p ? 1 - ahead : ahead], lengths[k]);
      return who;
    }
    ++*wars;
    int down = has("two-down") ? 2 : 3;
    int short_0 = sizes[0] - at <= down, short_1 = sizes[1] - at <= down;
    if (short_0 || short_1) return short_0 && short_1 ? 4 : short_0 ? 3 : 2;
    for (int i = 0; i < down; i++, at++)
      for (int p = 0; p < 2; p++) blocks[block][p][i + 1] = hands[p][at];
    lengths[block++] = down + 1;
  }
}

static void war(void) { /* with a limit of 300 turns */
  int deck[52], turns = 0, wars = 0, winner = 4;
  for (int i = 0; i < 52; i++) deck[i] = i / 4;
  shuffle(deck, 52);
  for (int i = 0; i < 52; i++) add(picks, deck[i]);
  for (int p = 0; p < 2; p++) sizes[p] = 0, take(p, deck + 26 * p, 26);
  int finished = 0;
  while (turns < 300 && !finished) {
    turns++;
    winner = war_turn(&wars);
    finished = winner > 1 || !sizes[0] || !sizes[1];
  }
  int who = !finished || winner == 4 ? 0 : winner % 2 ? -1 : 1;
  sprintf(outcome, "%d,%d,%d,%d", who, turns, wars, finished);
}

static void pig(void) { /* both hold at 20 points of a turn */
  int scores[2] = {0, 0}, who = 0, turn = 0, won = -1;
  while (won < 0) {
    if (turn) {
      int holds = turn >= 20;
      add(choices, has("illegal-choice") && holds ? 2 : holds);
      if (holds) {
        scores[who] += turn, who = 1 - who, turn = 0;
        continue;
      }
    }
    int face = 1 + below(6);
    add(picks, has("pick-out-of-range") ? face : face - 1);
    if (face == 1) {
      if (has("keeps-the-turn")) scores[who] += turn;
      who = 1 - who, turn = 0;
      continue;
    }
    turn += face;
    if (scores[who] + turn >= 100) won = who;
  }
  if (has("choice-too-many")) add(choices, 0);
  if (has("choice-missing")) *strrchr(choices, ' ') = 0;
  sprintf(outcome, "%d", won == 0);
}

static int strength(const int *cards) { /* of five cards, rank + 13 suit; ranks from the deuce */
  int count[13] = {0}, flush = 1, order[5], n = 0, high = -1;
  for (int i = 0; i < 5; i++) count[cards[i] % 13]++, flush &= cards[i] / 13 == cards[0] / 13;
  for (int of = 4; of; of--)
    for (int rank = 12; rank >= 0; rank--)
      if (count[rank] == of) order[n++] = rank;
  int most = count[order[0]], second = n > 1 ? count[order[1]] : 0;
  if (n == 5 && order[0] - order[4] == 4) high = order[0];
  if (n == 5 && order[0] == 12 && order[1] == 3) high = has("wheel-high") ? 12 : 3;
  int type = most == 4                  ? 7
             : most == 3 && second == 2 ? 6
             : most == 3                ? 3
             : most == 2 && second == 2 ? 2
             : most == 2                ? 1
                                        : 0;
  if (high >= 0) type = flush ? 8 : 4;
  if (high < 0 && flush) type = 5;
  int value = type;
  for (int i = 0; i < 5; i++) {
    int decides = high >= 0 ? (i ? 0 : high) : i < n ? order[i] : 0;
    if (has("kicker") && type == 1 && i == 1) decides = 0;
    if (has("second-pair") && type == 2 && i == 1) decides = 0;
    value = value * 13 + decides;
  }
  return value;
}

static void deal(const int *hand, int *left) { /* as a set: for each card, whether it is dealt */
  int dealt = 0;
  for (int card = 0; card < 52 && dealt < 5; card++) {
    int is_dealt = 0;
    for (int i = 0; i < 5; i++) is_dealt |= hand[i] == card;
    if (left[card]) add(picks, is_dealt);
    if (left[card] || has("card-twice")) dealt += is_dealt;
    left[card] &= !is_dealt;
  }
}

static void five_card_draw(void) { /* the experiment hand: five cards against any five */
  int deck[52], left[52];
  for (int i = 0; i < 52; i++) deck[i] = i, left[i] = 1;
  for (int i = 0; i < given; i++) { /* the hand comes first */
    for (int j = i; j < 52; j++)
      if (deck[j] == hand_given[i]) deck[j] = deck[i];
    deck[i] = hand_given[i];
  }
  shuffle(deck + given, 52 - given);
  if (has("card-twice")) deck[5] = deck[0];
  for (int i = 0; i < given; i++) left[deck[i]] = 0;
  if (!given) deal(deck, left);
  deal(deck + 5, left);
  int own = strength(deck), other = strength(deck + 5);
  sprintf(outcome, "%s", own > other ? "win" : own == other ? "tie" : "loss");
}

int main(int argc, char **argv) {
  if (argc != 5 && argc != 10) return 2;
  for (; given < argc - 5; given++) hand_given[given] = atoi(argv[5 + given]);
  static const struct {
    const char *name, *header;
    void (*play)(void);
  } games[] = {{"treize", "points,passes,cards", treize},
               {"war", "winner,turns,wars,finished", war},
               {"pig", "first_wins", pig},
               {"five-card-draw", "result", five_card_draw}};
  int game = 0, decided = !strcmp(argv[1], "pig");
  while (strcmp(games[game].name, argv[1])) game++;
  fault = argv[2];
  state = (strtoull(argv[3], 0, 10) + 1) * 0x9E3779B97F4A7C15ULL;
  for (int i = 0; i < 20; i++) below(2);
  const char *header = has("swapped-columns") ? "passes,points,cards" : games[game].header;
  printf("%s,picks%s\n", header, decided ? ",choices" : "");
  for (long plays = atol(argv[4]); plays > 0; plays--) {
    *picks = *choices = 0;
    strcpy(before, outcome);
    games[game].play();
    if (has("last-pick-missing")) *strrchr(picks, ' ') = 0;
    if (has("pick-too-many")) add(picks, 0);
    if (has("rarely") && !below(2000)) strcpy(outcome, before); /* a lost update */
    const char *shown = has("play-before") && *before ? before : outcome;
    printf("%s,%s%s%s\n", shown, picks, decided ? "," : "", choices);
  }
  return 0;
}
