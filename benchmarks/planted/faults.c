/* Dice and decks with planted faults:  faults GAME FAULT SEED PLAYS

   die    a line per throw, 1 to 6
   treize points,passes,cards of a game of Treize, or points alone
   picks  the same with the column picks: the rank of every card turned
   deck   the ranks of a shuffled deck, card_1 to card_52 */

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;
static const char *fault;

static int has(const char *name) { return strcmp(fault, name) == 0; }

static uint64_t mixed(uint64_t x) { /* splitmix64 */
  x += 0x9E3779B97F4A7C15u;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
  x = (x ^ x >> 27) * 0x94D049BB133111EBu;
  return x ^ x >> 31;
}

static uint64_t draw(void) {
  uint64_t period = has("period-2^12")   ? 1u << 12
                    : has("period-2^16") ? 1u << 16
                    : has("period-2^20") ? 1u << 20
                                         : 0;
  state += 1;
  if (period) state %= period;
  return mixed(mixed(state));
}

static double uniform(void) { return (draw() >> 11) * 0x1p-53; }

static int below(int bound) {
  if (has("modulo-of-8-bits")) return (draw() >> 56) % bound;
  if (has("modulo-of-15-bits")) return (draw() >> 49) % bound;
  return (int)(bound * uniform());
}

/* --- dice --------------------------------------------------------------- */

static int die(void) {
  if (has("never-six")) return 1 + below(5);
  if (has("rounded")) return 1 + (int)floor(5 * uniform() + 0.5);
  if (has("seven-once-in-10^5") && uniform() < 1e-5) return 7;
  if (has("loaded-by-2-percent")) {
    double u = 6.02 * uniform();
    return u >= 5 ? 6 : 1 + (int)u;
  }
  if (has("loaded-by-a-half")) {
    double u = 6.5 * uniform();
    return u >= 5 ? 6 : 1 + (int)u;
  }
  return 1 + below(6);
}

static void throws(long plays) {
  int before = 0, last = 0;
  for (long play = 0; play < plays; play++) {
    int eyes = die();
    if (has("antithetic") && play % 2) eyes = 7 - last;
    if (has("every-play-twice") && play % 2) eyes = last;
    if (has("sticky") && play && uniform() < 0.1) eyes = last;
    if (has("third-from-two") && play % 3 == 2) eyes = (24 - last - before) % 6 + 1;
    if (has("copy-of-1000-before")) {
      static int ring[1000];
      if (play >= 1000 && uniform() < 0.1) eyes = ring[play % 1000];
      ring[play % 1000] = eyes;
    }
    printf("%d\n", eyes);
    before = last;
    last = eyes;
  }
}

/* --- decks -------------------------------------------------------------- */

static int deck[52], size;

static void fill(void) {
  size = 0;
  for (int card = 0; card < 52; card++)
    if (!(has("51-cards") && card == 51)) deck[size++] = card % 13;
  if (has("king-is-an-ace")) deck[51] = 0;
}

static void shuffle(void) {
  fill();
  for (int i = size - 1; i > 0; i--) {
    int j = has("sattolo") ? below(i) : has("naive-swaps") ? below(size) : below(i + 1);
    if (has("first-card-stays") && j == 0) j = 1;
    int card = deck[i];
    deck[i] = deck[j];
    deck[j] = card;
  }
}

static void cut(void) { /* instead of a shuffle */
  int old[52], at = below(size);
  memcpy(old, deck, sizeof old);
  for (int i = 0; i < size; i++) deck[i] = old[(i + at) % size];
}

static void games(long plays, int all, int picks) {
  int turned = 0;
  shuffle();
  printf(all ? "points,passes,cards" : "points");
  printf(picks ? ",picks\n" : "\n");
  for (long play = 0; play < plays; play++) {
    int points = 0, passes = 1, cards = 0, call = 0;
    static char text[1 << 20];
    char *end = text;
    *end = 0;
    if (has("last-games-deck") && play % 2)
      ;
    else if (has("cut-between-games") && play)
      cut();
    else if (!has("deck-goes-on"))
      shuffle();
    if (!has("deck-goes-on")) turned = 0;
    for (;;) {
      if (turned == size) {
        shuffle();
        turned = 0;
        passes++;
      }
      if (picks && end - text < (1 << 20) - 10) end += sprintf(end, " %d", deck[turned]);
      cards++;
      if (deck[turned++] == call) {
        points++;
        call = 0;
      } else if (++call == (has("last-rank-never-called") ? 12 : 13))
        break;
    }
    if (has("point-too-many-once-in-10^5") && uniform() < 1e-5) points++;
    if (all) printf("%d,%d,%d", points, passes, cards);
    else printf("%d", points);
    printf(picks ? ",%s\n" : "\n", text + (picks && *text));
  }
}

static void decks(long plays) {
  for (int i = 1; i <= 52; i++) printf("card_%d%c", i, i < 52 ? ',' : '\n');
  for (long play = 0; play < plays; play++) {
    shuffle();
    for (int i = 0; i < 52; i++) printf("%d%c", deck[i], i < 51 ? ',' : '\n');
  }
}

int main(int count, char **words) {
  if (count != 5) return 2;
  fault = words[2];
  uint64_t seed = strtoull(words[3], 0, 10);
  long plays = atol(words[4]);
  if (has("seed-mod-256")) seed %= 256;
  if (has("seed-mod-1000")) seed %= 1000;
  state = mixed(seed);
  if (!strcmp(words[1], "die")) throws(plays);
  else if (!strcmp(words[1], "treize")) games(plays, 1, 0);
  else if (!strcmp(words[1], "points")) games(plays, 0, 0);
  else if (!strcmp(words[1], "picks")) games(plays, 1, 1);
  else if (!strcmp(words[1], "deck")) decks(plays);
  else return 2;
  return 0;
}
