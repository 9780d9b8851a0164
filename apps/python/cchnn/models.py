"""What may be benchmarked: objects with fit(train) and rollout(test), or functions rate(x, v), rate(x, v, u) and step(x, v, dt)."""
from __future__ import annotations

import contextlib
import copy
import inspect
import random
import sys
from typing import Any, Callable, Iterator, Mapping, Optional

import numpy as np

from .array_types import Floats
from .cache import Splits
from .calls import CallError, Calls, parameters_of, required_of
from .dataset import Dataset
from .dopri5 import integrate
from .errors import DataError
from .inputs import Inputs, formula_of_t
from .states import GeneralisedState, State
from .submission import Submission
from .terminal import Reach
from .withheld import Withheld

ATOL_OF_RTOL = 1e-2  # rtol 1e-7 goes with atol 1e-9, as in the paper

WAYS = ("rollout", "rate", "step")


class Rate:
    """dv/dt as a function of x and v, or of x, v and inputs u, integrated by dopri5 without projection onto constraints."""

    def __init__(self, function: Callable[..., Any], tolerance: float) -> None:
        self._calls, self._tolerance = Calls(function, "rate"), tolerance
        self._arguments = "x, v, u" if required_of(function) == 3 else "x, v"

    @property
    def how(self) -> str:
        return (f"rate({self._arguments}), with {self._calls.form}, integrated by dopri5, rtol {self._tolerance:g}, "
                f"atol {ATOL_OF_RTOL * self._tolerance:g}, no projection")

    def rollout(self, test: Dataset, reach: Optional[Reach] = None) -> State:
        count, samples, *shape = test.shape

        def of_flat(y: Floats, *u: Floats) -> Floats:
            x, v = (part.reshape(count, *shape) for part in np.split(y, 2, axis=1))
            found = self._calls(x, v, *u)
            _require_shape("rate", "dv/dt", found, (x.shape,))
            return np.concatenate([v.reshape(count, -1), found[0].reshape(count, -1)], axis=1)
        start = np.concatenate([part.reshape(count, -1) for part in test.given], axis=1)
        y = integrate(of_flat, start, test.t, self._tolerance, ATOL_OF_RTOL * self._tolerance,
                      _inputs_of(test) if self._arguments == "x, v, u" else None, reach)
        x, v = (part.reshape(count, samples, *shape) for part in np.split(y, 2, axis=2))
        return State(x, v)


def _inputs_of(test: Dataset) -> Inputs:
    inputs = test.system.get("inputs", [])
    if not inputs:
        raise DataError(f"rate(x, v, u): {test.system_name} has no inputs u; give a rate(x, v)")
    return Inputs(np.asarray(test["u"], np.float64), np.asarray(test.t, np.float64), [one.get("hold") == "linear" for one in inputs],
                  [formula_of_t(one["formula"]) if "formula" in one else None for one in inputs])


class Step:
    """The state one sample later as a function of x, v and dt."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._calls = Calls(function, "step")

    @property
    def how(self) -> str:
        return f"step(x, v, dt), with {self._calls.form}, once a sample"

    def rollout(self, test: Dataset, reach: Optional[Reach] = None) -> State:
        path, count = [test.given], test.shape[0]
        for k, dt in enumerate(np.diff(test.t)):
            if reach:
                reach(count * k, count * (len(test.t) - 1))
            found = self._calls(*path[-1], more=(float(dt),))
            _require_shape("step", "x and v", found, (path[-1].x.shape, path[-1].v.shape))
            path.append(State(*found))
        return State(np.stack([state.x for state in path], 1), np.stack([state.v for state in path], 1))


class Own:
    """A model's own rollout(test)."""

    how = "rollout(test) of the model"

    def __init__(self, function: Callable[[Dataset], Any]) -> None:
        self._function = function

    def rollout(self, test: Dataset, reach: Optional[Reach] = None) -> Any:
        return self._function(test)


def _require_shape(name: str, what: str, found: tuple[Floats, ...], shapes: tuple[tuple[int, ...], ...]) -> None:
    got = tuple(array.shape for array in found)
    if got != shapes:
        advice = "; a rate is a function of two arguments, rate(x, v)" if name == "step" and len(got) == 1 else ""
        raise DataError(f"{name}: returned {_shapes(got)}, expected {what} of {_shapes(shapes)}: trajectory, node, axis{advice}")


def _shapes(shapes: tuple[tuple[int, ...], ...]) -> str:
    return " and ".join(map(str, shapes)) or "nothing"


