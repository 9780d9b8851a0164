"""What a benchmark found: a score for each system and model, with what is beside it."""
from __future__ import annotations

import dataclasses
import hashlib
import json
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Optional

from .cache import Splits
from .names import no_attribute

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure

PUBLISHED_TRAJECTORIES = 800  # that the paper's models were trained on
KINDS = ("model", "naive", "reference", "baseline", "published")


@dataclass(frozen=True)
class Score:
    """A model on a system. Errors are geometric means over test trajectories and training seeds."""

    system: str
    model: str
    kind: str  # model: yours; naive; reference: true equations; baseline: of this project; published: of the paper
    relative_error: float
    relative_error_ci95: Optional[tuple[float, float]]
    relative_error_of_each_seed: tuple[float, ...]
    valid_time: Optional[float]  # s until Err > 0.1, mean
    energy_error: Optional[float]
    constraint_rmse: Optional[float]  # m^2
    seeds: int
    fit_seconds: Optional[float]  # of a seed, mean, by the clock
    rollout_seconds: Optional[float]
    no_better_than_persistence: bool
    notes: str
    other_data: str = ""  # what they differ in from yours, of scores from elsewhere; "" where they are of the same data


@dataclass(frozen=True)
class Report:
    """What cchnn.benchmark returns. print(report) shows a table."""

    model: str
    systems: tuple[str, ...]
    seeds: tuple[int, ...]  # empty: the model is not trained
    rollout: str  # how its predictions were made: integrator, tolerances, kind of arrays
    preset: str
    scores: tuple[Score, ...]  # by system, your model first, then by error
    signatures: dict[str, str]  # every choice that moves a score, by system; that of the scores, and `rollout`
    directory: Path
    left_out: tuple[str, ...]  # baselines and published scores of data that cannot be compared, and why
    page: Path  # HTML, works offline
    latex: Path
    json: Path  # the comparison of cchnn-eval (schemas/report.md)

    def __getitem__(self, system: str) -> Score:
        """Of the benchmarked model."""
        for score in self.scores:
            if score.system == system and score.kind == "model":
                return score
        raise KeyError(f"{system}: was not benchmarked; available: {', '.join(self.systems)}")

    if not TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            # Pickle asks for names before there is any system.
            first = next(iter(self.__dict__.get("systems", ())), "")
            of_a_score = {one.name: f"write report[{first!r}].{one.name}" for one in dataclasses.fields(Score)}
            raise no_attribute(self, name, {**of_a_score, "save": "report.page, report.json and report.latex are its files",
                                            "to_latex": "report.latex is the file", "to_json": "report.json is the file",
                                            "to_html": "report.page is the file"})

    def to_pandas(self) -> pandas.DataFrame:
        """A row for each score, with the fields of cchnn.Score as columns."""
        try:
            import pandas
        except ImportError:
            raise ImportError("Report.to_pandas needs pandas, which is not installed (Debian: python3-pandas); Report.scores "
                              "has the same rows") from None
        return pandas.DataFrame([dataclasses.asdict(score) for score in self.scores])

    def plot(self) -> Figure:
        """Relative errors of your data with their intervals, a panel for each system, your model in colour. Needs matplotlib."""
        from .plots import plot_report
        return plot_report(self)

    def __str__(self) -> str:
        lines: list[str] = []
        for heading, rows in self.tables():
            widths = [max(map(len, column)) for column in zip(*rows)]
            lines.append(heading)
            lines += ["  ".join(cell.ljust(width) if k < 3 else cell.rjust(width)
                                for k, (cell, width) in enumerate(zip(row, widths))).rstrip() for row in rows]
            lines.append("")
        return "\n".join([*lines, *self.remarks(), f"Page: {self.page}"])

    def tables(self) -> list[tuple[str, list[tuple[str, ...]]]]:
        """Heading and rows, the first of them names of columns: scores of your data, then those of other data by what differs."""
        names = ("system", "model", "", "relative error [95 %]", "until Err > 0.1, s", "energy error", "fit, s", "rollout, s")
        found = []
        for differs in sorted({score.other_data for score in self.scores}):
            rows = [(score.system, score.model, score.kind, _with_interval(score), _text(score.valid_time, ".3g"),
                     _text(score.energy_error, ".2e"), _text(score.fit_seconds, ".3g"), _text(score.rollout_seconds, ".3g"))
                    for score in self.scores if score.other_data == differs]
            what = f"Other data: {differs}" if differs else f"Scores of this data, with the preset {self.preset}"
            found.append((what, [names, *rows]))
        return found

    def remarks(self) -> list[str]:
        seeds = f"{len(self.seeds)} training seed{'s' * (len(self.seeds) > 1)}" if self.seeds else "not trained"
        poor = [score.system for score in self.scores if score.kind == "model" and score.no_better_than_persistence]
        return [*self.left_out, *([f"{self.model}: no better than persistence on {', '.join(poor)}."] if poor else []),
                f"{self.model}: {seeds}; {self.rollout}."]

    __repr__ = __str__


