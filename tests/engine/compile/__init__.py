"""Tests of the compilation of kernels."""
