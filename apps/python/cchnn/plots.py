"""Pictures with matplotlib, which is imported when one is asked for."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from .array_types import Floats
from .errors import DataError

if TYPE_CHECKING:
    from matplotlib.animation import FuncAnimation
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .report import Report
    from .trajectory import Trajectory

FRAMES_PER_SECOND = 30
ACCENT, OTHERS = "#c2410c", "#6b7280"


def _pyplot() -> Any:
    try:
        import matplotlib.pyplot
    except ImportError:
        raise ImportError("pictures need matplotlib, which is not installed (Debian: python3-matplotlib; pip install "
                          "matplotlib)") from None
    return matplotlib.pyplot


def _axes_of(dimension: int) -> Any:
    return _pyplot().figure().add_subplot(projection="3d" if dimension == 3 else None)


def _in_a_plane(points: Floats) -> Floats:
    """Motions along a line get a second axis, of zeros."""
    return points if points.shape[-1] > 1 else np.concatenate([points, np.zeros_like(points)], -1)


def _label(axes: Any, dimension: int) -> None:
    axes.set(xlabel="x, m", ylabel="y, m" if dimension > 1 else "")
    if dimension == 3:
        axes.set_zlabel("z, m")
    axes.set_aspect("equal" if dimension < 3 else "auto", adjustable="datalim" if dimension < 3 else None)


def plot_paths(one: Trajectory, axes: Optional[Axes] = None) -> Axes:
    dimension = one.data.shape[3]
    shown: Any = axes if axes is not None else _axes_of(dimension)
    centres = _in_a_plane(one.data.centres(one.x))
    for body in one.data.bodies:
        path = centres[:, body.number].T
        if body.is_anchor:
            shown.plot(*path[:, :1], "k+", zorder=3)
            continue
        line, = shown.plot(*path, linewidth=1, label=body.id)
        for marker, filling, sample in (("o", "none", 0), ("o", None, -1)):
            shown.plot(*path[:, [sample]], marker, color=line.get_color(), fillstyle=filling or "full", markersize=5)
    _label(shown, dimension)
    shown.legend(frameon=False)
    shown.set_title(f"{one.data.system_name}, trajectory {one.number}")
    result: Axes = shown
    return result


def animate(one: Trajectory, speed: float = 1) -> FuncAnimation:
    if not speed > 0:
        raise DataError(f"speed: {speed!r}, expected a number > 0; 1 is as fast as real")
    pyplot = _pyplot()
    from matplotlib.animation import FuncAnimation
    dimension = one.data.shape[3]
    axes = _axes_of(dimension)
    pyplot.close(axes.figure)  # a notebook shows the animation alone
    centres = _in_a_plane(one.data.centres(one.x))
    pairs = one.data.edge_index.T
    dots, = axes.plot(*centres[0].T, "o", color=ACCENT, zorder=3)
    rods = [axes.plot(*centres[0, pair].T, color=OTHERS)[0] for pair in pairs]
    low, high = np.nanmin(centres, (0, 1)), np.nanmax(centres, (0, 1))
    margin = 0.05 * max(float((high - low).max()), 1e-9)
    limits = [(float(a - margin), float(b + margin)) for a, b in zip(low, high)]
    axes.set(**dict(zip(("xlim", "ylim", "zlim"), limits)))
    _label(axes, dimension)
    title = axes.set_title("")
    times = np.arange(one.t[0], one.t[-1], speed / FRAMES_PER_SECOND)

    def draw(time: float) -> list[Any]:
        sample = int(np.searchsorted(one.t, time, side="right")) - 1
        share = (time - one.t[sample]) / (one.t[sample + 1] - one.t[sample])
        at = (1 - share) * centres[sample] + share * centres[sample + 1]
        for artist, points in [(dots, at), *((rod, at[pair]) for rod, pair in zip(rods, pairs))]:
            artist.set_data(points[:, 0], points[:, 1])
            if dimension == 3:
                artist.set_3d_properties(points[:, 2])
        title.set_text(f"{one.data.system_name}, t = {time:.2f} s")
        return [dots, *rods, title]
    return FuncAnimation(axes.figure, draw, frames=times, interval=1000 / FRAMES_PER_SECOND)


def plot_report(report: Report) -> Figure:
    """A panel for each system: relative errors of your data with their intervals, yours in colour."""
    figure, panels = _pyplot().subplots(1, len(report.systems), squeeze=False, layout="constrained",
                                        figsize=(1 + 4.2 * len(report.systems), 3.6))
    for axes, system in zip(panels[0], report.systems):
        rows = sorted((score for score in report.scores if score.system == system and not score.other_data),
                      key=lambda score: -score.relative_error)
        models = [score.relative_error for score in rows if score.kind != "reference" and 0 < score.relative_error < np.inf] or [1.0]
        axes.set(xscale="log", xlim=(min(models) / 3, max(models) * 3))  # so that models can be told apart
        for place, score in enumerate(rows):
            colour = ACCENT if score.kind == "model" else OTHERS
            if score.kind == "reference":
                axes.annotate(f"\u2190 {score.relative_error:.1e}", (0, place), xycoords=("axes fraction", "data"), xytext=(3, 0),
                              textcoords="offset points", va="center", color=colour, fontsize="small")
                continue
            if score.relative_error_ci95 is not None:
                axes.plot(score.relative_error_ci95, (place, place), color=colour, linewidth=1)
            axes.plot([score.relative_error], [place], "o", color=colour, markersize=5)
        axes.set_yticks(range(len(rows)), [score.model + (", published" if score.kind == "published" else "") for score in rows])
        axes.set(xlabel="relative error [95 %]", title=system)
        axes.grid(axis="x", color="#e5e7eb", linewidth=0.8)
        axes.spines[["top", "right", "left"]].set_visible(False)
        axes.tick_params(axis="y", length=0)
    result: Figure = figure
    return result
