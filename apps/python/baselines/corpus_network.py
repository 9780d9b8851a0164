"""Trains a graph network on the training side of a corpus, and predicts the systems of its test side, which it has not seen.

  cchnn-gen corpus -o corpus --recipe springs --systems 300
  python3 apps/python/baselines/corpus_network.py corpus -o network.h5 --minutes 10
  cchnn-eval corpus corpus network.h5

It is an encoder, rounds of messages and a decoder, as in Sanchez-Gonzalez et al. (2020). Nodes and edges are those of the graph that
corpora define (schemas/corpus.md). Lengths between the ends of edges enter, positions do not, so a shift in space changes nothing.
Times are in units of dt: velocities, rates and accelerations enter as displacements in one sample."""
from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

import cchnn

NOISE = 3e-4  # m, on given positions and displacements: a rollout meets its own errors
TARGETS = 3
AT_ONCE = 256  # systems that are predicted together


def layers(inputs: int, outputs: int, hidden: int) -> nn.Sequential:
    return nn.Sequential(nn.Linear(inputs, hidden), nn.SiLU(), nn.Linear(hidden, hidden), nn.SiLU(), nn.Linear(hidden, outputs))


class GraphNetwork(nn.Module):
    """From positions and displacements v dt of all nodes of a batch of graphs to those of the next sample."""

    def __init__(self, hidden: int, rounds: int) -> None:
        super().__init__()
        nodes, edges, whole = len(cchnn.NODE_COLUMNS), len(cchnn.EDGE_COLUMNS), len(cchnn.GRAPH_COLUMNS)
        self.node = layers(nodes + 3 + 2 * whole, hidden, hidden)
        self.edge = layers(2 * edges + 8, hidden, hidden)
        self.messages = nn.ModuleList([layers(3 * hidden, hidden, hidden) for _ in range(rounds)])
        self.updates = nn.ModuleList([layers(2 * hidden, hidden, hidden) for _ in range(rounds)])
        self.decoder = layers(hidden, 3, hidden)
        self.points = {side: [cchnn.EDGE_COLUMNS.index(f"point_{side}_{axis}") for axis in (1, 2, 3)] for side in "ab"}

    def _ends(self, graph: dict[str, Tensor], values: Tensor, side: str) -> Tensor:
        """Of the points that edges join: positions, or displacements."""
        node = graph["edge_index"]["ab".index(side)]
        at = values[node]
        for axis, column in enumerate(self.points[side], 1):
            part = graph["edge_attr"][:, column, None]
            at = at + part * (values[(node + axis).clamp(max=len(values) - 1)] - values[node])
        return at

    def forward(self, graph: dict[str, Tensor], pos: Tensor, step: Tensor) -> tuple[Tensor, Tensor]:
        squared = graph["dt"] ** 2
        u = torch.cat([graph["u"], graph["u"] * squared[:, None]], 1)[graph["batch"]]
        nodes = self.node(torch.cat([graph["x"], step, u], 1))
        apart = self._ends(graph, pos, "b") - self._ends(graph, pos, "a")
        moving = self._ends(graph, step, "b") - self._ends(graph, step, "a")
        a, b = graph["edge_index"]
        attributes, of_edge = graph["edge_attr"], squared[graph["batch"][a], None]
        length = apart.norm(dim=1, keepdim=True)
        stretch = length - attributes[:, [cchnn.EDGE_COLUMNS.index("rest_length")]]
        edges = self.edge(torch.cat([attributes, attributes * of_edge, apart, moving, length, stretch], 1))
        for message, update in zip(self.messages, self.updates):
            edges = edges + message(torch.cat([edges, nodes[a], nodes[b]], 1))
            nodes = nodes + update(torch.cat([nodes, torch.zeros_like(nodes).index_add(0, b, edges)], 1))
        after = step + 0.1 * self.decoder(nodes) * graph["mask"]
        return pos + (step + after) / 2, after


def as_tensors(batch: dict[str, Any]) -> dict[str, Tensor]:
    graph = {name: torch.as_tensor(array) for name, array in batch.items()}
    return {name: array.float() if array.is_floating_point() or array.dtype == torch.bool else array for name, array in graph.items()}


