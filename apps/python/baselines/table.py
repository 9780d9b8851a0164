"""The table of the baselines: trains what is missing, rolls out, scores by cchnn-eval, and writes

  scores.json    per system and model: scores, each seed's, those published with the paper, what training cost
  table.md       the same, ranked
  figure7.svg    beside the bars of the paper's figure 7 (needs matplotlib)
  figure8.svg    the energy of the predictions over time, as the paper's figure 8
  figure9.svg    the relative error over time on a linear scale, as the paper's figure 9

in the output directory, with models/SYSTEM/MODEL-SEED.pt and submissions/SYSTEM/MODEL-SEED.h5 below it."""
from __future__ import annotations

import json
import math
import tempfile
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Callable

import cchnn
from cchnn.new_file import write_text
from cchnn.report import data_of
from figure7 import draw_bars
from figure8 import draw_energies, energy_curves
from figure9 import draw_errors
from models import MODELS
from predictions import roll_out
from training import Recipe, read_state, train

Say = Callable[[str], None]


@dataclass(frozen=True)
class Plan:
    data: list[Path]  # directories that cchnn-gen generate wrote
    models: list[str]
    seeds: int
    output: Path
    device: str
    recipe_of: Callable[[str, int], Recipe]  # of a model and a seed
    score_only: bool = False  # train nothing, take the models that are there

    def file(self, kind: str, system: str, recipe: Recipe) -> Path:
        ending = {"models": "pt", "submissions": "h5"}[kind]
        path = self.output / kind / system / f"{recipe.model}-{recipe.seed}.{ending}"
        path.parent.mkdir(parents=True, exist_ok=True)
        return path


def fill(plan: Plan, say: Say) -> None:
    """Every seed of all models before the next seed, so that what is there can be compared at any time."""
    for directory in plan.data:
        data, test = cchnn.Dataset(directory, "train"), cchnn.Dataset(directory, "test")
        for seed in range(plan.seeds):
            for model in plan.models:
                recipe = plan.recipe_of(model, seed)
                trained = plan.file("models", data.system_name, recipe)
                say(f"{data.system_name}, {model}, seed {seed}")
                train(recipe, data, trained, plan.device, say)
                roll_out(trained, test, plan.device, plan.file("submissions", data.system_name, recipe))


def roll_out_all(plan: Plan) -> None:
    """Of the models that are there, whatever their recipe."""
    for directory in plan.data:
        test = cchnn.Dataset(directory, "test")
        for trained in sorted((plan.output / "models" / test.system_name).glob("*.pt")):
            state = read_state(trained)
            roll_out(trained, test, plan.device, plan.file("submissions", test.system_name, Recipe(**state["recipe"])))


def compared(plan: Plan) -> dict[str, Any]:
    """The report of cchnn-eval compare, in the recipe that the paper's own tables were made with."""
    tests = {directory / "test.h5": plan.output / "submissions" / cchnn.Dataset(directory, "test").system_name
             for directory in plan.data}
    files = {test: sorted(submissions.glob("*.h5")) for test, submissions in tests.items()}
    pairs = [f"{test}:{file}" for test, submissions in files.items() for file in submissions]
    seeds: dict[str, list[str]] = {}
    for file in chain(*files.values()):
        seeds.setdefault(file.stem.rsplit("-", 1)[0], []).append(str(file))
    methods = [f"{model}={','.join(own)}" for model, own in seeds.items()]
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "comparison.json"
        cchnn.run("cchnn-eval", "compare", *pairs, group=methods, published=True, preset="published", json=report)
        return dict(json.loads(report.read_text()))


def costs(plan: Plan, system: str, model: str) -> list[dict[str, Any]]:
    """Of each seed: recipe, last loss and seconds."""
    found = []
    for file in sorted((plan.output / "models" / system).glob(f"{model}-*.pt")):
        state = read_state(file)
        recipe = Recipe(**state["recipe"])
        chosen = {name: getattr(recipe, name) for name in ("learning_rate", "clip") if getattr(recipe, name) != getattr(Recipe, name)}
        found.append({"seed": recipe.seed, "hidden": recipe.hidden, "epochs": len(state["losses"]), **chosen,
                      "loss": state["losses"][-1], "seconds": round(state["seconds"], 1)})
    return found


