"""Formulas of system files as sums of terms, where they are polynomials of positive and negative powers."""
from __future__ import annotations

import ast
import math
import operator
import re
from typing import Callable, Mapping

Powers = tuple[tuple[str, int], ...]  # ("r12", -1), ...: names in order
_MOST_TERMS = 1000
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sin": math.sin, "cos": math.cos, "exp": math.exp, "log": math.log, "sqrt": math.sqrt, "tanh": math.tanh}
_LINEAR: dict[type, Callable[[float, float], float]] = {ast.Add: operator.add, ast.Sub: operator.sub}


class NotPolynomial(Exception):
    """The formula is not a sum of products of powers."""


def terms_of(text: str, constants: Mapping[str, float]) -> dict[Powers, float]:
    """The coefficient of each product of powers of variables; the sine of k times a variable counts as one, named "sin k".
    Python's parser reads the text: its rules agree with those of formulas once ^ is ** and each name has a prefix, which no
    keyword has."""
    named = re.sub(r"(?<![\w.])[A-Za-z]\w*", lambda name: "v_" + name.group(), text).replace("^", "**")
    try:
        terms = _terms(ast.parse(f"({named})", mode="eval").body, {"pi": math.pi, **constants})
    except (SyntaxError, ValueError, ArithmeticError, RecursionError, MemoryError) as error:
        raise NotPolynomial from error
    return {powers: value for powers, value in terms.items() if value != 0}


def _terms(node: ast.AST, constants: Mapping[str, float]) -> dict[Powers, float]:
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
        return {(): float(node.value)}
    if isinstance(node, ast.Name):
        name = node.id[2:]
        return {(): float(constants[name])} if name in constants else {((name, 1),): 1.0}
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        sign = -1.0 if isinstance(node.op, ast.USub) else 1.0
        return {powers: sign * value for powers, value in _terms(node.operand, constants).items()}
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        argument = _terms(node.args[0], constants)
        if node.func.id == "v_sin" and len(argument) == 1:
            (powers, rate), = argument.items()
            if len(powers) == 1 and powers[0][1] == 1:
                return {((f"sin {rate!r}", 1),): 1.0}
        if node.func.id[2:] not in _FUNCTIONS or set(argument) - {()}:
            raise NotPolynomial
        return {(): _FUNCTIONS[node.func.id[2:]](argument.get((), 0.0))}
    if not isinstance(node, ast.BinOp):
        raise NotPolynomial
    left, right = _terms(node.left, constants), _terms(node.right, constants)
    if type(node.op) in _LINEAR:
        join = _LINEAR[type(node.op)]
        return {powers: join(left.get(powers, 0.0), right.get(powers, 0.0)) for powers in {**left, **right}}
    if isinstance(node.op, ast.Mult):
        return _product(left, right)
    if isinstance(node.op, ast.Div):
        return _product(left, _inverse(right))
    if isinstance(node.op, ast.Pow):
        return _power(left, int(right.get((), 0.0)))
    raise NotPolynomial


def _product(left: dict[Powers, float], right: dict[Powers, float]) -> dict[Powers, float]:
    if len(left) * len(right) > _MOST_TERMS:
        raise NotPolynomial
    out: dict[Powers, float] = {}
    for a, value in left.items():
        for b, other in right.items():
            powers = dict(a)
            for name, power in b:
                powers[name] = powers.get(name, 0) + power
            key = tuple(sorted((name, power) for name, power in powers.items() if power))
            out[key] = out.get(key, 0.0) + value * other
    return out


def _inverse(terms: dict[Powers, float]) -> dict[Powers, float]:
    if len(terms) != 1:
        raise NotPolynomial
    (powers, value), = terms.items()
    return {tuple((name, -power) for name, power in powers): 1 / value}


def _power(terms: dict[Powers, float], exponent: int) -> dict[Powers, float]:
    if exponent < 0:
        terms, exponent = _inverse(terms), -exponent
    if len(terms) == 1:
        (powers, value), = terms.items()
        return {tuple((name, power * exponent) for name, power in powers if exponent): value ** exponent}
    if exponent > 12:
        raise NotPolynomial
    out: dict[Powers, float] = {(): 1.0}
    for _ in range(exponent):
        out = _product(out, terms)
    return out
