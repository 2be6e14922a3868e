# Matches of Persian Monarchs as in the published program, in plain R.
#
#     Rscript persian_monarchs.R SEED MATCHES FIRST SECOND
#
# FIRST and SECOND are auto, non-card-counter or random. Prints the counters of both
# after each match of 26 rounds as CSV, and the CPU seconds to standard error.
# The published program stores the pack in a data frame and draws with dplyr; a
# vector is much faster.

most <- 10

chance <- function(method, counted, card) {
  switch(method, auto = counted, random = runif(1), (card - 1) / 51)
}

accepts <- function(method, counted, card, extra) {
  if (method == "random") return(runif(1) > 0.5)
  p <- chance(method, counted, card)
  pot <- 2 + 2 * extra
  p * pot - (1 - p) * pot > -2
}

match_of <- function(methods) {
  purses <- c(100, 100)
  pack <- 1:52
  for (number in 1:52) {
    raiser <- if (number %% 2 == 1) 1 else 2
    dealer <- 3 - raiser
    left <- length(pack)
    drawn <- pack[sample.int(left, 2)]
    counted <- c(sum(pack < drawn[1]), sum(pack < drawn[2])) / (left - 1)
    pack <- pack[pack != drawn[1] & pack != drawn[2]]
    won <- drawn[1] > drawn[2]
    gain <- if (won) 1 else -1
    if (runif(1) < chance(methods[raiser], counted[1], drawn[1])) {
      extra <- sample.int(most, 1)
      taken <- accepts(methods[dealer], counted[2], drawn[2], extra)
      gain <- if (taken && purses[dealer] - 1 >= extra) gain * (1 + extra) else 1
    }
    purses[raiser] <- purses[raiser] + gain
    purses[dealer] <- purses[dealer] - gain
    if (length(pack) < 2) pack <- 1:52
  }
  purses
}

arguments <- commandArgs(trailingOnly = TRUE)
set.seed(as.integer(arguments[1]))
for (match in 1:5) match_of(arguments[3:4]) # R compiles
began <- sum(proc.time()[1:2])
found <- vapply(seq_len(as.integer(arguments[2])), function(i) match_of(arguments[3:4]), c(0, 0))
cat(sum(proc.time()[1:2]) - began, "\n", file = stderr())
cat("first,second", paste(found[1, ], found[2, ], sep = ","), sep = "\n")
