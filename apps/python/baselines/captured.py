"""The gradients of a training step as one launch on a GPU."""
from __future__ import annotations

from typing import Callable

import torch
from torch import Tensor, nn


class CapturedGradients:
    """A CUDA graph of a loss and its gradients, for batches of one size. A step of training is some thousand kernels of a few
    microseconds; launched one by one from Python they take several times as long."""

    def __init__(self, loss_of: Callable[[list[Tensor]], Tensor], parameters: list[nn.Parameter], example: list[Tensor]) -> None:
        self._parameters = parameters
        self._target = [array.clone() for array in example]
        warming = torch.cuda.Stream()
        warming.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(warming):  # libraries take their workspaces at first use, which a graph cannot hold
            for _ in range(3):
                torch.autograd.grad(loss_of(self._target), parameters, allow_unused=True)
        torch.cuda.current_stream().wait_stream(warming)
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
            self._loss = loss_of(self._target)
            # A parameter that no loss depends on, as the constant of a potential, has none.
            self._gradients = torch.autograd.grad(self._loss, parameters, allow_unused=True)

    def __call__(self, target: list[Tensor]) -> Tensor:
        """Sets the gradients of the parameters; the loss is overwritten by the next call."""
        for held, array in zip(self._target, target):
            held.copy_(array)
        self._graph.replay()
        for parameter, gradient in zip(self._parameters, self._gradients):
            parameter.grad = gradient
        return self._loss
