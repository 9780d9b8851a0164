"""Error against the number of training trajectories (paper, figures 1 and 6), at equal gradient steps. Writes

  efficiency.json    per model and number: the score of each seed, and what training cost
  efficiency.md      the same as a table, and which model with few trajectories beats which one with many
  efficiency.svg     the curves (needs matplotlib)

in the output directory, with models/MODEL-TRAJECTORIES-SEED.pt and .h5, its predictions, below it."""
from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable, Optional

import cchnn
from cchnn.new_file import write_text
from figures import COLOURS, draw
from predictions import roll_out
from training import Recipe, read_state, train

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    data: Path  # a directory that cchnn-gen generate wrote
    sizes: list[int]  # numbers of training trajectories: the first ones, so that each set holds the smaller ones
    models: list[str]
    seeds: int
    steps: int  # gradient steps of each training
    output: Path
    device: str
    recipe_of: Callable[[str, int, int, int], Recipe]  # of a model, a seed, trajectories and epochs

    def recipe(self, model: str, seed: int, size: int) -> Recipe:
        """As many epochs as make the steps: small sets are gone through more often."""
        batch = self.recipe_of(model, seed, size, 1).batch
        return self.recipe_of(model, seed, size, math.ceil(self.steps / math.ceil(size / batch)))

    def file(self, recipe: Recipe) -> Path:
        return self.output / "models" / f"{recipe.model}-{recipe.trajectories}-{recipe.seed}.pt"


def fill(plan: Plan, say: Say) -> None:
    """All numbers and models of a seed before the next seed."""
    data, test = cchnn.Dataset(plan.data, "train"), cchnn.Dataset(plan.data, "test")
    if max(plan.sizes) > len(data):  # before hours of training on the smaller ones
        raise cchnn.DataError(f"{data.path}: has {len(data)} trajectories, but {max(plan.sizes)} are needed; generate more (--train "
                              f"{max(plan.sizes)})")
    (plan.output / "models").mkdir(parents=True, exist_ok=True)
    for seed in range(plan.seeds):
        for size in plan.sizes:
            for model in plan.models:
                recipe = plan.recipe(model, seed, size)
                trained = plan.file(recipe)
                say(f"{model}, {size} trajectories, seed {seed}")
                train(recipe, data, trained, plan.device, say)
                roll_out(trained, test, plan.device, trained.with_suffix(".h5"))


def scores_of(plan: Plan) -> list[dict[str, Any]]:
    """A row a model and number of trajectories: geometric mean over time, test trajectories and seeds."""
    keys = [(model, size) for model in plan.models for size in plan.sizes]
    files = [plan.file(plan.recipe(model, seed, size)) for model, size in keys for seed in range(plan.seeds)]
    report = cchnn.score(plan.data / "test.h5", *[file.with_suffix(".h5") for file in files], preset="published", bootstrap=0)
    errors = [entry["metrics"]["relative_error"]["geometric_mean"] for entry in report["submissions"]]
    rows = []
    for number, (model, size) in enumerate(keys):
        own = slice(number * plan.seeds, (number + 1) * plan.seeds)
        states = [read_state(file) for file in files[own]]
        mean = math.exp(sum(math.log(error) for error in errors[own]) / plan.seeds)
        rows.append({"model": model, "trajectories": size, "geometric_mean": float(f"{mean:.4g}"),
                     "of_each_seed": [float(f"{error:.4g}") for error in errors[own]], "hidden": states[0]["recipe"]["hidden"],
                     "epochs": len(states[0]["losses"]), "seconds": [round(state["seconds"], 1) for state in states]})
    return rows


def reach(rows: list[dict[str, Any]], model: str, size: int, other: str) -> Optional[int]:
    """The largest number of trajectories up to which `other` is behind the model that had `size`."""
    own = next(row["geometric_mean"] for row in rows if (row["model"], row["trajectories"]) == (model, size))
    found = None
    for row in sorted((row for row in rows if row["model"] == other), key=lambda row: int(row["trajectories"])):
        if row["geometric_mean"] <= own:
            break
        found = int(row["trajectories"])
    return found


def comparisons(rows: list[dict[str, Any]]) -> list[str]:
    """What the first model with each number of trajectories is ahead of."""
    models = list(dict.fromkeys(row["model"] for row in rows))
    lines = []
    for row in (row for row in rows if row["model"] == models[0]):
        reached = {other: reach(rows, models[0], row["trajectories"], other) for other in models[1:]}
        ahead = [f"{other} with up to {size}" for other, size in reached.items() if size is not None]
        lines.append(f"- {models[0]} with {row['trajectories']} is ahead of {', of '.join(ahead) if ahead else 'none'}")
    return lines


def table(plan: Plan, rows: list[dict[str, Any]], system: str) -> str:
    lines = [f"| trajectories | {' | '.join(plan.models)} |", "|---" * (len(plan.models) + 1) + "|"]
    for size in plan.sizes:
        cells = [f"{row['geometric_mean']:.2e} ({', '.join(f'{error:.1e}' for error in row['of_each_seed'])})"
                 for model in plan.models for row in rows if (row["model"], row["trajectories"]) == (model, size)]
        lines.append(f"| {size} | {' | '.join(cells)} |")
    minutes = sum(seconds for row in rows for seconds in row["seconds"]) / 60
    return "\n".join([f"{system}: relative error, geometric mean (each seed), after {plan.steps} gradient steps with hidden "
                      f"{rows[0]['hidden']}; {minutes:.0f} minutes of training in all.", "", *lines, "", *comparisons(rows), ""])


def picture(sizes: list[int], steps: int, rows: list[dict[str, Any]], system: str) -> Callable[[Figure], None]:
    """A line through the geometric means of each model, and a point a seed."""
    def curves(figure: Figure) -> None:
        axes = figure.add_subplot()
        for model in dict.fromkeys(row["model"] for row in rows):
            own = [row for row in rows if row["model"] == model]
            axes.plot([row["trajectories"] for row in own], [row["geometric_mean"] for row in own], color=COLOURS[model], label=model)
            points = [(row["trajectories"], error) for row in own for error in row["of_each_seed"]]
            axes.plot(*zip(*points), "o", color=COLOURS[model], markersize=2.5)
        axes.set(xscale="log", yscale="log", xlabel="training trajectories", ylabel="relative error, geometric mean")
        axes.set_xticks(sizes, map(str, sizes))
        axes.minorticks_off()
        axes.grid(axis="y")
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
        axes.set_title(f"{system.replace('_', ' ')}, {steps} gradient steps", loc="left")
        figure.subplots_adjust(left=0.11, right=0.81, bottom=0.13, top=0.92)
    return curves


def make_efficiency(plan: Plan, say: Say) -> None:
    fill(plan, say)
    rows, system = scores_of(plan), cchnn.Dataset(plan.data, "test").system_name
    facts = {"system": system, "steps": plan.steps, "scores": rows}
    write_text(plan.output / "efficiency.json", json.dumps(facts, indent=1) + "\n")
    write_text(plan.output / "efficiency.md", table(plan, rows, system))
    draw(picture(plan.sizes, plan.steps, rows, system), (560, 380), plan.output / "efficiency.svg", say)
    say((plan.output / "efficiency.md").read_text())
