"""Predictions of a model for a test set, for cchnn-eval score (schemas/submission.md)."""
from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np

from .array_types import Floats, as_numpy
from .checks import plain_text
from .dataset import Dataset
from .errors import DataError
from .from_coordinates import states_of
from .names import no_attribute
from .programs import HasTest
from .submission_file import refuse_pointer, write_submission_file

# As cchnn-eval takes it: the given state as float32 that went through momenta or angles.
GIVEN_STATE_TOLERANCE = 1e-4
LONGEST_NAME, LONGEST_NOTES = 1000, 100_000  # bytes, as cchnn-eval takes them
MOST_MEMBERS = 1000
PAIRS = (("x", "v"), ("q", "qdot"))


class Submission:
    """Predictions for a test set, all at once (assign) or some trajectories at a time (append), as x and v or as q and
    qdot; arrays or tensors of float64 or float32. Of a family that draws lengths or places, q and qdot are stored as x and v.
    Sample 0 is the given initial state, which is stored exactly. With after_start=True predictions begin at sample 1, and the
    given state is added. With given_start=False sample 0 is estimated like the others, for cchnn-eval score --at. With context=K samples 0 .. K-1 are given: those of the test set are stored, and with
    after_start=True predictions begin at sample K. An ensemble has an axis of members after the trajectories, (N, M, T, n, d);
    its members may start where they like. NaN marks a failed prediction, which is scored as the worst value. Wrong
    shapes raise DataError at once."""

    def __init__(self, test: Union[Dataset, HasTest, str, Path], model: str, notes: str = "", given_start: bool = True,
                 context: int = 1) -> None:
        of_splits: Any = getattr(test, "test", test)  # what cchnn.load returned has a test set, and a test set has none
        if not isinstance(of_splits, Dataset) and Path(of_splits).is_dir():
            raise DataError(f"{of_splits}: is a directory; name its test set: cchnn.Submission({str(Path(of_splits) / 'test.h5')!r}, ...)")
        self.test = of_splits if isinstance(of_splits, Dataset) else Dataset(of_splits)
        self.model, self.notes = plain_text("model", model, LONGEST_NAME), plain_text("notes", notes, LONGEST_NOTES)
        self.given_start = given_start
        self.test.context(context)
        self.context = context
        self._estimates: dict[str, Floats] = {}
        self._parts: dict[str, list[Floats]] = {}
        self._time: dict[str, Union[float, str]] = {}
        self._derivatives: dict[str, Floats] = {}
        self._found: dict[str, Any] = {}

    def __repr__(self) -> str:
        arrays = ", ".join(f"{name} {sum(map(len, parts))} of {len(self.test)}" for name, parts in self._parts.items())
        return f"cchnn.Submission({self.test.system_name}, {self.test.split}, model={self.model!r}): {arrays or 'no predictions yet'}"

    if not TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            raise no_attribute(self, name, {
                **{one: 'write mine.write("mine.h5")' for one in ("save", "to_hdf5", "to_file")},
                "score": "write cchnn.score(test, mine)", **{one: f"write mine.assign({one}=...)" for pair in PAIRS for one in pair}})

    def __len__(self) -> int:
        """Trajectories so far."""
        return sum(len(part) for part in next(iter(self._parts.values()), []))

    def assign(self, *unnamed: Any, after_start: bool = False, **arrays: Any) -> Submission:
        """All trajectories: x=, v= of (N, T, n, d), m and m/s, or q=, qdot= of (N, T, m); of an ensemble of M members
        (N, M, T, n, d) or (N, M, T, m)."""
        _require_names("assign", unnamed)
        parts = self._checked(arrays, 0, after_start)
        count, expected = len(next(iter(parts.values()))), len(self.test)
        if count != expected:
            raise DataError(f"{next(iter(parts))}: holds {count} trajectories, {self.test.path.name} has {expected}; "
                            "give some at a time with append")
        self._parts = {name: [array] for name, array in parts.items()}
        return self

    def append(self, *unnamed: Any, after_start: bool = False, **arrays: Any) -> Submission:
        """The next trajectories of the test set: (B, T, n, d), or one of (T, n, d); of an ensemble (B, M, T, n, d)."""
        _require_names("append", unnamed)
        parts = self._checked(arrays, len(self), after_start)
        if self._parts and set(parts) != set(self._parts):
            raise DataError(f"{', '.join(parts)}: earlier trajectories are in {', '.join(self._parts)}; use the same "
                            "arrays for all trajectories")
        for name, array in parts.items():
            earlier = self._parts.setdefault(name, [])
            if earlier and array.shape[1:] != earlier[0].shape[1:]:
                raise DataError(f"{name}: shape is {array.shape}, but earlier trajectories have {earlier[0].shape[1:]} each; "
                                "use as many members for all trajectories")
            earlier.append(array)
        return self

    def estimate(self, pointer: str, values: Any) -> Submission:
        """Adds an estimated parameter of the system, by its JSON pointer in the system's file, such as /bodies/1/mass: one
        number, or one for each trajectory of the submission. For a part of the test set, add the trajectories first."""
        refuse_pointer(pointer, self._estimates)
        array = as_numpy(pointer, values)
        if array.dtype.kind not in "iuf":
            raise DataError(f"{pointer}: is {array.dtype}, expected a number or one for each trajectory, float64 or "
                            "float32")
        self._refuse_count(pointer, array, {1, len(self), len(self.test)})
        self._estimates[pointer] = array.astype(np.float64)
        return self

    def _refuse_count(self, pointer: str, array: Floats, taken: set[int]) -> None:
        if array.ndim > 1 or array.size not in taken or array.size == 0:
            raise DataError(f"{pointer}: shape is {array.shape}, expected one number, or one for each of the "
                            f"{len(self.test)} trajectories of {self.test.path.name} ({len(self)} were given)")

    def sensitivities(self, start: Any, parameters: Any = None) -> Submission:
        """Adds the derivatives of all trajectories: start of (N, T, 2 n d, k), of (x, v) along the directions of
        test.sensitivities.basis, and parameters of (N, T, 2 n d, P) by the numbers of test.sensitivities.pointers."""
        truth = self.test.sensitivities
        given = {"start": start, "parameters": parameters}
        self._derivatives = {}
        for name, wanted in (("start", truth.start), ("parameters", truth.parameters)):
            if wanted is None or given[name] is None:
                if (wanted is None) != (given[name] is None):
                    raise DataError(f"{name}: {'is missing' if given[name] is None else 'was given'}, but the test set has "
                                    f"{'none' if wanted is None else f'derivatives of {wanted.shape}'}")
                continue
            array = as_numpy(name, given[name])
            if array.dtype.kind != "f" or array.shape != wanted.shape:
                raise DataError(f"{name}: is {array.dtype} of {array.shape}, expected float64 or float32 of {wanted.shape}")
            self._derivatives["sensitivity/" + name] = array
        return self

    def found(self, constraints: Any = None, holonomic: Any = None, invariants: Any = None,
              formulas: Optional[dict[str, Any]] = None) -> Submission:
        """States what was discovered: rows (N, T, r, n d) of constraints and of those that follow from positions, gradients
        (N, T, k, 2 n d) of invariants by x and v, at the states of the test set; or formulas, as in a system file."""
        count, samples, *state = self.test.x.shape
        self._found = {}
        for name, given, width in (("constraints", constraints, 1), ("holonomic", holonomic, 1), ("invariants", invariants, 2)):
            if given is None:
                continue
            array = as_numpy(name, given)
            columns = width * int(np.prod(state))
            if array.dtype.kind != "f" or array.ndim != 4 or array.shape[:2] != (count, samples) or array.shape[3] != columns:
                raise DataError(f"{name}: is {array.dtype} of {array.shape}, expected float64 or float32 of ({count}, {samples}, rows, {columns})")
            self._found["found/" + name] = array
        if formulas is not None:
            self._found["found/formulas"] = json.dumps(formulas)
        return self

    def took(self, seconds: float, hardware: Optional[str] = None) -> Submission:
        """Stores the wall-clock time, s, in which one core computed all trajectories, from initial states to x and v, and the
        hardware (by default this machine's). cchnn-eval score --solver compares it with a classical solver. Measure on one
        thread, after a first run."""
        try:
            number = float(seconds)
        except (TypeError, ValueError):
            number = np.nan
        if not (np.isfinite(number) and number > 0):
            raise DataError(f"rollout_seconds: must be a finite number > 0, got {seconds!r}")
        hardware = _processor_name() if hardware is None else plain_text("rollout_hardware", hardware, LONGEST_NAME)
        self._time = {"rollout_seconds": number}
        if hardware:
            self._time["rollout_hardware"] = hardware
        return self

    def write(self, path: Union[str, Path], partial: bool = False) -> Path:
        """Writes the file for cchnn-eval, and replaces an earlier submission: HDF5 for names that end in .h5, a NumPy archive for
        .npz. With partial=True trajectories may be missing at the end; they are scored as the worst value."""
        path = Path(path)
        if len(self) == 0 or (len(self) < len(self.test) and not partial):
            raise DataError(f"{path}: {len(self)} of {len(self.test)} trajectories were given; missing ones count as "
                            "the worst value: call write(path, partial=True) to allow this")
        arrays = {name: parts[0] if len(parts) == 1 else np.concatenate(parts) for name, parts in self._parts.items()}
        for pointer, values in self._estimates.items():
            self._refuse_count(pointer, values, {1, len(self)})
        estimates = {"parameters" + pointer: values for pointer, values in self._estimates.items()}
        write_submission_file(path, {**arrays, **estimates, **self._derivatives, **self._found, "t": self.test.t},
                              {"system": self.test.system_name, "answers_truth": self.test.truth_digest, "model": self.model,
                               "notes": self.notes, **({"context": self.context} if self.context > 1 else {}), **self._time})
        return path

    def _checked(self, arrays: dict[str, Any], first: int, after_start: bool) -> dict[str, Floats]:
        pair = _pair_of(set(arrays))
        if pair[0] == "q" and self.test.why_not_from_coordinates:
            arrays = states_of(self.test, *(as_numpy(name, arrays[name]) for name in pair), first)._asdict()
            pair = ("x", "v")
        checked = {}
        for name in pair:
            given = getattr(self.test, name)
            checked[name] = _checked_array(name, as_numpy(name, arrays[name]), given, first, after_start, self.test,
                                           self.given_start, self.context)
        if len({len(array) for array in checked.values()}) != 1:
            raise DataError(f"{pair[0]}, {pair[1]}: hold {[len(a) for a in checked.values()]} trajectories, "
                            "expected the same number")
        given = getattr(self.test, pair[0])
        members = {array.shape[1] if array.ndim > given.ndim else 0 for array in checked.values()}
        if len(members) != 1:
            raise DataError(f"{pair[0]}, {pair[1]}: have other numbers of members, expected the same number")
        return checked


