"""Answers to a suite of cchnn-gen (schemas/suite.md): trains every model on each training set of it, and writes

  submissions/TASK/TRAINING/SPLIT/*.h5    predictions of each model, ensembles of training seeds, naive forecasts
  scores.json, scores.md                  what cchnn-eval suite says of them

in the output directory, with models/SYSTEM-DIGEST/MODEL-SEED.pt below it. Tasks with the same training set share models. Models in
angles get those of the nearest states that satisfy the constraints, where states are seen with noise. Predictions in angles are
rejected where lengths are drawn: CHNN and CLNN alone answer these."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Optional

import cchnn
from models import MODELS
from predictions import Given, forecast
from training import Recipe, Seen, train

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    suite: Path  # a directory that cchnn-gen suite wrote
    output: Path
    models: list[str]
    ensembles: list[str]  # models whose training seeds are submitted as an ensemble too
    members: int  # seeds of these
    device: str
    recipe_of: Callable[[str, int], Recipe]  # of a model and a seed


class Task:
    """One task of the suite, by the suite's own text."""

    def __init__(self, plan: Plan, facts: dict[str, Any]) -> None:
        self.name, self.directory = facts["name"], plan.suite / facts["name"]
        self.context: int = facts.get("context", 1)
        self.noisy = "context_noise" in facts
        self.splits = ["in", *(split["name"] for split in facts.get("splits", []))]
        self.trainings = ["full", *(path.name for path in sorted(self.directory.glob("noise_*")))]

    def view_of_training(self, training: str, data: cchnn.Dataset) -> Optional[Seen]:
        return None if training == "full" else Seen(cchnn.View(self.directory / training, "train"), data)

    def view_of_context(self, split: str, data: cchnn.Dataset) -> Optional[Seen]:
        return Seen(cchnn.View(self.directory / f"context_{split}", "test"), data) if self.noisy else None

    def parts(self) -> list[tuple[str, str]]:
        """Training set and split: less or noisier data is scored on `in` alone."""
        return [(training, split) for training in self.trainings for split in (self.splits if training == "full" else ["in"])]


def trained(plan: Plan, task: Task, training: str, model: str, seed: int, say: Say) -> Path:
    data = cchnn.Dataset(task.directory / "in", "train")
    view = task.view_of_training(training, data)
    directory = plan.output / "models" / "-".join([data.system_name, data.truth_digest[:8], *([training] if view else [])])
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{model}-{seed}.pt"
    train(plan.recipe_of(model, seed), data, path, plan.device, say, view=view)
    return path


def answer(plan: Plan, task: Task, training: str, split: str, say: Say) -> None:
    place = plan.output / "submissions" / task.name / training / split
    place.mkdir(parents=True, exist_ok=True)
    data = cchnn.Dataset(task.directory / "in", "train")
    given = Given(cchnn.Dataset(task.directory / split, "test"), task.context, task.view_of_context(split, data))
    no_angles = any(name.startswith("/constraints/") for name in given.test.parameters)
    for model in plan.models:
        if no_angles and MODELS[model].arrays != ("x", "v"):
            continue
        for file, seeds in [(f"{model}.h5", 1)] + [(f"{model}_ensemble.h5", plan.members)] * (model in plan.ensembles):
            if not (place / file).exists():
                files = [trained(plan, task, training, model, seed, say) for seed in range(seeds)]
                forecast(files, data, given, plan.device).write(place / file)
                say(f"{place / file}")


def built_in_or_written(plan: Plan, data: cchnn.Dataset) -> str:
    """What programs call the system: its name, or a file of it where it is one of the suite's own."""
    if data.system_name in cchnn.systems():
        return data.system_name
    path = plan.output / "models" / f"{data.system_name}.json"
    path.write_text(json.dumps(data.system))
    return str(path)


def add_naive(plan: Plan, task: Task, split: str) -> None:
    """Beside the models that were trained on everything. A parrot repeats no further than its training set goes."""
    data, test = cchnn.Dataset(task.directory / "in", "train"), cchnn.Dataset(task.directory / split, "test")
    names = ["persistence", "constant-velocity", "mean", "linear"]
    if task.context > 1 or len(test.t) <= len(data.t):
        names.append("parrot")
    options: dict[str, Any] = {"context": task.context} if task.context > 1 else {"train": data.path}
    if task.noisy:
        options["view"] = task.directory / f"context_{split}" / "test.h5"
    system = built_in_or_written(plan, data)
    cchnn.run("cchnn-gen", "rollout", system, from_=test.path, sweep="baseline=" + ",".join(names), force=True,
              output=plan.output / "submissions" / task.name / "full" / split / "naive_{}.h5", **options)


def make_suite(plan: Plan, say: Say) -> None:
    facts = json.loads((plan.suite / "suite.lock.json").read_text())["suite"]
    for task in [Task(plan, one) for one in facts["tasks"]]:
        for training, split in task.parts():
            answer(plan, task, training, split, say)
        for split in task.splits:
            add_naive(plan, task, split)
    say(cchnn.run("cchnn-eval", "suite", plan.suite, submissions=plan.output / "submissions", json=plan.output / "scores.json",
                  markdown=plan.output / "scores.md", force=True).rstrip())
