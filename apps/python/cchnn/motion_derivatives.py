"""Derivatives of System.step and System.rollout: along directions, as Jacobians, and of a loss.

All of them are one call of the program, rollout_tangents, along directions that are put together here."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence

import numpy as np

from .array_types import Floats, as_numpy
from .errors import DataError

if TYPE_CHECKING:
    from .system import System

NAMES = ("x", "v", "u", "parameters")


def widths(system: System, samples: int, parameters: int) -> dict[str, tuple[int, ...]]:
    """The shape of what a motion is differentiated by, of one state."""
    return {"x": system.shape, "v": system.shape, "u": (samples, len(system.inputs)), "parameters": (parameters,)}


def tangents(system: System, x: Any, v: Any, along: dict[str, Any], times: dict[str, Any], beside: dict[str, Any]) -> tuple[Floats, Floats]:
    """dx, dv (B, D, T, n, d): `along` has directions (B or 1, D, ...) by the names of NAMES."""
    count = math.prod(np.shape(x)[:-2])
    x, v = as_numpy("x", x), as_numpy("v", v)
    given = {f"d{name}": np.ascontiguousarray(one) for name, one in along.items()}
    out = system._of_state("rollout_tangents", x, v, beside, times, inputs=(times["samples"], len(system.inputs)), directions=given)
    shape = (count, next(iter(given.values())).shape[1], times["samples"], *system.shape)
    return out["dx"].reshape(shape), out["dv"].reshape(shape)


def unit_directions(system: System, by: Sequence[str], samples: int, parameters: int, held: bool) -> dict[str, Floats]:
    """(1, D, ...) for every number of what `by` names. Inputs that are held are one number for all samples."""
    sizes = widths(system, samples, parameters)
    lengths = [math.prod(sizes[name]) if name != "u" or not held else sizes[name][1] for name in by]
    along, place = {}, 0
    for name, length in zip(by, lengths):
        rows = np.zeros((sum(lengths), length))
        rows[place:place + length] = np.eye(length)
        if name == "u" and held:
            rows = rows[:, None].repeat(samples, 1)
        along[name] = rows.reshape(1, sum(lengths), *sizes[name])
        place += length
    return along


def checked_names(system: System, by: Sequence[str], parameters: int) -> None:
    for name in by:
        if name not in NAMES:
            raise DataError(f"by: has '{name}', known are {', '.join(NAMES)}")
    if "u" in by and not system.inputs:
        raise DataError(f"by: has 'u', but {system.info['name']} has no inputs")
    if "parameters" in by and not parameters:
        raise DataError("by: has 'parameters', but none are given: parameters={'/bodies/1/mass': 1.2}")


def jacobian(system: System, x: Any, v: Any, by: Sequence[str], times: dict[str, Any], beside: dict[str, Any], held: bool = False) -> dict[str, Floats]:
    """x_by_x, x_by_v, ...: (B, T, n, d, and the shape of what it is differentiated by)."""
    parameters = parameter_count(beside)
    checked_names(system, by, parameters)
    samples = times["samples"]
    units = unit_directions(system, by, samples, parameters, held)
    found: dict[str, Floats] = {}
    for name, whole in zip("xv", tangents(system, x, v, units, times, beside)):
        place = 0
        for one in by:
            shape = widths(system, samples, parameters)[one]
            shape = shape[1:] if one == "u" and held else shape
            part = whole[:, place:place + math.prod(shape)]
            place += math.prod(shape)
            found[f"{name}_by_{one}"] = np.moveaxis(part, 1, -1).reshape(part.shape[0], *part.shape[2:], *shape)
    return found


def gradient(found: dict[str, Floats], of: dict[str, Floats]) -> dict[str, Floats]:
    """The gradient of a loss whose gradients by x and v are `of`, (B, T, n, d), by what a Jacobian is by."""
    total: dict[str, Floats] = {}
    for name, whole in found.items():
        motion, by = name.split("_by_")
        if motion in of:
            one = np.einsum("btnd,btnd...->b...", of[motion], whole)
            total[by] = total[by] + one if by in total else one
    return total


def parameter_count(beside: dict[str, Any]) -> int:
    parameters = beside.get("parameters")
    if parameters is None:
        return 0
    return len(parameters) if isinstance(parameters, Mapping) else int(np.shape(parameters)[-1])


def direction(name: str, one: Any, lead: tuple[int, ...], shape: tuple[int, ...]) -> Optional[Floats]:
    """A direction of each state, or of all, as (B or 1, 1, *shape)."""
    if one is None:
        return None
    values = as_numpy(name, one).astype(float)
    if values.shape == shape:
        return values.reshape(1, 1, *shape)
    if values.shape != lead + shape:
        raise DataError(f"{name}: has the shape {values.shape}, must be {lead + shape}" + (f" or {shape}" if lead else ""))
    return values.reshape(-1, 1, *shape)