def rounded(value: Any) -> Any:
    """Four digits are enough for a table; null for what JSON has no number for."""
    if isinstance(value, float):
        return float(f"{value:.4g}") if math.isfinite(value) else None
    return [rounded(part) for part in value] if isinstance(value, list) else value


def scores_of(plan: Plan, report: dict[str, Any]) -> list[dict[str, Any]]:
    """A row a system and model, by rank."""
    rows = []
    for system in report["systems"]:
        name = system["truth"]["system"]
        published = {score["model"]: score for score in (system.get("published") or {}).get("scores", [])}
        energies = energy_curves(system)
        own: list[dict[str, Any]] = []
        for model in system["models"]:
            error, energy = model["metrics"]["relative_error"], model["metrics"]["energy_error"]
            seeds = [s["metrics"]["relative_error"]["geometric_mean"] for s in system["submissions"] if s["model"] == model["label"]]
            row = {"system": name, "model": model["label"], "geometric_mean": error["geometric_mean"],
                   "geometric_mean_ci95": error["geometric_mean_ci95"], "mean": error["mean"], "of_each_seed": seeds,
                   "energy_error": energy["geometric_mean"],
                   "energy_error_at_end": float(energies[model["label"]][1][-1]), "training": costs(plan, name, model["label"])}
            if model["label"] in published:
                row["published"] = {key: published[model["label"]][key] for key in ("mean", "geometric_mean")}
            own.append({key: rounded(value) for key, value in row.items()})
        rows += sorted(own, key=lambda row: row["geometric_mean"])
    return rows


def ratios(rows: list[dict[str, Any]]) -> list[str]:
    """How far the constrained models are ahead of the best of the others, and the spread over seeds."""
    lines = []
    for system in dict.fromkeys(row["system"] for row in rows):
        of = {row["model"]: row for row in rows if row["system"] == system}
        told = [of[name] for name in ("CHNN", "CLNN") if name in of]
        others = [row for row in of.values() if row["model"] not in ("CHNN", "CLNN")]
        if not told or not others:
            continue
        worst, best = max(told, key=lambda row: row["geometric_mean"]), min(others, key=lambda row: row["geometric_mean"])
        by_seed = [b / a for a, b in zip(worst["of_each_seed"], best["of_each_seed"])]
        lines.append(f"- {system}: {worst['model']} is {best['geometric_mean'] / worst['geometric_mean']:.3g} times ahead of "
                     f"{best['model']} (seeds: {', '.join(f'{ratio:.3g}' for ratio in by_seed)})")
    return lines


def recipes(rows: list[dict[str, Any]]) -> str:
    """In words: what most runs have, and the others with their names."""
    runs: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        for run in row["training"]:
            said = [f"hidden {run['hidden']}", f"{run['epochs']} epochs", *(f"{key.replace('_', ' ')} {run[key]:g}"
                    for key in ("learning_rate", "clip") if key in run)]
            runs.setdefault(", ".join(said), []).append(row)
    most, *others = sorted(runs.items(), key=lambda item: -len(item[1]))
    return "; ".join([most[0], *(f"{who(of, rows)}: {said}" for said, of in others)])


def who(some: list[dict[str, Any]], rows: list[dict[str, Any]]) -> str:
    """A system by its name where all of its models are meant."""
    names = []
    for system in dict.fromkeys(row["system"] for row in some):
        models = list(dict.fromkeys(row["model"] for row in some if row["system"] == system))
        whole = len(models) == sum(row["system"] == system for row in rows)
        names.append(system if whole else f"{' and '.join(models)} on {system}")
    return ", ".join(names)


