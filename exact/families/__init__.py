"""Games with an integer n: formulas guessed from small n, and proved for every n."""
