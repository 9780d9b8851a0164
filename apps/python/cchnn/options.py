"""Options of the programs as keywords of Python: their names and types, and an answer for names that no program knows."""
from __future__ import annotations

import difflib
import inspect
from pathlib import Path
from typing import Any, Callable, Literal, Sequence, TypedDict, TypeVar, Union

File = Union[str, Path]
Switch = Union[bool, Literal["on", "off"]]
CALLED_ELSEWHERE = {"samples": "steps", "timesteps": "steps", "val": "valid", "validation": "valid", "trajectories": "train",
                    "random_state": "seed", "threshold": "valid_at", "num_workers": "threads"}
# What another function, or what a function returns, has.
SAID = {"split": "all sets are made: write .train, .valid or .test of what it returns", "batch_size": "it is an argument of windows(5).loader(256)",
        "dtype": "it is an argument of windows(5, dtype=\"float32\")", "download": "data are generated here", "root": "write cache=",
        "data_dir": "write cache="}
Function = TypeVar("Function", bound=Callable[..., Any])


class SetOptions(TypedDict, total=False):
    """What makes the data, except for what cchnn.benchmark calls otherwise."""

    train: int  # training trajectories; 0 leaves the file out [800]
    valid: int  # validation trajectories [100]
    test: int  # test trajectories [100]
    steps: int  # samples of each trajectory [the system's]
    dt: float  # s between samples [the system's]
    seed: int  # of all random numbers [0]
    chunk: int  # samples of a training window [5]
    states: File  # initial states from this file instead of drawn ones
    starts: Literal["first", "chunk"]  # which state of each trajectory in `states`
    inputs: File  # values of held inputs from this file instead of drawn ones
    protocol: Literal["default", "paper"]  # integration settings
    rtol: float  # relative tolerance of a step [1e-13; paper: 1e-7]
    atol: float  # absolute tolerance of a step, m and m/s [1e-13; paper: 1e-9]
    max_steps: int  # steps between two samples before giving up [100000]
    projection: Switch  # onto the constraints after each step [on]
    substeps: int  # of integrators with fixed steps, between two samples
    step: float  # s, the length of such a step instead
    bound: Switch  # estimate an error bound of every trajectory [on]
    refine: Union[float, Literal[False, "off"]]  # trajectories beyond this error are computed again, more exactly [1e-9]
    on_failure: Literal["resample", "fail"]  # when a trajectory cannot be integrated
    with_: str  # "acceleration", "momentum", "multipliers", "sensitivities", or several with commas between
    sensitive: str  # JSON pointers of the numbers that sensitivities are by, with commas between [those that are drawn]
    compress: int  # 1 .. 9: shuffle and deflate [not compressed]
    lyapunov: bool  # also store the largest Lyapunov exponent
    license: str  # of the data, for its card: an SPDX identifier or a URL
    url: str  # page of the dataset
    creator: Union[str, Sequence[str]]
    published: str  # date, such as 2026-01-31
    threads: int  # [all]; changes no bit
    quiet: bool
    patience: float  # s, longest time to read a file
    require_jail: bool  # read no file if the kernel does not allow the reader's filter


class DataOptions(SetOptions, total=False):
    """What makes the data: options of cchnn-gen generate."""

    integrator: Literal["verner87", "dopri5", "rattle2", "rattle4", "rattle6", "rattle8", "rk4"]


class GenerateOptions(DataOptions, total=False):
    """Options of cchnn-gen generate."""

    force: bool  # replace an existing dataset
    resume: bool  # continue an interrupted run
    shard: str  # "k/n": this part alone, for cchnn-gen merge
    lock: File  # regenerate the dataset of this manifest.json, and compare
    json: File  # also write the result to this file


class ScoreOptions(TypedDict, total=False):
    """Options of cchnn-eval score."""

    preset: Literal["paper", "published"]  # the choices of a score, where they are not given
    floor: float  # added to Err before its logarithm
    include_t0: bool
    exclude_t0: bool
    span: Literal["T", "Ndt"]  # divisor of a time integral
    constraint: Literal["rms", "stacked"]
    norm: Literal["sum", "vector"]  # divisor of Err
    state: Literal["xv", "xp"]
    until: Union[int, str]  # last step that counts, 50, or time, "1.5s"
    context: int  # forecasts from so many given samples [1]
    valid_at: Union[float, Sequence[float]]  # thresholds of Err for further valid prediction times
    nrmse_at: Union[float, Sequence[float]]
    bootstrap: int  # sign flips for p-values [10000]; 0: no p-values and no intervals
    bootstrap_seed: int
    group: bool  # submissions that name the same model are training seeds of it
    view: File  # the context samples come from this file of observations
    at: File  # score estimated states at the samples of this view
    observed: File  # bounds of estimated parameters, from what this view saw
    noise: float  # bounds of estimated parameters, from the test set with this noise, m and m/s
    rank_by: Literal["relative_error", "kinetic", "start_error", "nrmse", "crps", "energy_score", "sensitivity_error", "structure_error"]
    sensitivities: bool  # also score the derivatives that submissions state
    found: bool  # also score the constraints and invariants that submissions have found
    members: int  # of every ensemble [50]
    published: bool  # the scores published with the paper's code as well
    start_error: bool  # equivalent start errors
    solver: bool  # a classical solver at equal error and at equal time
    figures: File  # directory for pictures
    figure_width: float  # cm
    figure_font: str
    animation: File
    trajectory: int  # to draw
    html: File
    markdown: File
    csv: File
    latex: File
    wide: bool
    cite: File
    json: File
    all: bool
    force: bool
    quiet: bool
    threads: int
    patience: float
    require_jail: bool


def require_known(function: str, options: dict[str, Any], known: type) -> None:
    """TypeError, as of any keyword that a function does not have, with the nearest name."""
    names = list(known.__annotations__)
    for name in options:
        if name not in names:
            stem = name.lower().removeprefix("n_").removeprefix("num_")
            near = [CALLED_ELSEWHERE[stem]] if CALLED_ELSEWHERE.get(stem) in names else difflib.get_close_matches(stem, names, 1, 0.75)
            hint = f"; did you mean {near[0]!r}?" if near else f"; {SAID[name]}." if name in SAID else "."
            raise TypeError(f"{function}() has no option {name!r}{hint} Options: {', '.join(names)}")


def shows(known: type) -> Callable[[Function], Function]:
    """help() and notebooks show the options by their names, in place of **options."""
    def shown(function: Function) -> Function:
        whole = inspect.signature(function)
        kept = [one for one in whole.parameters.values() if one.kind is not one.VAR_KEYWORD]
        options = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=kind)
                   for name, kind in known.__annotations__.items()]
        function.__signature__ = whole.replace(parameters=[*kept, *options])  # type: ignore[attr-defined]
        return function
    return shown
