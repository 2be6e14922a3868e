# War as in the published program, in plain R.
#
#     Rscript war.R SEED GAMES [show]
#
# Prints the CPU seconds of the games to standard error. With `show` it prints a line for
# every game: the 26 ranks of each hand, top card first, the winner (1, -1 or 0), the turns.

play <- function(p1, p2) {
  for (turn in 1:5000) {
    a <- p1[1]
    b <- p2[1]
    booty <- integer(0)
    if (a == b) {
      while (p1[1] == p2[1] && length(p1) >= 5 && length(p2) >= 5) {
        booty <- c(booty, p1[1:4], p2[1:4])
        p1 <- p1[-(1:4)]
        p2 <- p2[-(1:4)]
      }
      won <- p1[1] > p2[1]
    } else {
      won <- (a > b) != (a + b == 16 && abs(a - b) == 12) # an ace, 14, and a deuce, 2
    }
    draw <- c(booty, p1[1], p2[1])
    p1 <- p1[-1]
    p2 <- p2[-1]
    if (won) p1 <- c(p1, draw) else p2 <- c(p2, draw)
    if (length(p1) == 0) return(c(-1, turn))
    if (length(p2) == 0) return(c(1, turn))
  }
  c(0, 5000)
}

arguments <- commandArgs(trailingOnly = TRUE)
set.seed(as.integer(arguments[1]))
shown <- length(arguments) > 2
for (game in 1:5) { # R compiles
  deck <- sample(rep(2:14, 4))
  play(deck[1:26], deck[27:52])
}
began <- sum(proc.time()[1:2])
for (game in seq_len(as.integer(arguments[2]))) {
  deck <- sample(rep(2:14, 4))
  found <- play(deck[1:26], deck[27:52])
  if (shown) cat(deck, found, "\n")
}
cat(sum(proc.time()[1:2]) - began, "\n", file = stderr())
