"""The paper's figure 8: error of the energy over time, mean over test trajectories (and seeds). In units of the largest kinetic
energy of the reference, where the paper takes |H| + |H'|, which depends on where the potential is 0."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

import numpy as np
from numpy.typing import NDArray

from figures import COLOURS, draw

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Curve = NDArray[np.float64]


def energy_curves(system: dict[str, Any]) -> dict[str, tuple[Curve, ...]]:
    """Of one system of a comparison: times, s, and |H - H'| / max K of each model."""
    curves = {}
    for model in system["models"]:
        own = [entry["energy_over_time"] for entry in system["submissions"] if entry["model"] == model["label"]]
        means = np.array([entry["mean"] for entry in own], dtype=float)  # null, where nothing is finite, becomes NaN
        curves[str(model["label"])] = (np.array(own[0]["times"]), means.mean(axis=0))
    return curves


def draw_energies(report: dict[str, Any], path: Path, say: Callable[[str], None]) -> None:
    """A panel a system, four in a row."""
    def scale(axes: Axes) -> None:
        axes.set_yscale("log")
        axes.set_ylim(1e-8, 10)
    curves = [(str(system["truth"]["system"]), energy_curves(system)) for system in report["systems"]]
    draw_panels(curves, "Energy error over the largest kinetic energy, mean over trajectories.", scale, path, say)


def draw_panels(systems: list[tuple[str, dict[str, tuple[Curve, ...]]]], title: str, scale: Callable[[Axes], None], path: Path,
                say: Callable[[str], None]) -> None:
    """Times and a curve of each model, and the two ends of a band around it where they follow."""
    columns = min(4, len(systems))
    lines = -(-len(systems) // columns)

    def panels(figure: Figure) -> None:
        each = figure.subplots(lines, columns, sharey=True, squeeze=False)
        for axes in each.flat[len(systems):]:
            axes.set_visible(False)
        for axes, (name, curves) in zip(each.flat, systems):
            for model, colour in COLOURS.items():
                if model in curves:  # every third sample, without the first, whose state is given
                    times, middle, *band = (array[3::3] for array in curves[model])
                    axes.plot(times, middle, linewidth=1.2, color=colour, label=model)
                    if band:
                        axes.fill_between(times, *band, color=colour, alpha=0.15, linewidth=0)
            scale(axes)
            axes.set_xlim(left=0)
            axes.grid(axis="y")
            axes.set_title(name.replace("_", " "))
        for axes in each[-1]:
            axes.set_xlabel("time, s")
        figure.text(12 / width, 1 - 20 / high, title, fontsize=9)
        figure.legend(*each[0, 0].get_legend_handles_labels(), loc="upper left", bbox_to_anchor=(8 / width, 1 - 22 / high), ncols=len(COLOURS),
                      borderaxespad=0, handlelength=1.5)
        figure.subplots_adjust(left=50 / width, right=0.99, bottom=45 / high, top=1 - 78 / high, hspace=0.3, wspace=0.08)

    width, high = max(60 + 240 * columns, 480), 70 + 235 * lines
    draw(panels, (width, high), path, say)