def _text(number: Optional[float], form: str) -> str:
    return "" if number is None else format(number, form)


def _with_interval(score: Score) -> str:
    interval = score.relative_error_ci95
    return f"{score.relative_error:.2e}" + (f" [{interval[0]:.2e}, {interval[1]:.2e}]" if interval else "")


def number_of(value: Any) -> float:
    """JSON has no infinity: reports write the word."""
    return math.inf if value == "infinity" else float(value)


def _mean_of(metrics: dict[str, Any], key: str, kind: str) -> Optional[float]:
    value = metrics.get(key, {}).get(kind)
    return None if value is None else number_of(value)


def _interval_of(given: Any) -> Optional[tuple[float, float]]:
    return None if given is None else (number_of(given[0]), number_of(given[1]))


@dataclass(frozen=True)
class Effort:
    """What a model cost on a system, and how it was made to predict."""

    fit_seconds: Optional[float]
    rollout_seconds: float
    notes: str


def scores_of(system: dict[str, Any], efforts: dict[str, Effort]) -> list[Score]:
    """Of one system of a comparison: the model first, then what is beside it, by error."""
    name = system["truth"]["system"]
    found = []
    for entry in system["models"]:
        label, metrics = entry["label"], entry["metrics"]
        error, effort = metrics["relative_error"], efforts.get(label)
        # Of all seeds: `entry` leaves out those that predict the same.
        seeds = [submission["metrics"]["relative_error"]["geometric_mean"] for submission in system["submissions"]
                 if submission["model"] == label]
        kind = "reference" if entry["reference"] else "naive" if entry["naive"] else "model"
        found.append(Score(
            name, label, kind, number_of(error["geometric_mean"]), _interval_of(error["geometric_mean_ci95"]),
            tuple(map(number_of, seeds)), _mean_of(metrics, "valid_time_0.1", "mean"),
            _mean_of(metrics, "energy_error", "geometric_mean"), _mean_of(metrics, "constraint_rmse", "geometric_mean"), len(seeds),
            effort.fit_seconds if effort else None, effort.rollout_seconds if effort else None,
            entry["persistence"] == "no better than persistence",
            effort.notes if effort else system["submissions"][entry["submissions"][0]]["notes"]))
    return _sorted(found)


def _sorted(scores: Iterable[Score]) -> list[Score]:
    return sorted(scores, key=lambda score: (KINDS.index(score.kind), score.relative_error))


@dataclass(frozen=True)
class Beside:
    """Scores from elsewhere for a system, and why others are left out."""

    scores: list[Score] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


def published_scores(system: dict[str, Any], splits: Splits) -> Beside:
    """Those of the paper, which the comparison has beside its own, of the same system, step and samples."""
    name = system["truth"]["system"]
    if "published_left_out" in system:
        return Beside([], [f"Published scores of {name} are left out: they were {system['published_left_out']}."])
    differs = _training_differs(PUBLISHED_TRAJECTORIES, splits)
    return Beside(_sorted(_outside(name, "published", score, 1, "published with the paper, of other test trajectories", differs)
                          for score in (system.get("published") or {}).get("scores", [])))


