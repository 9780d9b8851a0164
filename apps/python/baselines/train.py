"""Trains one of the baselines and writes its submission.

  train.py MODEL DATA -o mine.h5     CHNN, HNN or NeuralODE; DATA a directory of cchnn-gen generate

Defaults are the paper's recipe: a window of 5 samples from each training trajectory, minibatches of 200, L1 loss over
the 4 predicted ones, AdamW with cosine annealing, 2000 epochs, 3 hidden layers of 256. --epochs and --hidden make it
small."""
from __future__ import annotations

import argparse
import time

import torch

import cchnn
from models import MODELS


def rollout(model: torch.nn.Module, first: torch.Tensor, samples: int, dt: float, substeps: int = 1) -> torch.Tensor:
    """States (B, samples, 2, D) at multiples of dt, by the classical Runge-Kutta method."""
    path, h = [first], dt / substeps
    for _ in range(samples - 1):
        z = path[-1]
        for _ in range(substeps):
            a = model.rates(z)
            b = model.rates(z + h / 2 * a)
            c = model.rates(z + h / 2 * b)
            d = model.rates(z + h * c)
            z = z + h / 6 * (a + 2 * b + 2 * c + d)
        path.append(z)
    return torch.stack(path, 1)


def train(model: torch.nn.Module, data: cchnn.Dataset, epochs: int, batch: int, learning_rate: float) -> float:
    """Returns the loss of the last epoch."""
    chunks = [torch.tensor(data["chunks/" + name], dtype=torch.float32) for name in model.arrays]
    optimiser = torch.optim.AdamW(model.parameters(), learning_rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs)
    begin, mean = time.time(), 0.0
    for epoch in range(epochs):
        losses = []
        for numbers in torch.randperm(len(chunks[0])).split(batch):
            target = [chunk[numbers] for chunk in chunks]
            z = rollout(model, model.encode(*(array[:, 0] for array in target)), target[0].shape[1], data.dt)
            loss = sum((a[:, 1:] - b[:, 1:]).abs().mean() for a, b in zip(model.decode(z), target))
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(loss.item())
        schedule.step()
        mean = sum(losses) / len(losses)
        if epoch % max(1, epochs // 10) == 0 or epoch == epochs - 1:
            print(f"epoch {epoch + 1} of {epochs}: loss {mean:.2e}, {time.time() - begin:.0f} s", flush=True)
    return mean


def predict(model: torch.nn.Module, test: cchnn.Dataset) -> dict[str, torch.Tensor]:
    """Rollouts in float64 with four steps a sample, without the graph of the whole."""
    model.double()
    z = model.encode(*(torch.tensor(getattr(test, name)[:, 0]) for name in model.arrays)).detach()
    path = [z]
    for _ in range(len(test.t) - 1):
        path.append(rollout(model, path[-1], 2, test.dt, substeps=4)[:, 1].detach())
    arrays = model.decode(torch.stack(path, 1))
    return dict(zip(model.arrays, arrays))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", choices=sorted(MODELS))
    parser.add_argument("data")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("--epochs", type=int, default=2000)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--batch", type=int, default=200)
    parser.add_argument("--learning-rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    data, test = cchnn.Dataset(chosen.data, "train"), cchnn.Dataset(chosen.data, "test")
    model = MODELS[chosen.model](data, chosen.hidden)
    loss = train(model, data, chosen.epochs, chosen.batch, chosen.learning_rate)
    notes = f"hidden {chosen.hidden}, {chosen.epochs} epochs, seed {chosen.seed}, training loss {loss:.3g}"
    cchnn.Submission(test, model=chosen.model, notes=notes).assign(**predict(model, test)).write(chosen.output)


if __name__ == "__main__":
    main()