class Model:
    """One of the kinds of model, seen in one way: fitted(splits, seed) makes what rolls out."""

    def __init__(self, given: Any, tolerance: float, name: Optional[str]) -> None:
        self._given, self._tolerance = given, tolerance
        self._way = _way_of(given)
        self._was_tried = False
        self.is_trained = callable(getattr(given, "fit", None))
        own = given if isinstance(given, type) or inspect.isroutine(given) else type(given)
        self.name = name if name is not None else getattr(own, "__name__", type(given).__name__).strip("<>")

    def fitted(self, splits: Splits, seed: int) -> Any:
        """A new one of a class, a copy of an object; with seeds set, and trained where it has fit(train)."""
        set_seeds(seed)
        if inspect.isroutine(self._given):
            return self._roller(self._given)
        if isinstance(self._given, type) and required_of(self._given):
            raise DataError(f"model: benchmark makes a new {self._given.__name__} for each seed and calls it without arguments; give "
                            f"an object, {self._given.__name__}(...), which it copies")
        model = self._given() if isinstance(self._given, type) else copy.deepcopy(self._given)
        if self.is_trained:
            if not self._was_tried:
                self._try(model, splits.test)
            own = Splits(splits.directory)  # so that no run sees what another one has changed
            model.fit(own.train, **_wanted(model.fit, {"valid": lambda: own.valid, "seed": lambda: seed}))
        return self._roller(getattr(model, self._way, model))

    def _try(self, model: Any, test: Dataset) -> None:
        """Two trajectories before a training that may take hours: a wrong form is an error. What only a trained model can
        do raises an error here, which says nothing."""
        self._was_tried = True
        few = Withheld(test, 2, None if self._way == "rollout" else 2)
        with _random_numbers_kept():
            try:
                untrained = copy.deepcopy(model)
                arrays = arrays_of(self._roller(getattr(untrained, self._way)).rollout(few), few)
                if self._way == "rollout":
                    Submission(test, model="tried", given_start=False).append(**arrays)
            except CallError:
                return
            except DataError as error:
                raise DataError(f"{error} (tried before training, with two trajectories)") from None
            except Exception:
                return

    def _roller(self, function: Any) -> Any:
        if self._way == "rate":
            return Rate(function, self._tolerance)
        return Step(function) if self._way == "step" else Own(function)


def arrays_of(predicted: Any, test: Dataset) -> dict[str, Any]:
    """What rollout(test) returned, as Submission.assign takes it. Two arrays are q and qdot where they have their axes."""
    if isinstance(predicted, (State, GeneralisedState)):
        return predicted._asdict()
    if isinstance(predicted, Mapping):
        return dict(predicted)
    if isinstance(predicted, (tuple, list)) and len(predicted) == 2:
        return dict(zip(("q", "qdot") if all(_has_coordinates(part, test) for part in predicted) else ("x", "v"), predicted))
    raise DataError(f"rollout: returned a {type(predicted).__name__}, expected x and v (N, T, n, d) or q and qdot (N, T, m), as a "
                    "tuple, a dictionary, a cchnn.State or a cchnn.GeneralisedState")


def _has_coordinates(array: Any, test: Dataset) -> bool:
    """Axes of q, (N, T, m) or (N, M, T, m) of M members, and not of x, (N, T, n, d)."""
    shape = tuple(np.shape(array))
    if shape == test.shape[1:] or shape[1:] == test.shape[1:]:
        return False
    return len(shape) == 3 or (len(shape) == 4 and shape[2] == test.shape[1])


def set_seeds(seed: int) -> None:
    """Of Python, NumPy and, where it is imported, torch."""
    random.seed(seed)
    np.random.seed(seed)
    torch = sys.modules.get("torch")
    if torch is not None:
        torch.manual_seed(seed)


@contextlib.contextmanager
def _random_numbers_kept() -> Iterator[None]:
    """What is drawn in between moves no later number."""
    python, numpy, torch = random.getstate(), np.random.get_state(), sys.modules.get("torch")
    with torch.random.fork_rng() if torch is not None else contextlib.nullcontext():
        try:
            yield
        finally:
            random.setstate(python)
            np.random.set_state(numpy)


def _wanted(function: Callable[..., Any], offers: dict[str, Callable[[], Any]]) -> dict[str, Any]:
    """Of these, the ones that a parameter of the function is called."""
    names = [parameter.name for parameter in parameters_of(function)]
    return {name: make() for name, make in offers.items() if name in names}


def _way_of(given: Any) -> str:
    """rollout, rate or step: by the name of a method, or by the number of arguments of a function."""
    for way in WAYS:
        if callable(getattr(given, way, None)):
            return way
    required = required_of(given) if callable(given) and not isinstance(given, type) else 0
    if required in (2, 3):
        return "rate" if required == 2 or parameters_of(given)[2].name == "u" else "step"
    what = repr(given) if given is None or isinstance(given, (str, int, float)) else f"a {getattr(given, '__name__', type(given).__name__)}"
    net = "; a network becomes one by rate = lambda x, v: net(...)" if callable(given) and not isinstance(given, type) else ""
    raise DataError(f"model: is {what}, expected an object or a class with rollout(test), rate(x, v) or step(x, v, dt), and "
                    "with fit(train) where it is trained; or a function rate(x, v) that returns dv/dt, or step(x, v, dt); "
                    f"of a system with inputs also rate(x, v, u){net}")
