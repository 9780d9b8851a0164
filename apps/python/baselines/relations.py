"""Relations between positions and velocities by singular values, the naive learner of constraints: sum c_ij (1, x)_i v_j = 0.

It needs no Lagrangian and no training, and takes any system of points and bodies. Rows that are affine in x are all that it can find:
links, rigidity, rolling and blades are. What it found is scored by `cchnn-eval score --found`."""
from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any, Callable

import numpy as np

import cchnn
from cchnn.array_types import Floats
from cchnn.new_file import write_text

SMALL = 1e-9  # of the largest singular value: data are exact to 1e-13, and rounding of products adds up


def flat(data: cchnn.Dataset, count: int) -> tuple[Floats, Floats]:
    x, v = (array[:count].reshape(-1, array.shape[2] * array.shape[3]) for array in (data.x, data.v))
    return x, v


def with_one(x: Floats) -> Floats:
    return np.concatenate([np.ones((len(x), 1)), x], 1)


def relations(x: Floats, v: Floats) -> tuple[Floats, float]:
    """c (k, 1 + D, D) of k relations, and the smallest singular value that is none, as a share of the largest."""
    products = np.einsum("ti,tj->tij", with_one(x), v).reshape(len(x), -1)
    _, sizes, turned = np.linalg.svd(products, full_matrices=False)
    sizes = np.concatenate([sizes, np.zeros(products.shape[1] - len(sizes))])
    if len(turned) < products.shape[1]:  # fewer states than products: what they leave open holds at these states
        turned = np.linalg.svd(products)[2]
    none = sizes >= SMALL * sizes[0]
    return turned[~none].reshape(-1, x.shape[1] + 1, x.shape[1]), float(sizes[none][-1] / sizes[0])


def rows_at(c: Floats, x: Floats) -> Floats:
    """Of each state as many rows (r, D) as are independent at the first one."""
    rows = np.einsum("ti,cij->tcj", with_one(x), c)
    _, sizes, turned = np.linalg.svd(rows, full_matrices=False)
    found: Floats = turned[:, :(sizes[0] > 1e-6).sum()]
    return found


def score(test: cchnn.Dataset, rows: Floats) -> dict[str, Any]:
    """Of rows at the states of the test set. The forecast does not matter for it, and keeps the start."""
    submission = cchnn.Submission(test, model="singular values")
    submission.assign(**{name: np.repeat(array[:, :1], len(test.t), 1) for name, array in (("x", test.x), ("v", test.v))})
    submission.found(constraints=rows.reshape(*test.x.shape[:2], *rows.shape[1:]))
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "found.h5"
        submission.write(file)
        metrics = cchnn.score(test, file, found=True)["submissions"][0]["metrics"]
    counts = {part: round(metrics["constraints_" + part]["mean"], 3) for part in ("found", "missed", "invented")}
    return {**counts, "degrees": float(f"{metrics['constraint_angle']['mean']:.3g}")}


def relate(data: cchnn.Dataset, test: cchnn.Dataset, counts: list[int], output: Path, say: Callable[[str], None]) -> None:
    """Constraints of the test set that the first trajectories of the training set show."""
    states, rows = flat(test, len(test))[0], []
    for count in counts:
        c, least = relations(*flat(data, count))
        rows.append({"learner": "singular values", "trajectories": count, "relations": len(c), "next_singular_value": float(f"{least:.3g}"),
                     **score(test, rows_at(c, states))})
        row = rows[-1]
        say(f"singular values, {count} trajectories: {row['found']:g} constraints found, {row['missed']:g} missed, {row['invented']:g} "
            f"invented, angle {row['degrees']:g} degrees")
    write_text(output, json.dumps({"system": data.system_name, "rows": rows}, indent=1) + "\n")
