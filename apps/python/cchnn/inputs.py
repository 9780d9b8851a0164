"""Inputs of a driven system at any time, not at the samples alone."""
from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence

import numpy as np

from .array_types import Floats
from .errors import DataError

Formula = Callable[[Floats], Any]  # of t (B,)

LONGEST_FORMULA = 1000  # letters, as in system files
FUNCTIONS = {"sin": np.sin, "cos": np.cos, "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "tanh": np.tanh}
OPERATIONS = {ast.Add: np.add, ast.Sub: np.subtract, ast.Mult: np.multiply, ast.Div: np.divide, ast.Pow: np.power}


@dataclass
class Inputs:
    """u (B, T, K) at the times t (T,): held from each sample to the next, unless one is `linear` or has a formula (K)."""
    u: Floats
    t: Floats
    linear: Sequence[bool] = ()
    formulas: Sequence[Optional[Formula]] = ()

    @property
    def are_held(self) -> bool:
        return not any(self.linear) and not any(self.formulas)

    def at(self, sample: Any, time: Floats) -> Floats:
        """u (B, K) at `time` (B,), which is not before `sample` (B,) and not after the next one."""
        which = np.arange(len(self.u))
        held: Floats = self.u[which, sample]
        if self.are_held:
            return held
        found, following = held.copy(), self.u[which, sample + 1]
        share = (time - self.t[sample]) / (self.t[sample + 1] - self.t[sample])
        for k, (linear, formula) in enumerate(zip(self.linear, self.formulas)):
            if formula is not None:
                found[:, k] = formula(time)
            elif linear:
                found[:, k] += share * (following[:, k] - held[:, k])
        return found


def formula_of_t(text: str) -> Formula:
    """A formula of schemas/system/inputs.md as a function of t."""
    def refused(why: str) -> DataError:
        return DataError(f"/system/json: the formula {text!r} of an input {why}")

    if len(text) > LONGEST_FORMULA:
        raise refused("is too long")
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise refused("cannot be read") from error

    def value(node: ast.AST, t: Floats) -> Any:
        if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)) and not isinstance(node.value, bool):
            return np.float64(node.value)
        if isinstance(node, ast.Name) and node.id in ("t", "pi"):
            return t if node.id == "t" else np.pi
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            operand = value(node.operand, t)
            return -operand if isinstance(node.op, ast.USub) else operand
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
            return OPERATIONS[type(node.op)](value(node.left, t), value(node.right, t))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FUNCTIONS and len(node.args) == 1:
            return FUNCTIONS[node.func.id](value(node.args[0], t))
        raise refused("has something else than numbers, pi, t, + - * / ^ and functions")

    value(tree, np.zeros(1))  # names what it cannot read before a motion begins
    return lambda t: value(tree, t)