def budget(rows: list[dict[str, Any]]) -> str:
    """Width and epochs of what most of these models were trained with, then those of the others with their names."""
    models: dict[str, list[str]] = {}
    for row in rows:
        for said in dict.fromkeys(f"{run['hidden']}, {run['epochs']}" for run in row["training"]):
            models.setdefault(said, []).append(row["model"])
    most, *others = sorted(models.items(), key=lambda item: -len(item[1]))
    return "; ".join([most[0], *(f"{' and '.join(names)} {said}" for said, names in others)])


def by_system(rows: list[dict[str, Any]], cell: Callable[[dict[str, Any]], str]) -> list[str]:
    """A line a system with its budget and a cell a model."""
    shown = [model for model in MODELS if any(row["model"] == model for row in rows)]
    lines = [f"| system | seeds | hidden, epochs | {' | '.join(shown)} |", "|---" * (len(shown) + 3) + "|"]
    for system in dict.fromkeys(row["system"] for row in rows):
        of = {row["model"]: row for row in rows if row["system"] == system}
        seeds = "-".join(dict.fromkeys(str(len(row["of_each_seed"])) for row in of.values()))
        lines.append(f"| {system} | {seeds} | {budget(list(of.values()))} | {' | '.join(cell(of[model]) if model in of else '' for model in shown)} |")
    return lines


def error_and_published(row: dict[str, Any]) -> str:
    said = f"{row['geometric_mean']:.2e}"
    return said + (f" ({row['published']['geometric_mean']:.1e})" if "published" in row else "")


def energy_at_end(row: dict[str, Any]) -> str:
    return "not finite" if row["energy_error_at_end"] is None else f"{row['energy_error_at_end']:.1e}"


def summary(rows: list[dict[str, Any]]) -> list[str]:
    return ["Relative error, geometric mean (published: hidden 256, 2000 epochs, one seed):", "", *by_system(rows, error_and_published), "",
            "Energy error at the last sample, by the largest kinetic energy, mean over trajectories and seeds:", "",
            *by_system(rows, energy_at_end)]


def table(rows: list[dict[str, Any]], signature: str) -> str:
    lines = ["| system | model | hidden, epochs | relative error, geometric mean [95 %] | each seed | mean | published | "
             "mean, published | energy error | at the end | seconds a seed |", "|---|---|---|---|---|---|---|---|---|---|---|"]
    for row in rows:
        low, high = row["geometric_mean_ci95"] or (math.nan, math.nan)
        published = [f"{row['published'][key]:.2e}" if "published" in row else "" for key in ("geometric_mean", "mean")]
        seconds = [run["seconds"] for run in row["training"]]
        lines.append(f"| {row['system']} | {row['model']} | {budget([row])} | {row['geometric_mean']:.2e} [{low:.2e}, {high:.2e}] | "
                     f"{', '.join(f'{seed:.1e}' for seed in row['of_each_seed'])} | {row['mean']:.2e} | "
                     f"{published[0]} | {published[1]} | {row['energy_error']:.2e} | "
                     f"{energy_at_end(row)} | "
                     f"{sum(seconds) / max(1, len(seconds)):.0f} |")
    total = sum(run["seconds"] for row in rows for run in row["training"])
    return "\n".join([f"Trained with {recipes(rows)}; {total / 60:.0f} minutes of training in all. The published models had hidden "
                      "256 and 2000 epochs, and one seed.", "", *summary(rows), "", *lines, "", *ratios(rows), "", f"`{signature}`", ""])


def make_table(plan: Plan, say: Say) -> None:
    if plan.score_only:
        roll_out_all(plan)
    else:
        fill(plan, say)
    report = compared(plan)
    rows = scores_of(plan, report)
    data = {splits.test.system_name: data_of(splits) for splits in map(cchnn.Splits, plan.data)}
    write_text(plan.output / "scores.json", json.dumps({"scores": rows, "data": data}, indent=1) + "\n")
    write_text(plan.output / "table.md", table(rows, report["systems"][0]["signature"]))
    draw_bars(rows, plan.output / "figure7.svg", say)
    draw_energies(report, plan.output / "figure8.svg", say)
    draw_errors(report, plan.output / "figure9.svg", say)
    say((plan.output / "table.md").read_text())
