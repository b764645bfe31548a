"""Tests of single matches and of many matches."""
