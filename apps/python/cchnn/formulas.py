"""Formulas that a system file writes as text (schemas/system.md, Formulas), for NumPy arrays and tensors."""
from __future__ import annotations

import operator
import re
from typing import Any, Callable, Collection, Mapping, NoReturn, Union

import numpy as np

from .array_types import library_of
from .errors import DataError

Meaning = Union[None, float, str]  # of a name: a variable, a number, or a formula of other names

LONGEST_FORMULA, LARGEST_EXPONENT = 5000, 1000  # as in system files
DEEPEST = 100  # brackets and signs in each other, for which Python's stack suffices
TOKEN = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[A-Za-z_]\w*|\^\s*(?:[-+]?\d+|\(\s*[-+]?\d+\s*\))|\S", re.ASCII)
PRECEDENCE = {"+": 1, "-": 1, "*": 2, "/": 2}
FUNCTIONS = ("sin", "cos", "exp", "log", "sqrt", "tanh")
OPERATIONS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow}
# Derivatives of f by a and b; functions and powers have a alone.
SLOPES: dict[str, Callable[[Any, Any, Any], tuple[Any, ...]]] = {
    "+": lambda a, b, f: (1.0, 1.0), "-": lambda a, b, f: (1.0, -1.0), "*": lambda a, b, f: (b, a),
    "/": lambda a, b, f: (1 / b, -f / b), "^": lambda a, n, f: (n * a**(n - 1) if n else 0.0,),
    "sin": lambda a, b, f: (_value("cos", a, b),), "cos": lambda a, b, f: (-_value("sin", a, b),), "exp": lambda a, b, f: (f,),
    "log": lambda a, b, f: (1 / a,), "sqrt": lambda a, b, f: (0.5 / f,), "tanh": lambda a, b, f: (1 - f * f,)}


class Formula:
    """Steps that a text is read into, each of earlier ones. None of the text runs as code.

    A list of steps, as the tree of a long sum is deeper than Python's stack."""

    def __init__(self, text: str, names: Mapping[str, Meaning], place: str) -> None:
        self._names, self._what = names, f"{place}: the formula {text[:80]!r}"
        self._steps: dict[tuple[str, Any, Any], int] = {}  # with their numbers: equal ones are taken once
        if len(text) > LONGEST_FORMULA or not text.isascii():
            self._refuse(f"must be ASCII, at most {LONGEST_FORMULA} letters")
        self._result = self._read(text, 0)

    def __call__(self, values: Mapping[str, Any]) -> Any:
        return self.gradient(values, ())[0]

    def gradient(self, values: Mapping[str, Any], by: Collection[str]) -> tuple[Any, dict[str, Any]]:
        """The value, and its derivatives by those variables of `by` that it depends on."""
        done: list[tuple[Any, dict[str, Any]]] = []
        try:
            for kind, a, b in self._steps:
                if kind in ("number", "variable"):
                    done.append((a, {}) if kind == "number" else (values[a], {a: 1.0} if a in by else {}))
                    continue
                (left, of_left), (right, of_right) = done[a], done[b]
                value = _value(kind, left, right)
                slopes = SLOPES[kind](left, right, value) if of_left or of_right else ()
                done.append((value, {name: sum(slope * of[name] for slope, of in zip(slopes, (of_left, of_right)) if name in of)
                                     for name in {**of_left, **of_right}}))
        except (ZeroDivisionError, OverflowError):  # of the numbers in the text; arrays become infinite
            self._refuse("has a number that is not finite")
        return done[self._result]

    def uses(self, variable: str) -> bool:
        return ("variable", variable, 0) in self._steps

    def _refuse(self, why: str) -> NoReturn:
        raise DataError(f"{self._what} {why}")

    def _step(self, kind: str, a: Any, b: Any = 0) -> int:
        return self._steps.setdefault((kind, a, b), len(self._steps))

    def _read(self, text: str, depth: int) -> int:
        tokens = [*TOKEN.findall(text), "the end"]

        def expect(wanted: str) -> None:
            if tokens[0] != wanted:
                self._refuse(f"has {tokens[0]!r} in place of {wanted!r}")
            tokens.pop(0)

        def terms(least: int, depth: int) -> int:
            """What binds more tightly than `least`."""
            left = operand(depth)
            while PRECEDENCE.get(tokens[0], 0) > least:
                sign = tokens.pop(0)
                left = self._step(sign, left, terms(PRECEDENCE[sign], depth))
            return left

        def operand(depth: int) -> int:
            if depth > DEEPEST:
                self._refuse(f"has more than {DEEPEST} brackets and signs in each other")
            token = tokens.pop(0)
            if token in ("+", "-"):
                return self._step(token, self._step("number", 0.0), operand(depth + 1))
            if token == "(" or token in FUNCTIONS:
                if token != "(":
                    expect("(")
                base = terms(0, depth + 1)
                expect(")")
                base = base if token == "(" else self._step(token, base, base)
            else:
                base = self._atom(token, depth)
            if tokens[0][0] != "^":
                return base
            power = float(re.sub(r"[\s^()]", "", tokens.pop(0)) or "nan")
            if not abs(power) <= LARGEST_EXPONENT:
                self._refuse(f"has an exponent that is not a whole number from -{LARGEST_EXPONENT} to {LARGEST_EXPONENT}")
            return self._step("^", base, self._step("number", power))

        result = terms(0, depth)
        expect("the end")
        return result

    def _atom(self, token: str, depth: int) -> int:
        if token[0].isdigit() or token[0] == "." and token != ".":
            return self._step("number", float(token))
        known = {"pi": np.pi, **self._names}
        if not token.isidentifier() or token not in known:
            self._refuse(f"has {token!r} in place of a number, a bracket, a function or one of {', '.join(known)}")
        meaning = known[token]
        if isinstance(meaning, str):
            return self._read(meaning, depth + 1)
        return self._step("variable", token) if meaning is None else self._step("number", meaning)


def _value(kind: str, a: Any, b: Any) -> Any:
    if kind in OPERATIONS:
        return OPERATIONS[kind](a, b)
    found = getattr(library_of(a), kind)(a)
    return float(found) if isinstance(a, float) else found
