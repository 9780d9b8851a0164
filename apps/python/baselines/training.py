"""Training with the paper's settings, and its state in a file, from which an interrupted training resumes."""
from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Iterator, Optional

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import cchnn
from captured import CapturedGradients
from cchnn.new_file import new_file
from models import new_model
from motion import input_count, linear_inputs, motion

SAVE_EVERY = 20.0  # seconds


@dataclass(frozen=True)
class Recipe:
    """The paper's by default: windows of 5 samples, one of each training trajectory; L1 loss over the 4 predicted ones;
    AdamW with weight decay and cosine annealing."""

    model: str
    hidden: int = 256
    epochs: int = 2000
    batch: int = 200
    learning_rate: float = 3e-3
    weight_decay: float = 1e-4
    clip: float = field(default=0.0, metadata={"help": "longest gradient, longer ones are scaled down and those that are not "
                                                       "finite left out; default 0: as they are"})
    trajectories: int = field(default=0, metadata={"help": "train on so many, the first of the set; default 0: on all"})
    seed: int = 0
    drop: int = field(default=0, metadata={"help": "leave out so many distance constraints, the last of the file, which are the lowest "
                                                   "of a chain (figure 10a); CHNN and CLNN alone, default 0"})


class Seen:
    """Arrays of a view by their names; q and qdot follow from what it saw of the states of `data`."""

    def __init__(self, view: cchnn.View, data: cchnn.Dataset) -> None:
        self.view, self.data = view, data

    def __getitem__(self, name: str) -> NDArray[np.float64]:
        return getattr(self._coordinates if name in ("q", "qdot") else self.view, name)

    @cached_property
    def _coordinates(self) -> cchnn.GeneralisedState:
        return self.view.coordinates(self.data)


