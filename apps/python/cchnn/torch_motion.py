"""Steps and rollouts of tensors, with gradients by starts, inputs and parameters: derivatives of the program's own steps."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping

import torch

from . import motion_derivatives as motions

if TYPE_CHECKING:
    from .system import Rollout, System


def rollout(system: System, x: Any, v: Any, beside: dict[str, Any], header: dict[str, Any]) -> Rollout:
    """x and v of the result have gradients; energies and bounds have none."""
    x = torch.as_tensor(x)
    v, u = (one if one is None else torch.as_tensor(one, dtype=x.dtype, device=x.device) for one in (v, beside.get("u")))
    parameters, names = beside.get("parameters"), None
    if isinstance(parameters, Mapping):
        names = list(parameters)
        values = [torch.as_tensor(one, dtype=x.dtype, device=x.device) for one in parameters.values()]
        parameters = torch.stack(torch.broadcast_tensors(*values), -1)
    elif parameters is not None:
        parameters = torch.as_tensor(parameters, dtype=x.dtype, device=x.device)
    lead = x.shape[:-2]
    v = v.expand(x.shape)
    u = None if u is None else u.expand(*lead, *u.shape[-2:])
    each = None if parameters is None else parameters.expand(*lead, parameters.shape[-1]) if parameters.requires_grad else parameters
    rest = {name: one for name, one in beside.items() if name not in ("u", "parameters")}
    made: list[Rollout] = []
    moved_x, moved_v = _Motion.apply(x, v, u, each, system, (rest, names, header, made))
    return type(made[0])(**{**vars(made[0]), "x": moved_x, "v": moved_v})


class _Motion(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any, v: Any, u: Any, parameters: Any, system: System, how: Any) -> Any:
        ctx.save_for_backward(x, v, u, parameters)
        ctx.system, ctx.how = system, how[:3]
        rest, names, header, made = how
        made.append(system.rollout(x.detach(), v.detach(), **header, **_beside(u, parameters, names, rest)))
        return made[0].x, made[0].v

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx: Any, of_x: Any, of_v: Any) -> Any:
        x, v, u, parameters = ctx.saved_tensors
        rest, names, header = ctx.how
        header = {name: one for name, one in header.items() if name != "bounds"}
        by = [name for name, needed in zip(motions.NAMES, ctx.needs_input_grad) if needed]
        found = ctx.system.rollout_vjp(x.detach(), v.detach(), of_x, of_v, by=by, **header, **_beside(u, parameters, names, rest))
        return (*(found.get(name) for name in motions.NAMES), None, None)


def _beside(u: Any, parameters: Any, names: Any, rest: dict[str, Any]) -> dict[str, Any]:
    given = dict(rest)
    if u is not None:
        given["u"] = u.detach()
    if parameters is not None:
        values = parameters.detach()
        given["parameters"] = values if names is None else dict(zip(names, values.unbind(-1)))
    return given
