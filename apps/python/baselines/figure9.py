"""The paper's figure 9: relative error over time on a linear scale, mean over test trajectories (and seeds), with the band that holds
90 % of the trajectories. The paper's band is the 95 % interval of the mean, which does not show how much trajectories vary."""
from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Callable

import numpy as np

from figure8 import Curve, draw_panels

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def error_curves(system: dict[str, Any]) -> dict[str, tuple[Curve, ...]]:
    """Of one system of a comparison: times, s, mean, 5th and 95th percentile of Err of each model."""
    curves = {}
    for model in system["models"]:
        own = [entry["error_over_time"] for entry in system["submissions"] if entry["model"] == model["label"]]
        parts = (np.array([entry[part] for entry in own], dtype=float).mean(axis=0) for part in ("mean", "p05", "p95"))
        curves[str(model["label"])] = (np.array(own[0]["times"]), *parts)
    return curves


def draw_errors(report: dict[str, Any], path: Path, say: Callable[[str], None]) -> None:
    """A panel a system, four in a row."""
    def scale(axes: Axes) -> None:
        axes.set_ylim(0, 1)
    curves = [(str(system["truth"]["system"]), error_curves(system)) for system in report["systems"]]
    draw_panels(curves, "Relative error, mean over trajectories, and 5 % to 95 % of them. Linear scale.", scale, path, say)
