"""NumPy array types by element type, for annotations."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Int32Array = npt.NDArray[np.int32]
Int64Array = npt.NDArray[np.int64]
Uint64Array = npt.NDArray[np.uint64]
Float64Array = npt.NDArray[np.float64]
