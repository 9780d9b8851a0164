"""What a trained model predicts for a test set."""
from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import Iterator

import torch

import cchnn
from models import MODELS
from motion import rollout
from training import read_state

SUBSTEPS = 4  # Runge-Kutta steps a sample


@contextlib.contextmanager
def one_thread() -> Iterator[None]:
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(threads)


def predict(trained: Path, test: cchnn.Dataset, device: str = "cpu", substeps: int = SUBSTEPS, context: int = 1) -> cchnn.Submission:
    """Rollouts from the given states, in float64; on a processor timed, on one core. Of a context these models use the last
    state."""
    state = read_state(trained)
    if state["system"] != test.system_name:
        raise cchnn.DataError(f"{trained}: was trained on {state['system']}, but {test.path} is of {test.system_name}")
    recipe = state["recipe"]
    model = MODELS[recipe["model"]](test, recipe["hidden"])
    model.load_state_dict(state["model"])
    model.double().to(device)
    given = [torch.tensor(getattr(test, name)[:, context - 1], dtype=torch.float64, device=device) for name in model.arrays]
    with one_thread():
        rollout(model, model.encode(*given), 2, test.dt, substeps)  # what the first run alone costs
        begin = time.perf_counter()
        path = rollout(model, model.encode(*given), len(test.t) - context + 1, test.dt, substeps)
        arrays = dict(zip(model.arrays, model.decode(path)))
        seconds = time.perf_counter() - begin
    notes = (f"hidden {recipe['hidden']}, {len(state['losses'])} of {recipe['epochs']} epochs, seed {recipe['seed']}, "
             f"training loss {state['losses'][-1]:.3g}, {state['seconds']:.0f} s")
    submission = cchnn.Submission(test, model=recipe["model"], notes=notes, context=context)
    if context == 1:
        submission.assign(**arrays)
    else:
        submission.assign(after_start=True, **{name: array[:, 1:] for name, array in arrays.items()})
    return submission.took(seconds) if device == "cpu" else submission


def roll_out(trained: Path, test: cchnn.Dataset, device: str, predictions: Path) -> None:
    """Writes them where they are not there, or older than the model."""
    if not predictions.exists() or predictions.stat().st_mtime < trained.stat().st_mtime:
        predict(trained, test, device).write(predictions)
