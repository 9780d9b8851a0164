"""Arrays of users: NumPy's, or PyTorch's if it is installed."""
from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import DataError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    Floats = NDArray[Any]
else:
    Floats = Any  # NumPy 1.19, that of Debian 11, has no numpy.typing


def is_torch(array: Any) -> bool:
    """Whether the array is a tensor; does not import torch."""
    torch = sys.modules.get("torch")
    return torch is not None and isinstance(array, torch.Tensor)


def library_of(array: Any) -> Any:
    """numpy, or torch for a tensor."""
    return sys.modules["torch"] if is_torch(array) else np


def stacked(rows: list[list[Any]], like: Any) -> Any:
    """Arrays (...) or numbers as (..., rows, columns), with the shape, type and gradients of `like` (...)."""
    flat = library_of(like).stack([one + 0 * like for row in rows for one in row], -1)
    return flat.reshape(*flat.shape[:-1], len(rows), len(rows[0]))


def read_only(array: Floats) -> Floats:
    """Of arrays that several may hold: writing into it is an error of NumPy, and `array.copy()` may be written."""
    array.flags.writeable = False
    return array


def constant_like(constant: Floats, array: Any) -> Any:
    """`constant` as an array of the library, precision and device of `array`."""
    if not is_torch(array):
        return constant.astype(np.asarray(array).dtype, copy=False)
    import torch
    return torch.tensor(constant, dtype=array.dtype, device=array.device)


def einsum(pattern: str, *operands: Any) -> Any:
    """einsum of the library and precision of the last operand; NumPy arrays before it are constants."""
    array = operands[-1]
    same = [constant_like(c, array) if isinstance(c, np.ndarray) else c for c in operands]
    if not is_torch(array):
        return np.einsum(pattern, *same)
    import torch
    return torch.einsum(pattern, *same)


def as_numpy(name: str, array: Any) -> Floats:
    """A tensor, a list or an array as a NumPy array; `name` is for messages."""
    try:
        return np.asarray(array.detach().cpu().resolve_conj().resolve_neg().numpy() if is_torch(array) else array)
    except (TypeError, ValueError, RuntimeError) as error:
        what = f"a tensor of {str(array.dtype).removeprefix('torch.')}" if is_torch(array) else f"a {type(array).__name__}"
        raise DataError(f"{name}: is {what}, which NumPy cannot convert to an array ({error}); give float32 or "
                        "float64") from None
