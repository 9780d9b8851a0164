"""A board (schemas/board.md) of the predictions that `table` made: board.json, the test sets, an entry a model."""
from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable, Iterable, Optional

import cchnn
from cchnn.new_file import new_file, write_text
from models import MODELS
from training import Recipe, read_state

Say = Callable[[str], None]

# Which bodies and constraints there are is told to all five, so that they are ranked together: to these as Phi, to the
# others by coordinates q that meet them. None is told a mass, a stiffness or which forces there are.
TOLD_PHI = ("CHNN", "CLNN")
KNOWS = {"graph": True, "parameters": False, "true_constraints": True, "extra_data": False}
PAPER = "Finzi, Wang, Wilson, Simplifying Hamiltonian and Lagrangian Neural Networks via Explicit Constraints, 2020"


@dataclass(frozen=True)
class Plan:
    table: Path  # the output directory of `table`
    data: list[Path]  # directories that cchnn-gen generate wrote
    output: Path
    title: str
    date: str  # of the entries
    address: Optional[str]  # where submissions/ of the table will be; without one the board holds them

    def predictions(self, system: str, model: str) -> list[Path]:
        """By seed."""
        files = (self.table / "submissions" / system).glob(f"{model}-*.h5")
        return sorted(files, key=lambda file: int(file.stem.rsplit("-", 1)[1]))


def write(path: Path, document: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_text(path, json.dumps(document, indent=1) + "\n")


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with new_file(target) as unfinished:
        shutil.copyfile(source, unfinished)


def add_test_sets(plan: Plan) -> list[str]:
    """Their systems. The manifest is what `cchnn-gen generate --lock` makes the set from again."""
    systems = []
    for directory in plan.data:
        systems.append(cchnn.Dataset(directory, "test").system_name)
        for name in ("test.h5", "manifest.json"):
            if (directory / name).exists():
                copy(directory / name, plan.output / "data" / systems[-1] / name)
    return systems


def answer(plan: Plan, entry: str, system: str, file: Path) -> dict[str, str]:
    """One submission, beside entry.json, or by its digest and where it will be."""
    if plan.address is None:
        copy(file, plan.output / "entries" / entry / system / file.name)
        return {"file": f"{system}/{file.name}"}
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    copy(file, plan.output / "fetched" / f"{digest}.h5")
    return {"sha256": digest, "address": f"{plan.address.rstrip('/')}/{system}/{file.name}"}


def trained_with(plan: Plan, model: str, system: str) -> str:
    """What is not the paper's, and what a reader asks for first."""
    recipe = Recipe(**read_state(plan.table / "models" / system / f"{model}-0.pt")["recipe"])
    others = [f"{name.replace('_', ' ')} {getattr(recipe, name):g}" for name in ("learning_rate", "clip")
              if getattr(recipe, name) != getattr(Recipe, name)]
    return ", ".join([f"hidden {recipe.hidden}", f"{recipe.epochs} epochs", *others])


def notes(plan: Plan, model: str, systems: Iterable[str]) -> str:
    told = "given constraints Phi" if model in TOLD_PHI else "constraints met by the choice of coordinates"
    recipes: dict[str, list[str]] = {}
    for system in systems:
        recipes.setdefault(trained_with(plan, model, system), []).append(system)
    said = [recipe if len(recipes) == 1 else f"{', '.join(of)}: {recipe}" for recipe, of in recipes.items()]
    return "; ".join([told, *said, "apps/python/baselines"])


def add_entry(plan: Plan, model: str, systems: list[str], say: Say) -> None:
    """With as many seeds as every system has, since a model answers each with the same number."""
    found = {system: files for system in systems if (files := plan.predictions(system, model))}
    if not found:
        say(f"{model}: no predictions in {plan.table / 'submissions'}, left out")
        return
    seeds = min(len(files) for files in found.values())
    entry = model.lower()
    answers = {system: [answer(plan, entry, system, file) for file in files[:seeds]] for system, files in found.items()}
    write(plan.output / "entries" / entry / "entry.json",
          {"format": "cchnn board entry", "format_version": 1, "model": model, "date": plan.date, "knows": KNOWS, "seeds": seeds,
           "reference": PAPER, "notes": notes(plan, model, found), "answers": answers})
    say(f"{model}: {seeds} seeds of {len(found)} systems")


def make_board(plan: Plan, say: Say) -> None:
    """The files, and what `cchnn-eval board` makes of them."""
    systems = add_test_sets(plan)
    write(plan.output / "board.json",
          {"format": "cchnn board", "format_version": 1, "title": plan.title, "systems": systems, "preset": "published",
           "start_error": True})
    for model in MODELS:
        add_entry(plan, model, systems, say)
    say(cchnn.run("cchnn-eval", "board", plan.output))
