"""A model on some systems, from its training to a report, with naive forecasts and others' scores beside it."""
from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Optional, Sequence, Union

from .cache import Splits, load
from .checks import plain_text, whole_number
from .dataset import Dataset
from .errors import DataError
from .models import Model, arrays_of
from .new_file import write_text
from .options import SetOptions, require_known, shows
from .programs import run
from .report import Effort, Report, Score, baseline_scores, published_scores, scores_of
from .report_page import add_to_page
from .submission import Submission
from .terminal import LongWork, say
from .withheld import Withheld

if TYPE_CHECKING:
    from typing_extensions import Unpack

REFERENCE = "true equations"
NAIVE = ("persistence", "constant-velocity", "mean", "parrot", "linear")  # the first two need no training set
LONGEST_NAME = 100  # bytes


@shows(SetOptions)
def benchmark(model: Any, systems: Union[str, Path, Splits, Sequence[Union[str, Path, Splits]]] = "chain_pendulum_2",
              seeds: Union[int, Sequence[int]] = 1, *, name: Optional[str] = None, output: Union[str, Path] = "benchmark",
              integrator: str = "dopri5", tolerance: float = 1e-7, preset: str = "published", naive: bool = True,
              cache: Optional[Union[str, Path]] = None, **sizes: Unpack[SetOptions]) -> Report:
    """Trains a model on each system with each seed, predicts the test sets, and scores the predictions beside naive forecasts,
    the true equations, the baselines of this project and the scores of the paper.

    `model` is an object or a class with rollout(test), and with fit(train) where it is trained. rollout returns x and v
    (N, T, n, d), or q and qdot (N, T, m), of all samples, the given one first; its test has initial states, times, inputs and the
    system, not the samples to predict. Before training, the untrained model predicts two trajectories, so that a wrong form is
    seen at once. Or `model` is a function (or has a method) of
    this name: rate(x, v) returns dv/dt (B, n, d), which is integrated by dopri5 at rtol `tolerance` and atol `tolerance` / 100
    without projection onto constraints; rate(x, v, u) also gets the inputs (B, K) of a driven system at that time, held,
    linear or a formula of t as its file says; step(x, v, dt) returns x and v one sample later. Functions get arrays of NumPy, or
    tensors where they take no arrays.

    A class makes a new model for each system and seed; an object is copied. Random seeds of Python, NumPy and torch are set
    before each; fit may also have parameters called valid and seed. `systems` are names, JSON files, or what cchnn.load
    returned; `sizes` are options of cchnn.load. Predictions, page, LaTeX and JSON go into the directory `output`."""
    require_known("benchmark", dict(sizes), SetOptions)
    if integrator != "dopri5":
        raise DataError(f"integrator: {integrator!r}, expected 'dopri5'; another one of your own is a step(x, v, dt) or a "
                        "rollout(test)")
    if not 1e-14 <= tolerance <= 0.1:
        raise DataError(f"tolerance: {tolerance!r}, expected 1e-14 to 0.1")
    if isinstance(systems, Dataset):
        raise TypeError("benchmark(): systems is one set, expected the name of a system, its file, or what cchnn.load returned, which "
                        "has a set to learn from and a set to predict")
    seen = Model(model, tolerance, name)
    plan = _Plan(seen, _checked_name(seen.name), _seeds_of(seen, seeds), Path(output), naive)
    for given in [systems] if isinstance(systems, (str, Path, Splits)) else systems:
        splits = given if isinstance(given, Splits) else load(given, cache=cache, **sizes)
        plan.add_system(splits, None if isinstance(given, Splits) else str(given))
    return plan.report(preset)


def _seeds_of(model: Model, seeds: Union[int, Sequence[int]]) -> tuple[int, ...]:
    """Numbers of seeds are 0, 1, ..., and of a model without fit(train) there are none."""
    numbers = list(range(whole_number("seeds", seeds, "training runs", 1)) if not isinstance(seeds, (list, tuple, range)) else seeds)
    if len(numbers) != len(set(numbers)) or not numbers:
        raise DataError(f"seeds: {seeds!r}, expected a number of training runs, or different numbers")
    if model.is_trained:
        return tuple(numbers)
    if len(numbers) > 1:
        raise DataError(f"seeds: {seeds!r}, but {model.name} has no fit(train): it would be the same each time")
    return ()


def _checked_name(name: str) -> str:
    plain_text("name", name, LONGEST_NAME)
    if not re.fullmatch(r"[\w .+()-]*\w[\w .+()-]*", name):
        raise DataError(f"name: {name!r}, expected letters, digits, blanks and . + - ( )")
    if name in NAIVE or name == REFERENCE:
        raise DataError(f"name: {name!r} is the name of another row of the table; give another name=")
    return name


