"""Tests of the rules of events."""
