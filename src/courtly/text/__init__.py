"""Translates English sentences into the language of the client."""
