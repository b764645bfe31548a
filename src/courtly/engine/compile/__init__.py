"""How kernels are compiled, cached and dispatched: `cache`, `kernel`, `rng`, `dispatch`, in import order."""
