"""Datasets in words."""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .dataset import Dataset


class Text(str):
    """Shown with its lines where Python shows a value."""

    def __repr__(self) -> str:
        return str(self)


def describe(data: Dataset) -> Text:
    count, samples, nodes, dimension = data.shape
    title = data.system.get("title", "")
    lines = [f"{data.system_name}{f', {title}' if title else ''}: {data.split} set of {count} trajectories, {data.path}",
             f"  times         {samples} samples, dt = {data.dt:g} s, 0 to {data.t[-1]:g} s",
             f"  x, v          {data.shape}: trajectory, sample, node, axis; m and m/s",
             f"  bodies        {', '.join(f'{body.id} ({body.type})' for body in data.bodies)}"]
    if "q" in data.along_time:
        names = ", ".join(f"{name} ({'angle, rad' if angle else 'm'})" for name, angle in zip(data.coordinate_names, data.angles))
        lines.append(f"  q, qdot       {data.q.shape}: {names}")
    if "u" in data.along_time:
        lines.append(f"  u             {data.u.shape}: {', '.join(one['id'] for one in data.system['inputs'])}")
    independent = int(data.constraints.independent.sum())
    kinds: dict[str, int] = {}
    for edge in data.edges:
        kinds[edge.kind] = kinds.get(edge.kind, 0) + 1
    lines.append(f"  constraints   {len(data.constraints.kind)} scalar, {independent} independent, in {nodes * dimension} coordinates of x")
    if kinds:
        lines.append(f"  edges         {', '.join(f'{number} {kind}' for kind, number in kinds.items())}")
    if data.parameters:
        lines.append(f"  parameters    drawn for each trajectory: {', '.join(data.parameters)}")
    lines.append(f"  energy        {np.nanmin(data.energy):.4g} to {np.nanmax(data.energy):.4g} J")
    if "error_bound" in data.along_time:
        largest = data.error_bound.max(1)
        lines.append(f"  error bounds  {np.nanmedian(largest):.1e} for half of the trajectories, {np.nanmax(largest):.1e} for all")
    lines.append(f"  made by       version {data.attrs['tool_version']}, seed {data.seed}, truth digest {data.truth_digest[:12]}")
    return Text("\n".join(lines))
