"""Inputs of a driven system at any time, not at the samples alone."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Optional, Sequence

import numpy as np

from .array_types import Floats
from .formulas import Formula as Text

Formula = Callable[[Floats], Any]  # of t (B,)


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
    formula = Text(text, {"t": None}, "/system/json, of an input")
    return lambda t: formula({"t": t})