@dataclass
class _Plan:
    model: Model
    name: str
    seeds: tuple[int, ...]
    directory: Path
    naive: bool
    data: dict[str, Splits] = field(default_factory=dict)  # by system
    files: dict[str, dict[str, list[Path]]] = field(default_factory=dict)  # by model and system
    efforts: dict[str, dict[str, Effort]] = field(default_factory=dict)  # by system and model
    how: str = ""

    def add_system(self, splits: Splits, given: Optional[str]) -> None:
        system = splits.test.system_name
        if system in self.data:
            raise DataError(f"systems: {system} is there twice")
        self.data[system], self.efforts[system] = splits, {}
        self.how = self._predict(self.model, self.name, splits, self.seeds or (0,))
        if given is None:
            copy = self.directory / f"{system}.json"
            write_text(copy, splits.test["system/json"])
            given = str(copy)
        if self.naive:
            names = NAIVE if (splits.directory / "train.h5").exists() else NAIVE[:2]
            place = [self._file(name, system, "") for name in names][0].parent
            self._roll_out(splits, given, place / "{}.h5", sweep="baseline=" + ",".join(names))
        # As exact as a model of rates can be that is integrated as these are.
        self._roll_out(splits, given, self._file(REFERENCE, system, ""), model=REFERENCE, protocol="paper", projection="off")

    def _predict(self, model: Model, name: str, splits: Splits, seeds: Iterable[int]) -> str:
        system, fits, rollouts, how = splits.test.system_name, [], [], ""
        for seed in seeds:
            given = Withheld(splits.test)
            begin = time.perf_counter()
            with LongWork(f"{name}, {system}, seed {seed}: training", "samples"):
                fitted = model.fitted(splits, seed)
            middle = time.perf_counter()
            with LongWork(f"{name}, {system}: rollout", "samples") as work:
                arrays = arrays_of(fitted.rollout(given, work.reach), given)
            end = time.perf_counter()
            how = fitted.how
            said = f"{how}; seed {seed}" if model.is_trained else how
            file = self._file(name, system, f"-{seed}" if model.is_trained else "")
            Submission(splits.test, model=name, notes=said).assign(**arrays).write(file)
            fits.append(middle - begin)
            rollouts.append(end - middle)
            if name == self.name:
                say(f"{name}, {system}" + (f", seed {seed}, {fits[-1]:.1f} s of training" if model.is_trained else "") +
                    f", {rollouts[-1]:.1f} s of rollout")
        self.efforts[system][name] = Effort(sum(fits) / len(fits) if model.is_trained else None, sum(rollouts) / len(rollouts), how)
        return how

    def _roll_out(self, splits: Splits, given: str, output: Path, **options: str) -> None:
        run("cchnn-gen", "rollout", given, output=output, force=True, quiet=True, **options, **{"from": splits.test.path})

    def _file(self, name: str, system: str, ending: str) -> Path:
        place = self.directory / system
        place.mkdir(parents=True, exist_ok=True)
        file = place / f"{re.sub(r'[^A-Za-z0-9.+-]+', '_', name)}{ending}.h5"
        self.files.setdefault(name, {}).setdefault(system, []).append(file)
        return file

    def report(self, preset: str) -> Report:
        page, latex, document = (self.directory / f"report.{ending}" for ending in ("html", "tex", "json"))
        tests = {system: splits.test.path for system, splits in self.data.items()}
        pairs = [f"{tests[system]}:{file}" for files in self.files.values() for system, of in files.items() for file in of]
        groups = [f"{name}={','.join(str(file) for of in files.values() for file in of)}" for name, files in self.files.items()]
        for path in [*tests.values(), self.directory]:
            if set(":,=") & set(str(path)):
                raise DataError(f"{path}: has one of : , = in its name, which separate names of files for cchnn-eval")
        run("cchnn-eval", "compare", *pairs, group=groups, published=preset == "published", preset=preset, html=page, latex=latex,
            json=document, quiet=True)
        comparison = json.loads(document.read_text("utf-8"))
        scores: list[Score] = []
        left_out: list[str] = []
        for system in comparison["systems"]:
            name = system["truth"]["system"]
            scores += scores_of(system, self.efforts[name])
            if preset == "published":  # which these were scored with
                for beside in (baseline_scores(self.data[name]), published_scores(system, self.data[name])):
                    scores += beside.scores
                    left_out += beside.left_out
        signatures = {system["truth"]["system"]: f"{system['signature']}|rollout:{self.how}" for system in comparison["systems"]}
        report = Report(self.name, tuple(tests), self.seeds, self.how, preset, tuple(scores), signatures, self.directory,
                        tuple(left_out), page, latex, document)
        add_to_page(report)
        return report
