"""Tests of the parsing of untrusted documents."""
