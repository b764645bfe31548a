"""Tests of how kernels are compiled."""
