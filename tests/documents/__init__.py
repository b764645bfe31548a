"""Tests of reading what strangers wrote."""
