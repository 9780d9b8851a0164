"""The acceleration of tensors, with gradients: the derivatives come from the program, exact to rounding."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import torch

if TYPE_CHECKING:
    from .system import System


def acceleration(system: System, x: Any, v: Any, beside: dict[str, Any]) -> torch.Tensor:
    u = beside.get("u")
    rest = {name: one for name, one in beside.items() if name != "u"}
    x = torch.as_tensor(x)
    v = torch.as_tensor(v, dtype=x.dtype, device=x.device).expand(x.shape)
    if u is not None:
        u = torch.as_tensor(u, dtype=x.dtype, device=x.device).expand(*x.shape[:-2], -1)
    return _Acceleration.apply(x, v, u, system, rest)


class _Acceleration(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any, v: Any, u: Any, system: System, rest: dict[str, Any]) -> Any:
        ctx.save_for_backward(x, v, u)
        ctx.system, ctx.rest = system, rest
        beside = {"u": u.detach(), **rest} if u is not None else rest
        return system.acceleration(x.detach(), v.detach(), **beside)

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, gradient: Any) -> Any:
        x, v, u = ctx.saved_tensors
        beside = {"u": u.detach(), **ctx.rest} if u is not None else ctx.rest
        by_x, by_v, by_u = ctx.system.acceleration_jacobian(x.detach(), v.detach(), **beside)
        of_x, of_v = (torch.einsum("...nd,...ndmc->...mc", gradient, by) for by in (by_x, by_v))
        of_u = None if u is None else torch.einsum("...nd,...ndk->...k", gradient, by_u)
        return of_x, of_v, of_u, None, None
