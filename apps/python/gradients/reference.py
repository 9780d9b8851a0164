"""The reference of gradients: extrapolation of dual numbers in 80 or 113 bits, by reference.cpp, which needs a C++ compiler.

The equations of systems.py are followed once with symbols, and each operation becomes a statement of C++. No difference is taken, so
derivatives have the digits of the solution. Nothing here is shared with the library."""
from __future__ import annotations

import ctypes
import functools
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Sequence

import numpy as np

from systems import Equations

Answer = tuple[np.ndarray, np.ndarray]  # the last x, v (2 n d, B), and their derivatives by (z, p) (2 n d, columns, B)
BITS = {80: ("-DORDER=9",), 113: ("-DORDER=13", "-DQUAD", "-std=gnu++20", "-lquadmath")}
TOLERANCES = {80: 1e-17, 113: 1e-25}


class Symbol:
    """A name in C++; operations write statements."""

    lines: list[str] = []

    def __init__(self, name: str) -> None:
        self.name = name

    @staticmethod
    def of(code: str) -> Symbol:
        name = f"t{len(Symbol.lines)}"
        Symbol.lines.append(f"const Dual {name} = {code};")
        return Symbol(name)

    def __add__(self, other: Any) -> Symbol:
        return Symbol.of(f"{self.name} + {spelled(other)}")

    def __sub__(self, other: Any) -> Symbol:
        return Symbol.of(f"{self.name} - {spelled(other)}")

    def __rsub__(self, other: Any) -> Symbol:
        return Symbol.of(f"{spelled(other)} - {self.name}")

    def __mul__(self, other: Any) -> Symbol:
        return Symbol.of(f"{self.name} * {spelled(other)}")

    def __truediv__(self, other: Any) -> Symbol:
        return Symbol.of(f"{self.name} / {spelled(other)}")

    def __neg__(self) -> Symbol:
        return Symbol.of(f"{self.name} * Number(-1)")

    def __pow__(self, power: int) -> Symbol:
        assert power == 2
        return self * self

    __radd__, __rmul__ = __add__, __mul__


def spelled(one: Any) -> str:
    return one.name if isinstance(one, Symbol) else f"constant({float(one).hex()})"


def statements(equations: Equations) -> str:
    """The functions rate and place in C++."""
    call = lambda name: lambda of: Symbol.of(f"{name}({of.name})")  # noqa: E731
    m = SimpleNamespace(sin=call("sine"), cos=call("cosine"), sqrt=call("root"), stack=list)
    z, p = ([Symbol(f"{name}[{k}]") for k in range(count)] for name, count in (("z", 2 * equations.size), ("p", len(equations.values))))
    text = ""
    for name in ("rate", "place"):
        Symbol.lines = []
        found = getattr(equations, name)(z, p, m)
        text += f"State {name}(const State& z, const State& p) {{\n" + "\n".join(Symbol.lines)
        text += f"\nreturn {{{', '.join(one.name for one in found)}}};\n}}\n"
    return text


class Reference:
    """Compiled into `place`, a directory, at the first call."""

    def __init__(self, equations: Equations, place: Path, bits: int = 80) -> None:
        self.equations, self.place, self.bits, self.tolerance = equations, place / f"{equations.name}-{bits}", bits, TOLERANCES[bits]

    @functools.cached_property
    def _solve(self) -> Any:
        self.place.mkdir(exist_ok=True)
        (self.place / "equations.inc").write_text(statements(self.equations))
        columns = 2 * self.equations.size + len(self.equations.values)
        subprocess.run(["c++", "-std=c++20", "-O1", f"-DCOLUMNS={columns}", f'-DEQUATIONS="{self.place}/equations.inc"', "-shared", "-fPIC", "-o", self.place / "reference.so",
                        Path(__file__).with_name("reference.cpp"), *BITS[self.bits]], check=True)
        return ctypes.CDLL(str(self.place / "reference.so")).solve

    def __call__(self, z: np.ndarray, p: np.ndarray, times: Sequence[float], tolerance: float = 0) -> list[Answer]:
        """At each of the ascending times, from starts z (2 m, B) and parameters p (P, B)."""
        both = np.concatenate([z, p])
        rows, columns = len(self.equations.place(z, p, np)), len(both)
        ends, pointer = np.array(times, float), ctypes.c_void_p
        found = np.empty((both.shape[1], len(ends), rows, 1 + columns))
        for start, out in zip(np.ascontiguousarray(both.T), found):
            self._solve(start.ctypes.data_as(pointer), len(z), ends.ctypes.data_as(pointer), len(ends), ctypes.c_double(tolerance or self.tolerance),
                        out.ctypes.data_as(pointer))
        return [(found[:, k, :, 0].T, np.moveaxis(found[:, k, :, 1:], 0, -1)) for k in range(len(ends))]
