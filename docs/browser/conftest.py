"""The modules of the page run in the browser; tests/browser tests them."""

collect_ignore_glob = ["*.py", "python/*"]