def _outside(system: str, kind: str, score: dict[str, Any], seeds: int, notes: str, differs: str) -> Score:
    error = number_of(score["geometric_mean"])
    return Score(system, score["model"], kind, error, _interval_of(score["geometric_mean_ci95"]),
                 tuple(map(number_of, score.get("of_each_seed", [error]))), None,
                 number_of(score["energy_error"]) if "energy_error" in score else None, None, seeds, None, None, False, notes, differs)


def baseline_scores(splits: Splits) -> Beside:
    """Of the five models that apps/python/baselines trained; none for systems that it did not train on."""
    file, name = Path(__file__).with_name("baselines.json"), splits.test.system_name
    kept = json.loads(file.read_text("utf-8")) if file.exists() else {"scores": []}
    rows = [row for row in kept["scores"] if row["system"] == name]
    if not rows:
        return Beside()
    of = kept["data"][name]
    apart = _cannot_be_compared(of, splits)
    if apart:
        return Beside([], [f"Baselines of {name} are left out: they were {apart}."])
    differs = _data_differ(of, splits)
    found = []
    for row in rows:
        budget = sorted({f"width {run['hidden']}, {run['epochs']} epochs" for run in row["training"]})
        seconds = [run["seconds"] for run in row["training"]]
        score = _outside(name, "baseline", row, len(row["of_each_seed"]), "; ".join(budget), differs)
        found.append(dataclasses.replace(score, fit_seconds=sum(seconds) / len(seconds)))
    return Beside(_sorted(found))


def data_of(splits: Splits) -> dict[str, Any]:
    """What a score is of: what makes the motion of the system, step and samples, and the digests of both sets."""
    return {"content": content_of(splits.test.system), "dt": splits.test.dt, "samples": splits.test.shape[1],
            "train": {"trajectories": len(splits.train), "truth_digests": [splits.train.truth_digest]},
            "test": {"trajectories": len(splits.test), "truth_digests": [splits.test.truth_digest]}}


def content_of(system: dict[str, Any]) -> str:
    """SHA-256 of a system's file without its texts and its sampling."""
    kept = {key: value for key, value in system.items() if key not in ("title", "description", "reference", "sampling")}
    return hashlib.sha256(json.dumps(_as_floats(kept), sort_keys=True).encode()).hexdigest()


def _as_floats(value: Any) -> Any:
    """1 and 1.0 are one number."""
    if isinstance(value, dict):
        return {key: _as_floats(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_as_floats(item) for item in value]
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _cannot_be_compared(of: dict[str, Any], splits: Splits) -> str:
    test = splits.test
    if of["content"] != content_of(test.system):
        return "measured on the built-in system, which this file changes"
    if of["dt"] != test.dt:
        return f"measured at dt = {of['dt']:g} s, not {test.dt:g} s"
    return "" if of["samples"] == test.shape[1] else f"measured on {of['samples']} samples, not {test.shape[1]}"


def _data_differ(of: dict[str, Any], splits: Splits) -> str:
    """By digests: another seed, another number of trajectories, other options."""
    said = [_training_differs(of["train"]["trajectories"], splits)]
    if not said[0] and splits.train.truth_digest not in of["train"]["truth_digests"]:
        said = ["other training trajectories"]
    if splits.test.truth_digest not in of["test"]["truth_digests"]:
        said.append(f"{of['test']['trajectories']} other test trajectories")
    return ", ".join(filter(None, said))


def _training_differs(trajectories: int, splits: Splits) -> str:
    own = len(splits.train) if (splits.directory / "train.h5").exists() else 0
    return "" if own == trajectories else f"trained on {trajectories} trajectories, not {own}"
