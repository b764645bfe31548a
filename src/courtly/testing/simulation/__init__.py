"""Deterministic simulation of live tables: an event loop with virtual time, and clients with faults from a seed."""