def loss_of(network: GraphNetwork, batch: dict[str, Any]) -> Tensor:
    """Displacements that are predicted over some samples, in units of those of each graph."""
    graph = as_tensors(batch)
    dt, noise = graph["dt"][graph["batch"], None], NOISE * graph["mask"]
    pos, step = graph["pos"][:, 0], graph["vel"][:, 0] * dt
    size = torch.zeros(len(graph["dt"])).index_add(0, graph["batch"], step.square().sum(1))
    count = torch.zeros(len(graph["dt"])).index_add(0, graph["batch"], graph["mask"].sum(1))
    scale = (size / count.clamp(min=1) + NOISE ** 2).sqrt()[graph["batch"], None]
    pos, step = pos + noise * torch.randn_like(pos), step + noise * torch.randn_like(step)
    total = torch.zeros(())
    for k in range(TARGETS):
        pos, step = network(graph, pos, step)
        off = torch.cat([pos - graph["next_pos"][:, k], step - graph["next_vel"][:, k] * dt], 1) / scale
        total = total + off.abs().mean()
    return total


def train(network: GraphNetwork, corpus: cchnn.Corpus, minutes: float, seed: int) -> int:
    """For so many minutes of processor time, which a busy machine does not shorten, with a learning rate that falls to 0; returns
    how many batches it took."""
    optimiser = torch.optim.AdamW(network.parameters(), 2e-3, weight_decay=1e-5)
    begin, batches = time.process_time(), 0
    while True:
        for batch in corpus.graph_windows(1, batch=64, targets=TARGETS, seed=seed + batches, dtype=np.float32):
            share = (time.process_time() - begin) / (60 * minutes)
            if share >= 1:
                return batches
            optimiser.param_groups[0]["lr"] = 2e-3 * (1 - share)
            optimiser.zero_grad()
            loss = loss_of(network, batch)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimiser.step()
            batches += 1
            if batches % 200 == 0:
                print(f"batch {batches}: loss {float(loss):.3f}, {share:.0%} of the time", flush=True)


@torch.no_grad()
def predict(network: GraphNetwork, corpus: cchnn.Corpus) -> dict[int, tuple[np.ndarray, np.ndarray]]:
    """Of each system, x and v (R, T, n, d) from its initial states; a trajectory of many systems at a time."""
    answers = {one.number: (one.x.copy(), one.v.copy()) for one in corpus}
    trajectories, samples = next(iter(answers.values()))[0].shape[:2]
    for trajectory in range(trajectories):
        for first in range(0, len(corpus), AT_ONCE):
            numbers = corpus.numbers[first:first + AT_ONCE]
            graph = as_tensors(corpus.graphs(numbers, trajectory=trajectory))
            state = graph["pos"], graph["vel"] * graph["dt"][graph["batch"], None]
            for sample in range(1, samples):
                state = network(graph, *state)
                for number, begin, dt in zip(numbers, graph["ptr"].tolist(), graph["dt"].tolist()):
                    x, v = answers[number]
                    n, d = x.shape[2:]
                    x[trajectory, sample] = state[0][begin:begin + n, :d].numpy()
                    v[trajectory, sample] = state[1][begin:begin + n, :d].numpy() / dt
    return answers


def main() -> None:
    parser = argparse.ArgumentParser(prog="corpus_network", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", help="directory that cchnn-gen corpus wrote")
    parser.add_argument("-o", "--output", required=True, help="submission to write, for cchnn-eval corpus")
    parser.add_argument("--minutes", type=float, default=10, help="of processor time for training, default 10")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch, default 1")
    parser.add_argument("--hidden", type=int, default=64, help="width of all layers, default 64")
    parser.add_argument("--rounds", type=int, default=3, help="of messages, default 3")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(chosen.threads)
    network = GraphNetwork(chosen.hidden, chosen.rounds)
    batches = train(network, cchnn.Corpus(chosen.corpus, side="train"), chosen.minutes, chosen.seed)
    test = cchnn.Corpus(chosen.corpus, side="test")
    notes = f"{batches} batches in {chosen.minutes:g} min of processor time, threads: {chosen.threads}, seed {chosen.seed}"
    test.write_submission(chosen.output, predict(network, test), f"graph network, {chosen.hidden} x {chosen.rounds}", notes)
    print(f"{chosen.output}: {notes}; score it by\n  cchnn-eval corpus {chosen.corpus} {chosen.output}")


if __name__ == "__main__":
    main()
