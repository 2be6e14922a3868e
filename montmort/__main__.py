"""`python -m montmort` is the command `montmort`."""

import sys

from montmort.cli import main

sys.exit(main())
