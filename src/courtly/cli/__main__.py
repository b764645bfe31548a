"""`python -m courtly.cli`."""

from courtly.cli import main

main()
