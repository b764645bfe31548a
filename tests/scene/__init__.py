"""Tests of the scene, from which every table is rendered."""
