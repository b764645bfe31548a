"""Translates English sentences into the reader's language."""
