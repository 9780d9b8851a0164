"""The paper's figure 8: error of the energy over time, mean over test trajectories (and seeds). In units of the largest kinetic
energy of the reference, where the paper takes |H| + |H'|, which depends on where the potential is 0."""
from __future__ import annotations

from pathlib import Path
from typing import Any, Callable

import numpy as np
from numpy.typing import NDArray

from figures import COLOURS, draw

Curve = NDArray[np.float64]


def energy_curves(system: dict[str, Any]) -> dict[str, tuple[Curve, Curve]]:
    """Of one system of a comparison: times, s, and |H - H'| / max K of each model."""
    curves = {}
    for model in system["models"]:
        own = [entry["energy_over_time"] for entry in system["submissions"] if entry["model"] == model["label"]]
        means = np.array([entry["mean"] for entry in own], dtype=float)  # null, where nothing is finite, becomes NaN
        curves[str(model["label"])] = (np.array(own[0]["times"]), means.mean(axis=0))
    return curves


def panel(name: str, curves: dict[str, tuple[Curve, Curve]]) -> list[str]:
    """One system: data blocks, title, plot. Every third sample, without the first, whose state is given."""
    commands, plots = [], []
    for model, colour in COLOURS.items():
        if model in curves:
            block = f"${name}_{model}"
            points = [f"{t:.6g} {error:.4g}" for t, error in zip(*(array[3::3] for array in curves[model])) if error > 0]
            commands += [f"{block} << END", *points, "END"]
            plots.append(f'{block} with lines lw 1.5 lc rgb "{colour}" title "{model}"')
    return [*commands, f'set title "{name.replace("_", " ")}"', f"plot {', '.join(plots)}"]


def draw_energies(report: dict[str, Any], path: Path, say: Callable[[str], None]) -> None:
    """A panel a system, four in a row; the key stands in the first."""
    systems = [(str(system["truth"]["system"]), energy_curves(system)) for system in report["systems"]]
    columns = min(4, len(systems))
    lines = -(-len(systems) // columns)
    commands = ["set logscale y", 'set format y "10^{%L}"', "set yrange [1e-8:10]", "set ytics 100", "set grid y",
                'set xlabel "time, s"', "set xtics 1", 'set key bottom right samplen 1 spacing 0.8 font ",9"', f"set multiplot layout {lines},{columns}"]
    for number, (name, curves) in enumerate(systems):
        commands += ['set ylabel "energy error / max kinetic"' if number % columns == 0 else "unset ylabel",
                     *panel(name, curves), "set key off"]
    draw([*commands, "unset multiplot"], (60 + 260 * columns, 270 * lines), path, say)
