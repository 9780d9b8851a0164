"""The programs, run from Python: their options as keywords, their errors as ProgramError with their own text."""
from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Union

from .errors import ProgramError

Argument = Union[str, Path]


def find_program(name: str) -> str:
    """cchnn-gen or cchnn-eval: in $CCHNN_BIN where that is set; else on the PATH, as a shell finds them; else beside
    this package, in a clone's build/bin or an installation's bin. FileNotFoundError where it is nowhere."""
    chosen = os.environ.get("CCHNN_BIN")
    above = Path(__file__).resolve().parents  # cchnn, python, apps of a clone; cchnn, dist-packages, python3, lib
    beside = above[3] / "build/bin" if above[1].name == "python" else above[4] / "bin"
    found = shutil.which(name, path=chosen) if chosen else shutil.which(name) or shutil.which(name, path=str(beside))
    if found is None:
        places = f"in {chosen}, which CCHNN_BIN names" if chosen else f"on the PATH, nor in {beside}"
        raise FileNotFoundError(f"{name}: is not {places}; build it (README.md), and name its directory in CCHNN_BIN")
    return found


def run(program: str, *arguments: Argument, **options: Any) -> str:
    """Runs a program and returns its standard output. Options are written as in Python: train=64 is --train 64,
    bootstrap_seed=1 is --bootstrap-seed 1, force=True is --force; a list repeats an option. A keyword of Python takes an
    underscore: with_="acceleration" is --with acceleration."""
    command = [find_program(program), *map(str, arguments)]
    for key, value in options.items():
        flag = "--" + key.rstrip("_").replace("_", "-")
        for item in value if isinstance(value, (list, tuple)) else [value]:
            if item is not False and item is not None:
                command += [flag] if item is True else [flag, str(item)]
    done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise ProgramError(done.stderr.strip() or f"{program}: ended with exit code {done.returncode}", done.returncode)
    return done.stdout


def generate(system: Argument, output: Argument, **options: Any) -> Path:
    """Writes train, valid and test sets of a built-in system, or of a JSON file, and returns their directory."""
    run("cchnn-gen", "generate", system, "-o", output, **options)
    is_file = str(system).endswith(".json")
    name = str(json.loads(Path(system).read_text())["name"]) if is_file else str(system)
    return Path(output) / name


def score(test: Argument, *submissions: Argument, **options: Any) -> dict[str, Any]:
    """The scores of submissions for a test set: the report of cchnn-eval score (schemas/report.md).

    report["submissions"][0]["metrics"]["relative_error"]["geometric_mean"] is the first one's error."""
    return dict(json.loads(run("cchnn-eval", "score", test, *submissions, json="-", **options)))
