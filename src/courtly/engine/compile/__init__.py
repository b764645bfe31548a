"""Compilation, caching and dispatch of kernels: `cache`, `kernel`, `rng`, `dispatch`, in import order."""
