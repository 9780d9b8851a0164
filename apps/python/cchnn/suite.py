"""Suites (schemas/suite.md): tasks with training sets and splits, and the place of each answer."""
from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Iterator, Optional, Sequence, Union

from .cache import Splits
from .checks import plain_text
from .dataset import Dataset
from .errors import DataError
from .programs import Argument, run
from .states import State
from .submission import Submission
from .view import View

LOCK = "suite.lock.json"


@dataclass(frozen=True)
class Part:
    """One question of a suite: a model that was trained on `training` predicts the test set of `split`."""

    task: Task
    training: str  # full, size_50, noise_0.01, ...
    split: str  # in, energy, ...

    @property
    def train(self) -> Union[Dataset, View]:
        """The training set: a view for noise_<level>."""
        return self.task.train(self.training)

    @property
    def test(self) -> Dataset:
        return self.task.test(self.split)

    @property
    def given(self) -> Union[State, View]:
        """The given samples of the test set, (N, K, n, d) each with a context of K; a view where they are noisy, whose later
        samples are NaN."""
        return self.task.given(self.split)

    def submission(self, model: str, notes: str = "") -> Submission:
        """For predictions of `test`, with the context that the task gives."""
        return Submission(self.test, model, notes, context=self.task.context)

    def place(self, directory: Argument, name: str) -> Path:
        """Where cchnn-eval suite looks for the answer called `name`, below a directory of submissions."""
        if not plain_text("name", name, 200) or "/" in name or name.startswith("."):
            raise DataError(f"name: {name!r}, expected the name of a file, without / and not with . in front")
        return Path(directory) / self.task.name / self.training / self.split / f"{name}.h5"

    def write(self, submission: Submission, directory: Argument, name: Optional[str] = None) -> Path:
        """Writes an answer to its place below a directory of submissions; `name` tells seeds of one model apart."""
        if submission.test.truth_digest != self.test.truth_digest or submission.context != self.task.context:
            raise DataError(f"{self!r}: the submission answers {submission.test.path} with context {submission.context}, but the "
                            f"question is {self.test.path} with context {self.task.context}; make it with part.submission(...)")
        file = self.place(directory, name or submission.model.replace("/", "_").replace(" ", "_").lstrip("."))
        file.parent.mkdir(parents=True, exist_ok=True)
        return submission.write(file)

    def __repr__(self) -> str:
        return f"cchnn.Part({self.task.name}, trained on {self.training}, tested on {self.split})"


class Task:
    """A task of a suite: its training sets, and the splits that it is tested on, `in` first."""

    def __init__(self, suite: Path, facts: dict[str, Any]) -> None:
        self.name: str = facts["name"]
        self.directory = suite / self.name
        self.context: int = facts.get("context", 1)  # given samples of each test trajectory
        self.has_noisy_context = "context_noise" in facts
        self.splits: list[str] = ["in", *(split["name"] for split in facts.get("splits", []))]
        self.trainings: list[str] = ["full", *sorted(path.name for kind in ("size_*", "noise_*") for path in self.directory.glob(kind))]

    @cached_property
    def data(self) -> Splits:
        """Train, valid and test sets of the split `in`"""
        return Splits(self.directory / "in")

    def train(self, training: str = "full") -> Union[Dataset, View]:
        self._require("training", training, self.trainings)
        if training == "full":
            return self.data.train
        return (View if training.startswith("noise_") else Dataset)(self.directory / training, "train")

    def test(self, split: str = "in") -> Dataset:
        self._require("split", split, self.splits)
        return self.data.test if split == "in" else Dataset(self.directory / split, "test")

    def given(self, split: str = "in") -> Union[State, View]:
        self._require("split", split, self.splits)
        return View(self.directory / f"context_{split}", "test") if self.has_noisy_context else self.test(split).context(self.context)

    def parts(self) -> list[Part]:
        """Every question: smaller or noisier training sets are scored on `in` alone."""
        return [Part(self, training, split) for training in self.trainings for split in (self.splits if training == "full" else ["in"])]

    def _require(self, what: str, name: str, names: Sequence[str]) -> None:
        if name not in names:
            raise DataError(f"{self.directory}: has no {what} {name!r}; available: {', '.join(names)}")

    def __repr__(self) -> str:
        context = f", context {self.context}{' with noise' if self.has_noisy_context else ''}" if self.context > 1 else ""
        return f"cchnn.Task({self.name}): trained on {', '.join(self.trainings)}; tested on {', '.join(self.splits)}{context}"


class Suite:
    """What cchnn-gen suite wrote into a directory.

        suite = cchnn.Suite("suite")
        for part in suite.parts():
            model = fit(part.train)
            part.write(part.submission("my net").assign(**predict(model, part.test)), "answers")
        scores = suite.score("answers")"""

    def __init__(self, directory: Argument) -> None:
        self.directory = Path(directory)
        path = self.directory / LOCK
        if not path.exists():
            raise DataError(f"{path}: not found; the command cchnn-gen suite NAME -o {self.directory} writes it once all sets are made")
        try:
            facts: dict[str, Any] = json.loads(path.read_text("utf-8"))["suite"]
            self.name: str = facts["name"]
            self.title: str = facts.get("title", "")
            self.rank_by: str = facts.get("rank_by", "kinetic")
            self.tasks = {one["name"]: Task(self.directory, one) for one in facts["tasks"]}
        except (KeyError, TypeError, AttributeError, UnicodeDecodeError, json.JSONDecodeError):
            raise DataError(f"{path}: is not the lock file of a suite; make it again with cchnn-gen suite") from None

    def __iter__(self) -> Iterator[Task]:
        return iter(self.tasks.values())

    def __len__(self) -> int:
        return len(self.tasks)

    def __getitem__(self, task: str) -> Task:
        if task not in self.tasks:
            raise KeyError(f"{task!r}: is not a task of {self.name}; available: {', '.join(self.tasks)}")
        return self.tasks[task]

    def parts(self) -> list[Part]:
        """Every question of every task."""
        return [part for task in self for part in task.parts()]

    def score(self, *submissions: Argument, **options: Any) -> dict[str, Any]:
        """The scores of one or more directories of submissions, one of each participant: the JSON of cchnn-eval suite. Options are
        those of the program, such as html="suite.html", start_error=True."""
        if not submissions:
            raise TypeError("Suite.score() needs a directory of submissions, which part.write(...) fills")
        return dict(json.loads(run("cchnn-eval", "suite", self.directory, submissions=list(map(str, submissions)), json="-", **options)))

    def __repr__(self) -> str:
        return f"cchnn.Suite({str(self.directory)!r}): {self.name}, {len(self)} tasks, {len(self.parts())} parts, ranked by {self.rank_by}"
