# Games with planted faults, many plays at once:  Rscript faults.R GAME FAULT SEED PLAYS

given <- commandArgs(trailingOnly = TRUE)
fault <- given[2]
seed <- as.integer(given[3])
plays <- as.integer(given[4])
set.seed(if (fault == "seed-mod-100") seed %% 100 else seed)

die <- function(n) {
  switch(fault,
    "rounded" = round(runif(n, 1, 6)),
    "weights-of-two-digits" = sample(6, n, TRUE, c(0.17, 0.17, 0.17, 0.17, 0.16, 0.16)),
    "antithetic" = { u <- runif(ceiling(n / 2)); ceiling(6 * c(rbind(u, 1 - u)))[seq_len(n)] },
    "sorted-in-tens" = c(apply(matrix(sample(6, 10 * ceiling(n / 10), TRUE), 10), 2, sort))[seq_len(n)],
    sample(6, n, TRUE)
  )
}

craps <- function(n) {
  two <- function(n) if (fault == "sum-of-one-draw") sample(2:12, n, TRUE) else die(n) + die(n)
  sums <- two(n)
  won <- sums %in% c(7, 11)
  lost <- sums %in% (if (fault == "twelve-is-a-point") 2:3 else c(2, 3, 12))
  point <- ifelse(won | lost, 0, sums)
  rolls <- rep(1, n)
  while (any(open <- !won & !lost)) {
    at <- which(open)
    sums <- two(length(at))
    rolls[at] <- rolls[at] + 1
    won[at] <- sums == point[at]
    lost[at] <- sums == 7
  }
  cat("win,rolls\n")
  cat(paste0(ifelse(won, "win", "loss"), ",", rolls), sep = "\n")
  cat("\n")
}

deal <- function(n) {
  pack <- rep(2:14, 4)
  if (fault == "a-deuce-is-lost") pack[pack == 2][1] <- 14
  cat("strength,aces,deuces\n")
  hands <- replicate(n, sample(pack, 26, replace = fault == "with-replacement"))
  if (fault == "every-deal-twice") hands <- hands[, ceiling(seq_len(n) / 2)]
  cat(paste(colSums(hands), colSums(hands == 14), colSums(hands == 2), sep = ","), sep = "\n")
  cat("\n")
}

switch(given[1],
  "die" = cat(die(plays), sep = "\n"),
  "craps" = craps(plays),
  "deal" = deal(plays)
)
if (given[1] == "die") cat("\n")
