"""The source archive and the wheel."""