class Training:
    """A model, its optimiser, and how far it is. With a view the windows are those that the view saw of `data`."""

    def __init__(self, recipe: Recipe, data: cchnn.Dataset, device: str = "cpu", view: Optional[Seen] = None) -> None:
        torch.manual_seed(recipe.seed)
        self.recipe, self.data, self.device, self.view = recipe, data, device, view
        self.truth = data.truth_digest + (f" seen with {json.dumps(view.view.recipe)}" if view else "")
        self.model: nn.Module = new_model(recipe.model, data, recipe.hidden, recipe.drop).to(device)
        on_gpu = {} if device == "cpu" else {"fused": True}  # one kernel for all parameters
        self._optimiser = torch.optim.AdamW(self.model.parameters(), recipe.learning_rate, weight_decay=recipe.weight_decay, **on_gpu)
        self._schedule = torch.optim.lr_scheduler.CosineAnnealingLR(self._optimiser, recipe.epochs)
        self.losses: list[float] = []  # one an epoch
        self.seconds = 0.0  # of the processor; with a GPU of the wall
        self._clock = time.process_time if device == "cpu" else time.perf_counter
        self._windows = [torch.tensor(rows, dtype=torch.float32, device=device) for rows in self._rows()]
        self._linear = linear_inputs(data, self._windows[0]) if input_count(data) else None
        whole = len(self._windows[0]) >= recipe.batch  # a smaller batch, as the last one may be, is not launched at once
        self._captured: Optional[CapturedGradients] = None
        if device != "cpu" and whole:
            self._captured = CapturedGradients(self.loss, list(self.model.parameters()), [a[:recipe.batch] for a in self._windows])

    def _rows(self) -> list[NDArray[np.float64]]:
        """The drawn window of each trajectory that is trained on: an array for each that the model takes, then the inputs of a
        driven system."""
        rows = [self._windows_of_view(name) if self.view else self.data["chunks/" + name] for name in self.model.arrays]
        if input_count(self.data):
            rows.append(self._windows_of_view("u") if self.view else self._windows_of(self.data.u, self.data["chunks/start"]))
        if self.recipe.trajectories > len(rows[0]):
            raise cchnn.DataError(f"{self.data.path}: has {len(rows[0])} trajectories, but "
                                  f"{self.recipe.trajectories} are needed; generate more (--train "
                                  f"{self.recipe.trajectories})")
        return [array[:self.recipe.trajectories or None] for array in rows]

    def _windows_of_view(self, name: str) -> NDArray[np.float64]:
        """Of as many samples as those of the set, at places that are the same for every array."""
        assert self.view is not None
        seen, samples = self.view[name], self.data["chunks/x"].shape[1]
        if name == "u":
            seen = np.take_along_axis(seen, self.view.view.sample[:, :, None], 1)
        starts = np.random.default_rng(0).integers(0, seen.shape[1] - samples + 1, len(seen))
        return self._windows_of(seen, starts)

    def _windows_of(self, array: NDArray[np.float64], starts: NDArray[np.int64]) -> NDArray[np.float64]:
        samples = self.data["chunks/x"].shape[1]
        return np.stack([row[start:start + samples] for row, start in zip(array, starts)])

    @property
    def finished(self) -> bool:
        return len(self.losses) >= self.recipe.epochs

    def epoch(self) -> float:
        """One pass over the windows, whose order follows from seed and epoch alone; returns the mean loss."""
        begin = self._clock()
        order = torch.Generator().manual_seed(self.recipe.seed * 1_000_003 + len(self.losses))
        losses = []
        for numbers in torch.randperm(len(self._windows[0]), generator=order).split(self.recipe.batch):
            losses.append(self._step([window[numbers.to(self.device)] for window in self._windows]))
        self._schedule.step()
        self.losses.append(float(torch.stack(losses).mean()))
        self.seconds += self._clock() - begin
        if not all(parameter.isfinite().all() for parameter in self.model.parameters()):
            raise cchnn.DataError(f"{self.recipe.model} on {self.data.system_name}: parameters are not finite after epoch {len(self.losses)}; "
                                  "take clip=1 or a lower learning rate")
        return self.losses[-1]

    def _step(self, target: list[Tensor]) -> Tensor:
        loss = self._set_gradients(target)
        if self._clipped():
            self._optimiser.step()
        return loss.detach().clone()

    def _set_gradients(self, target: list[Tensor]) -> Tensor:
        """Those of all parameters; returns the loss."""
        if self._captured is not None and len(target[0]) == self.recipe.batch:
            return self._captured(target)
        self._optimiser.zero_grad()
        loss = self.loss(target)
        loss.backward()
        return loss

    def loss(self, target: list[Tensor]) -> Tensor:
        arrays = target[:len(self.model.arrays)]
        first = self.model.encode(*(array[:, 0] for array in arrays))
        inputs = (target[-1], self._linear) if self._linear is not None else None
        path = motion(self.model, first, target[0].shape[1], self.data.dt, inputs)
        return torch.stack([(a[:, 1:] - b[:, 1:]).abs().mean() for a, b in zip(self.model.decode(path), arrays)]).sum()

    def batches(self, size: int) -> Iterator[tuple[list[Tensor], float]]:
        """All windows in their order, with the share of each batch."""
        count = len(self._windows[0])
        for begin in range(0, count, size):
            target = [window[begin:begin + size] for window in self._windows]
            yield target, len(target[0]) / count

    def move(self, dtype: torch.dtype, device: str) -> None:
        """Model and windows, for what is computed of a trained model; it cannot be trained any more."""
        self.model.to(device, dtype)
        self._windows = [window.to(device, dtype) for window in self._windows]

    def _clipped(self) -> bool:
        """Shortens a long gradient; False for one that is not finite, as of a motion that ran away."""
        if self.recipe.clip == 0:
            return True
        return bool(nn.utils.clip_grad_norm_(self.model.parameters(), self.recipe.clip).isfinite())

    def save(self, path: Path) -> None:
        facts = {"recipe": asdict(self.recipe), "system": self.data.system_name, "truth": self.truth,
                 "losses": self.losses, "seconds": self.seconds, "schedule": self._schedule.state_dict()}
        with new_file(path) as unfinished, open(unfinished, "wb") as file:
            torch.save({"facts": json.dumps(facts), "model": self.model.state_dict(),
                        "optimiser": self._optimiser.state_dict()["state"]}, file)

    def go_on_from(self, path: Path) -> None:
        """Takes the state of a file that `save` wrote for the same recipe and the same data."""
        state = read_state(path)
        state["recipe"] = asdict(Recipe(**state["recipe"]))  # files from before a choice was there have its default
        for name, value in {"recipe": asdict(self.recipe), "truth": self.truth}.items():
            if state[name] != value:
                raise cchnn.DataError(f"{path}: its {name} is {state[name]}, not {value}; give another file")
        self.model.load_state_dict(state["model"])
        self._schedule.load_state_dict(state["schedule"])
        groups = self._optimiser.state_dict()["param_groups"]
        groups[0]["lr"] = self._schedule.get_last_lr()[0]
        self._optimiser.load_state_dict({"state": state["optimiser"], "param_groups": groups})
        self.losses, self.seconds = state["losses"], state["seconds"]


def read_state(path: Path) -> dict[str, Any]:
    """What `save` wrote, by its names. Tensors and texts alone: nothing in the file is run."""
    try:
        state = torch.load(path, map_location="cpu", weights_only=True)
        return {**json.loads(state["facts"]), "model": state["model"], "optimiser": state["optimiser"]}
    except OSError:
        raise
    except Exception:
        raise cchnn.DataError(f"{path}: was not written by `baselines train`") from None


def train(recipe: Recipe, data: cchnn.Dataset, path: Path, device: str = "cpu", say: Any = print,
          stop_at: Optional[int] = None, view: Optional[Seen] = None) -> Training:
    """Trains to the last epoch (or to stop_at), from where `path` is; writes it now and then, and at the end."""
    training = Training(recipe, data, device, view)
    if path.exists():
        training.go_on_from(path)
        say(f"{path}: resumes at epoch {len(training.losses) + 1}" if not training.finished else f"{path}: is trained")
    last, saved = min(recipe.epochs, stop_at or recipe.epochs), time.monotonic()
    every = max(1, recipe.epochs // 10)
    while len(training.losses) < last:
        loss, epoch = training.epoch(), len(training.losses)
        if epoch % every == 0 or epoch in (1, last):
            say(f"epoch {epoch} of {recipe.epochs}: loss {loss:.2e}, {training.seconds:.0f} s")
        if epoch == last or time.monotonic() - saved > SAVE_EVERY:
            training.save(path)
            saved = time.monotonic()
    return training
