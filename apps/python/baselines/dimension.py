"""Effective dimension of a trained model (paper, appendix B.4, figures 11 and 12): ED = sum of s / (s + z) over the largest eigenvalues
of the Hessian of its training loss, each divided by their sum, with z = 1e-3. The authors' notebook does not divide, and has z = 0.08.

The eigenvalues are those of as many steps of Lanczos, whose basis is orthogonalised twice in each. A Hessian of a loss that is not
at its minimum has negative ones; these are reported and left out of the sum."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Callable

import numpy as np
import torch
from torch import Tensor

import cchnn
from cchnn.array_types import Floats
from cchnn.new_file import write_text
from training import Recipe, Training, read_state

STEPS, CUTOFF, NOTEBOOK_CUTOFF = 500, 1e-3, 0.08
Product = Callable[[Tensor], Tensor]  # of a matrix with a vector


@dataclass(frozen=True)
class Spectrum:
    """Eigenvalues that Lanczos found, largest first, and the residual |A y - s y| of each."""

    values: Floats
    residuals: Floats


def lanczos(product: Product, size: int, steps: int, seed: int = 0, dtype: torch.dtype = torch.float64, device: str = "cpu") -> Spectrum:
    """Of a symmetric matrix. Ends early where the Krylov space is exhausted; its spectrum is then complete, without multiplicities."""
    steps = min(steps, size)
    generator = torch.Generator().manual_seed(seed)
    vector = torch.randn(size, generator=generator, dtype=dtype).to(device)
    basis = torch.empty(steps, size, dtype=dtype, device=device)
    diagonal, beside = [], []
    for k in range(steps):
        basis[k] = vector / vector.norm()
        vector = product(basis[k])
        diagonal.append(float(basis[k] @ vector))
        before = float(vector.norm())
        for _ in range(2):
            vector = vector - basis[:k + 1].T @ (basis[:k + 1] @ vector)
        beside.append(float(vector.norm()))
        if beside[-1] <= 1e-13 * max(before, np.abs(diagonal).max()):
            break
    count = len(diagonal)
    values, vectors = np.linalg.eigh(np.diag(diagonal) + np.diag(beside[:count - 1], 1) + np.diag(beside[:count - 1], -1))
    return Spectrum(values[::-1].copy(), np.abs(beside[count - 1] * vectors[-1])[::-1].copy())


def effective_dimension(values: Floats, cutoff: float = CUTOFF, divided: bool = True) -> float:
    """Of the positive ones, divided by their sum."""
    positive = values[values > 0]
    shares = positive / positive.sum() if divided else positive
    return float((shares / (shares + cutoff)).sum())


def hessian_of(training: Training, batch: int) -> tuple[Product, int]:
    """The Hessian of the mean loss over the windows, in batches, as its product with a vector; and the number of parameters."""
    parameters = [parameter for parameter in training.model.parameters() if parameter.requires_grad]

    def product(vector: Tensor) -> Tensor:
        total = torch.zeros_like(vector)
        for target, share in training.batches(batch):
            slopes = torch.autograd.grad(training.loss(target), parameters, create_graph=True, allow_unused=True)
            along, begin = torch.zeros((), dtype=vector.dtype, device=vector.device), 0
            for parameter, slope in zip(parameters, slopes):
                if slope is not None:  # a loss does not depend on the constant of a potential
                    along = along + (slope * vector[begin:begin + parameter.numel()].view_as(parameter)).sum()
                begin += parameter.numel()
            changes = torch.autograd.grad(along, parameters, allow_unused=True)
            flat = [torch.zeros_like(p).flatten() if c is None else c.flatten() for p, c in zip(parameters, changes)]
            total += share * torch.cat(flat)
        return total
    return product, sum(parameter.numel() for parameter in parameters)


def measure(trained: Path, data: cchnn.Dataset, steps: int, cutoff: float, device: str) -> dict[str, Any]:
    state = read_state(trained)
    if state["truth"] != data.truth_digest:
        raise cchnn.DataError(f"{trained}: was trained on another set than {data.path}; give the directory of its training data")
    training = Training(Recipe(**state["recipe"]), data, "cpu")
    training.model.load_state_dict(state["model"])
    training.move(torch.float64, device)
    product, size = hessian_of(training, training.recipe.batch)
    found = lanczos(product, size, steps, device=device)
    positive = found.values[found.values > 0]
    return {"model": training.recipe.model, "system": data.system_name, "hidden": training.recipe.hidden, "seed": training.recipe.seed,
            "epochs": len(state["losses"]), "parameters": size, "steps": len(found.values), "cutoff": cutoff,
            "effective_dimension": effective_dimension(found.values, cutoff),
            "undivided": effective_dimension(found.values, NOTEBOOK_CUTOFF, divided=False), "normalised": (positive / positive.sum()).tolist(),
            "negative": int((found.values < 0).sum()), "most_negative": float(found.values.min()),
            "largest": float(found.values.max()), "largest_residual": float(found.residuals[:len(positive)].max())}


def write_dimensions(trained: list[Path], data: Path, steps: int, cutoff: float, device: str, output: Path,
                     say: Callable[[str], None]) -> None:
    rows = []
    for file in trained:
        rows.append(measure(file, cchnn.Dataset(data, "train"), steps, cutoff, device))
        row = rows[-1]
        say(f"{file}: {row['model']} on {row['system']}, effective dimension {row['effective_dimension']:.1f} of {row['parameters']} "
            f"parameters ({row['steps']} eigenvalues, z = {cutoff:g}, {row['negative']} negative); undivided with z = {NOTEBOOK_CUTOFF:g}: "
            f"{row['undivided']:.3g}")
    write_text(output, json.dumps({"spectra": rows}, indent=1) + "\n")
