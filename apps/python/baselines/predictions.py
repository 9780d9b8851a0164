"""What a trained model predicts for a test set."""
from __future__ import annotations

import contextlib
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Iterator, Optional, Sequence

import torch
from torch import Tensor

import cchnn
from cchnn.array_types import Floats
from models import new_model
from motion import Inputs, input_count, linear_inputs, rollout
from training import Seen, read_state

SUBSTEPS = 4  # Runge-Kutta steps a sample


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


@dataclass(frozen=True)
class Given:
    """What a model is given: the last sample of the context, of the test set or as a view saw it."""

    test: cchnn.Dataset
    context: int = 1
    view: Optional[Seen] = None

    def __call__(self, names: Sequence[str]) -> list[Floats]:
        return [(self.view or self.test)[name][:, self.context - 1] for name in names]

    def inputs(self, like: Tensor) -> Inputs:
        """Of a driven system, from that sample on."""
        if not input_count(self.test):
            return None
        u = torch.tensor(self.test.u[:, self.context - 1:], dtype=torch.float64, device=like.device)
        return u, linear_inputs(self.test, like)


def prediction(state: dict[str, Any], data: cchnn.Dataset, device: str, substeps: int, given: Given) -> tuple[dict[str, Tensor], float]:
    """Arrays of all samples from the given states on, in float64, and the seconds that one core takes; `data` is of the system
    that the model knows."""
    recipe, test = state["recipe"], given.test
    model = new_model(recipe["model"], data, recipe["hidden"], recipe.get("drop", 0))
    model.load_state_dict(state["model"])
    model.double().to(device)
    first = model.encode(*(torch.tensor(array, dtype=torch.float64, device=device) for array in given(model.arrays)))
    samples = len(test.t) - given.context + 1
    with one_thread():
        inputs = given.inputs(first)
        rollout(model, first, 2, test.dt, substeps, inputs)  # what the first run alone costs
        begin = time.perf_counter()
        arrays = dict(zip(model.arrays, model.decode(rollout(model, first, samples, test.dt, substeps, inputs))))
        return arrays, time.perf_counter() - begin


def _submission(test: cchnn.Dataset, model: str, notes: str, context: int, arrays: dict[str, Tensor]) -> cchnn.Submission:
    """Of predictions that begin at the last given sample; it is left out of a longer context, whose samples are stored."""
    submission = cchnn.Submission(test, model=model, notes=notes, context=context)
    if context == 1:
        return submission.assign(**arrays)
    time_axis = next(iter(arrays.values())).ndim - getattr(test, next(iter(arrays))).ndim + 1
    return submission.assign(after_start=True, **{name: array.narrow(time_axis, 1, array.shape[time_axis] - 1)
                                                  for name, array in arrays.items()})


def _name(state: dict[str, Any]) -> str:
    drop = state["recipe"].get("drop", 0)
    return state["recipe"]["model"] + (f" without {drop} constraint{'s' * (drop > 1)}" if drop else "")


def _notes(state: dict[str, Any]) -> str:
    recipe = state["recipe"]
    return (f"hidden {recipe['hidden']}, {len(state['losses'])} of {recipe['epochs']} epochs, seed {recipe['seed']}, "
            f"training loss {state['losses'][-1]:.3g}, {state['seconds']:.0f} s")


def predict(trained: Path, test: cchnn.Dataset, device: str = "cpu", substeps: int = SUBSTEPS, context: int = 1) -> cchnn.Submission:
    """Rollouts from the given states; on a processor timed, on one core. Of a context these models use the last state."""
    state = read_state(trained)
    if state["system"] != test.system_name:
        raise cchnn.DataError(f"{trained}: was trained on {state['system']}, but {test.path} is of {test.system_name}")
    arrays, seconds = prediction(state, test, device, substeps, Given(test, context))
    submission = _submission(test, _name(state), _notes(state), context, arrays)
    return submission.took(seconds) if device == "cpu" else submission


def forecast(trained: Sequence[Path], data: cchnn.Dataset, given: Given, device: str) -> cchnn.Submission:
    """As predict(), for a test set that may be of another distribution than `data`, the training set. Several files are training
    seeds, the members of an ensemble."""
    states = [read_state(file) for file in trained]
    found = [prediction(state, data, device, SUBSTEPS, given)[0] for state in states]
    name, notes = _name(states[0]), _notes(states[0])
    if len(states) == 1:
        return _submission(given.test, name, notes, given.context, found[0])
    arrays = {name: torch.stack([one[name] for one in found], 1) for name in found[0]}
    return _submission(given.test, f"{name}, {len(states)} seeds", notes, given.context, arrays)


def roll_out(trained: Path, test: cchnn.Dataset, device: str, predictions: Path) -> None:
    """Writes them where they are not there, or older than the model."""
    if not predictions.exists() or predictions.stat().st_mtime < trained.stat().st_mtime:
        predict(trained, test, device).write(predictions)
