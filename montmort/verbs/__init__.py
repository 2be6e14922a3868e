"""One file per verb: `add_arguments(parser, argv)` says its flags, `run(options)` does it."""
