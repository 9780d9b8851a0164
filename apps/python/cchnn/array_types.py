"""Arrays that are handed in or out: of NumPy, or of PyTorch where it is there."""
from __future__ import annotations

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]


def is_torch(array: Any) -> bool:
    """Whether it is a tensor; imports nothing."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(array, torch.Tensor)


def constant_like(constant: Floats, array: Any) -> Any:
    """`constant` as an array of the library, precision and device of `array`."""
    if not is_torch(array):
        return constant.astype(np.asarray(array).dtype, copy=False)
    import torch
    return torch.as_tensor(constant, dtype=array.dtype, device=array.device)


def einsum(pattern: str, *operands: Any) -> Any:
    """einsum of the library and precision of the last operand; NumPy arrays before it are constants."""
    array = operands[-1]
    same = [constant_like(c, array) if isinstance(c, np.ndarray) else c for c in operands]
    if not is_torch(array):
        return np.einsum(pattern, *same)
    import torch
    return torch.einsum(pattern, *same)


def as_numpy(array: Any) -> Floats:
    """A tensor, a list or an array as a NumPy array."""
    return np.asarray(array.detach().cpu().numpy() if is_torch(array) else array)