def _require_names(method: str, unnamed: tuple[Any, ...]) -> None:
    if unnamed:
        raise TypeError(f"{method}(): which arrays are these? Write {method}(x=x, v=v), or {method}(q=q, qdot=qdot)")


def _processor_name() -> str:
    """Name of the processor, as cchnn-eval gives it on the same machine."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return ""
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "")


def _pair_of(names: set[str]) -> tuple[str, str]:
    if "p" in names:
        raise DataError("p: momenta are not scored; give velocities instead, v = test.physics.velocities(p)")
    for pair in PAIRS:
        if names == set(pair):
            return pair
    raise DataError(f"{', '.join(sorted(names)) or 'nothing'}: {'were' if len(names) > 1 else 'was'} given, expected x and v, or "
                    "q and qdot")


def _checked_array(name: str, array: Floats, given: Floats, first: int, after_start: bool, test: Dataset,
                   given_start: bool, context: int) -> Floats:
    if array.dtype not in (np.dtype(np.float32), np.dtype(np.float64)):
        digits = {"float16": "three", "bfloat16": "two"}.get(array.dtype.name)
        advice = f"; {array.dtype.name} has {digits} digits, let the model predict in float32" if digits else ""
        raise DataError(f"{name}: is {array.dtype}, expected float32 or float64{advice}")
    samples = given.shape[1] - context * after_start
    room = len(given) - first
    if array.ndim == given.ndim + 1:
        return _checked_ensemble(name, array, given, first, after_start, test, context)
    if array.shape[1:] == given.shape[2:]:
        array = array[None]  # one trajectory
    expected = f"expected up to {(room, samples, *given.shape[2:])} from {test.path.name}: trajectory, time, " + (
        "node, axis" if name in "xv" else "coordinate")
    if array.ndim == given.ndim and array.shape[1] == given.shape[1] - context and not after_start:
        missing = "one sample short of {}: the given state at t = 0 is missing" if context == 1 else (
            f"{context} samples short of {{}}: the context is missing")
        raise DataError(f"{name}: shape is {array.shape}, {missing.format(given.shape[1])}; give after_start=True if these are "
                        f"the samples after {'it' if context == 1 else 'them'}")
    if array.ndim != given.ndim or array.shape[1:] != (samples, *given.shape[2:]) or len(array) > room:
        raise DataError(f"{name}: shape is {array.shape}, {expected}")
    start = given[first:first + len(array), :context].astype(array.dtype)
    if after_start:
        return np.concatenate([start, array], axis=1)
    if not given_start:
        return array
    if context == 1:
        _check_start(name, array[:, 0], start[:, 0], first, test)
    whole = array.copy()
    whole[:, :context] = start
    return whole


def _checked_ensemble(name: str, array: Floats, given: Floats, first: int, after_start: bool, test: Dataset,
                      context: int) -> Floats:
    """All members of some trajectories. They may start apart, so sample 0 is theirs; a longer context is that of the test set."""
    room, axes = len(given) - first, (given.shape[1] - context * after_start, *given.shape[2:])
    if array.shape[2:] != axes or len(array) > room or not 1 <= array.shape[1] <= MOST_MEMBERS:
        raise DataError(f"{name}: shape is {array.shape}, expected up to ({room}, M, {', '.join(map(str, axes))}) from "
                        f"{test.path.name}: trajectory, member, time, {'node, axis' if name in 'xv' else 'coordinate'}, "
                        f"with 1 to {MOST_MEMBERS} members; without members {(room, *axes)}")
    start = given[first:first + len(array), None, :context].astype(array.dtype)
    if after_start:
        return np.concatenate([np.broadcast_to(start, (*array.shape[:2], *start.shape[2:])), array], axis=2)
    if context == 1:
        return array
    whole = array.copy()
    whole[:, :, :context] = start
    return whole


def _check_start(name: str, array: Floats, given: Floats, first: int, test: Dataset) -> None:
    """Rejects predictions with another initial state: their samples are shifted, or trajectories are in another order."""
    rows = len(array)
    off = np.abs(np.where(np.isfinite(array), array - given, 0)).reshape(rows, -1).max(1)
    scale = np.abs(getattr(test, name)[first:first + rows]).reshape(rows, -1).max(1)
    far = np.flatnonzero(off > GIVEN_STATE_TOLERANCE * scale)
    if len(far):
        other = {"x": "v", "v": "x"}.get(name)
        if other and np.allclose(array, getattr(test, other)[first:first + rows, 0], rtol=GIVEN_STATE_TOLERANCE):
            raise DataError(f"{name}: sample 0 is the given {other} of these trajectories; are x and v swapped?")
        raise DataError(f"{name}: sample 0 of {len(far)} of {len(array)} trajectories is not the given state "
                        f"(trajectory {first + far[0]} is off by {off[far[0]]:.3g}); are samples shifted, or "
                        "trajectories in another order?")
