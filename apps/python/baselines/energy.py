"""The printed test of Lagrangian Neural Networks: the energy of predictions after 100 samples, from 40 starts.

The published notebook (MilesCranmer/lagrangian_nns, notebooks/DoublePendulum.ipynb at 4901ab9) takes the energy of the predicted last
state, by the true masses and lengths, minus that of the true last state, divided by the largest potential energy, 3 m g l."""
from __future__ import annotations

from pathlib import Path
from typing import Callable, Sequence

import numpy as np

import cchnn
from cchnn.array_types import Floats
from cchnn.from_coordinates import states_of
from predictions import SUBSTEPS, Given, prediction
from training import read_state

STARTS = 40


def energy_of(test: cchnn.Dataset, x: Floats, v: Floats) -> Floats:
    kinetic = 0.5 * np.einsum("...id,ij,...jd->...", v, test.mass_matrix, v)
    total: Floats = kinetic + test.physics.potential_energy(x)
    return total


def errors(trained: Path, test: cchnn.Dataset, device: str, starts: int = STARTS) -> Floats:
    """Of each start, as a share of the largest |V| of the reference motions."""
    state = read_state(trained)
    if state["system"] != test.system_name:
        raise cchnn.DataError(f"{trained}: was trained on {state['system']}, but {test.path} is of {test.system_name}")
    arrays, _ = prediction(state, test, device, SUBSTEPS, Given(test))
    last = {name: array[:starts, -1:].cpu().numpy() for name, array in arrays.items()}
    x, v = (last["x"], last["v"]) if "x" in last else states_of(test, last["q"], last["qdot"], 0)
    largest = np.abs(test.physics.potential_energy(test.x[:starts])).max()
    off: Floats = energy_of(test, x[:, 0], v[:, 0]) - energy_of(test, test.x[:starts, -1], test.v[:starts, -1])
    return np.abs(off) / float(largest)


def compare_energies(trained: Sequence[Path], data: Path, device: str, starts: int, say: Callable[[str], None]) -> None:
    test = cchnn.Dataset(data, "test")
    for file in trained:
        found = errors(file, test, device, starts)
        say(f"{file}: mean energy error {found.mean():.3g} of the largest potential energy (median {np.median(found):.2g}, "
            f"largest {found.max():.2g}; {len(found)} starts, {len(test.t)} samples)")
