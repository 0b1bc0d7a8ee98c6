"""`python -m cradle` is `cradle`."""

import sys

from cradle.cli import main

if __name__ == "__main__":
    sys.exit(main())
