"""Functions of users, called with arrays of the library and precision that they take."""
from __future__ import annotations

import contextlib
import inspect
import sys
from typing import Any, Callable

import numpy as np

from .array_types import Floats, as_numpy
from .errors import DataError

Make = Callable[[Floats], Any]


class CallError(DataError):
    """A user's function that raises an error with every kind of array."""


class Calls:
    """A user's function of arrays, called with those of NumPy, or of torch where torch is imported. A torch module gets its
    parameters' type and device. For other functions the first call finds out what they take."""

    def __init__(self, function: Callable[..., Any], name: str) -> None:
        self._function, self._name = function, name
        self._forms = _forms_of(function)
        self.form = ""  # in words, once it is known

    def __call__(self, *arrays: Floats, more: tuple[float, ...] = ()) -> tuple[Floats, ...]:
        faults: list[tuple[str, Exception]] = []
        for form, make in self._forms.items():
            try:
                found = self._function(*(make(array.copy()) for array in arrays), *more)
            except Exception as error:
                faults.append((form, error))
                continue
            self.form, self._forms = form, {form: make}
            parts = found if isinstance(found, (tuple, list)) else (found,)
            return tuple(as_numpy(self._name, part).astype(np.float64, copy=False) for part in parts)
        if len(faults) == 1:
            raise faults[0][1]
        said = "; ".join(f"with {form} {type(error).__name__}: {error}" for form, error in faults)
        raise CallError(f"{self._name}: fails with every kind of array: {said}") from faults[-1][1]


def _forms_of(function: Callable[..., Any]) -> dict[str, Make]:
    """In words, and what makes such an array of one of NumPy."""
    if "torch" not in sys.modules:
        return {"NumPy arrays": _unchanged}
    import torch
    owner = getattr(function, "__self__", function)
    if isinstance(owner, torch.nn.Module):
        own = next(owner.parameters(), torch.zeros(0, dtype=torch.float64))
        return {f"tensors of {str(own.dtype).removeprefix('torch.')}":
                lambda array: torch.from_numpy(array).to(dtype=own.dtype, device=own.device)}
    return {"NumPy arrays": _unchanged, "tensors of float64": torch.from_numpy,
            "tensors of float32": lambda array: torch.from_numpy(array).to(torch.float32)}


def _unchanged(array: Floats) -> Floats:
    return array


def parameters_of(function: Any) -> list[inspect.Parameter]:
    """Those that a call may give by position or name; none where Python does not know them."""
    if "torch" in sys.modules:
        import torch
        function = function.forward if isinstance(function, torch.nn.Module) else function
    with contextlib.suppress(TypeError, ValueError):  # of what is no function, or made by C code
        return [parameter for parameter in inspect.signature(function).parameters.values()
                if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)]
    return []


def required_of(function: Any) -> int:
    """How many arguments a call must give by position."""
    return sum(parameter.default is parameter.empty and parameter.kind is not parameter.KEYWORD_ONLY
               for parameter in parameters_of(function))
