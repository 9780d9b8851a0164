"""A system as a graph: nodes, edges and graph features with fixed columns, in which nothing of the system is lost."""
from __future__ import annotations

import hashlib
import itertools
import json
import math
from dataclasses import dataclass
from typing import Any, Mapping, Union

import numpy as np

from .errors import DataError
from .formula_terms import NotPolynomial, Powers, terms_of
from .system import System

GRAPH_VERSION = 2  # of the columns below; 1, until 0.3, had neither unary items nor points
EDGE_KINDS = ("Rigid", "Link", "Joint", "Joint+Axis", "Rolling", "Track", "Weld", "Slider", "Universal", "Planar", "Parallel",
              "Rope", "Gear", "Rack", "Screw", "SlideGear", "Constraint", "VelocityConstraint", "Spring", "Newtonian", "Dipole",
              "Force", "Potential", "TorsionSpring", "Torque", "MagneticField", "Lagrangian", "Damping", "Drag", "Dashpot",
              "TorsionDamper", "Moves")
AXES = ("x", "y", "z")
_POWERS = (-12, -6, -3, -2, -1, 1, 2, 3, 4)
_MONOMIALS = tuple(tuple((axis, powers.count(axis)) for axis in AXES if axis in powers)
                   for degree in (1, 2, 3) for powers in itertools.combinations_with_replacement(AXES, degree))
_VECTORS = ("up", "force", "field", "magnet_position", "magnet_moment", "along")  # numbers along axes of space
_NUMBERS = ("length", "stiffness", "rest_length", "gravitational_constant", "moment", "mu0", "torque", "rest_angle", "charge", "radius",
            "height", "upright", "turn", "teeth_1", "teeth_2", "phase", "lead", "ratio", "offset", "coefficient")


def _along_axes(name: str, of: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}_{axis}" for axis in of)


def _monomial(powers: Powers) -> str:
    return " ".join(name if power == 1 else f"{name}^{power}" for name, power in powers)


NODE_COLUMNS = ("Origin", "Obj0D", "Obj1D", "Obj2D", "Obj3D", "centre", "axis_1", "axis_2", "axis_3", "mass",
                *_along_axes("second_moments", ("1", "2", "3")))
GRAPH_COLUMNS = ("dimension_1", "dimension_2", "dimension_3", *_along_axes("gravity", AXES), *_along_axes("rate", AXES))
EDGE_COLUMNS = (*EDGE_KINDS, "place_a", "place_b",
                *(column for name in ("point", "axis", "across") for end in ("a", "b")
                  for column in _along_axes(f"{name}_{end}", ("1", "2", "3"))),
                *_NUMBERS, *(column for name in _VECTORS for column in _along_axes(name, AXES)),
                "follows_body", "input", "input_hold", "input_formula",
                "constant", *(f"r^{power}" for power in _POWERS), *map(_monomial, _MONOMIALS),
                *(f"curve_{axis}_{power}" for axis in AXES for power in (0, 1, 2, 3, "sin")), "curve_rate", "formula")
_COLUMN = {name: place for place, name in enumerate(EDGE_COLUMNS)}
_TEXTS = ("equation", "energy", "kinetic", "potential", "dissipation", "formula", "vector_potential", "curve", "angles", "coordinates")


@dataclass(frozen=True)
class Graph:
    """A system as a graph of N nodes and E edges, in the layout of PyTorch Geometric. The nodes are those of a state, then one
    for each Origin. NODE_COLUMNS, EDGE_COLUMNS and GRAPH_COLUMNS name the columns (schemas/corpus.md)."""

    nodes: np.ndarray  # (N, 13)
    origins: np.ndarray  # (number of Origins, d) positions
    edge_index: np.ndarray  # (2, E)
    edge_attr: np.ndarray  # (E, 140)
    edge_kind: np.ndarray  # (E) place of the kind in EDGE_KINDS
    edge_item: np.ndarray  # (E) place of the item among constraints, potentials, damping; then moves of Origins; -1 of Rigid
    u: np.ndarray  # (9) graph features
    not_expressible: tuple[str, ...]  # JSON pointers of what the arrays have by a number that only tells it apart


@dataclass(frozen=True)
class _End:
    """A point of a body that an item names, with directions of the body."""

    node: int
    point: list[float]
    axis: list[float]
    across: list[float]


def graph_of(system: Union[Mapping[str, Any], System, str]) -> Graph:
    """The graph of a system, as a corpus or a stream has it: an object of its file with numbers alone, as corpora and datasets
    without draws have it, or a cchnn.System, a name or a path, which cchnn-gen writes out first."""
    if isinstance(system, str):
        with System(system) as held:
            return graph_of(held)
    return _Builder(system.info["system"] if isinstance(system, System) else system).graph()


class _Builder:
    """Collects the nodes and edges of one system."""

    def __init__(self, system: Mapping[str, Any]) -> None:
        if system.get("contacts"):
            raise DataError(f"/contacts: graphs of version {GRAPH_VERSION} have no contacts; read them from the system")
        self.system = system
        self.dimension = int(system["dimension"])
        self.nodes: list[dict[str, float]] = []
        self.edges: list[tuple[int, int, int, dict[str, float]]] = []  # two nodes, the item, its columns
        self.not_expressible: list[str] = []
        self.inputs = {one["id"]: place for place, one in enumerate(system.get("inputs", []))}
        self.u = {**dict.fromkeys(GRAPH_COLUMNS, 0.0), f"dimension_{self.dimension}": 1.0}
        self.first: dict[str, int] = {}
        self.fixed: list[tuple[str, Mapping[str, Any]]] = []
        for k, one in enumerate(system["bodies"]):
            if one["type"] == "Origin":
                self.fixed.append((f"/bodies/{k}", one))
            else:
                self._add_body(f"/bodies/{k}", one)
        self.moving = len(self.nodes)
        for pointer, one in self.fixed:
            self.first[one["id"]] = len(self.nodes)
            self.nodes.append({"Origin": 1.0, "mass": _number(one.get("mass", 0), pointer + "/mass")})

    def graph(self) -> Graph:
        count = 0
        for part in ("constraints", "potentials", "damping"):
            for k, item in enumerate(self.system.get(part, [])):
                self._add_item(count, f"/{part}/{k}", item)
                count += 1
        for pointer, one in self.fixed:
            for k, motion in enumerate(one.get("moves", [])):
                at = f"{pointer}/moves/{k}"
                self._join(count, "Moves", [self._end(one["id"], at)], self._numbers(at, motion), {})
                count += 1
        attributes = np.zeros((len(self.edges), len(EDGE_COLUMNS)))
        for row, edge in zip(attributes, self.edges):
            for name, value in edge[3].items():
                row[_COLUMN[name]] = value
        d = self.dimension
        origins = [_vector(one.get("position", [0] * d), pointer + "/position")[:d] for pointer, one in self.fixed]
        nodes = np.array([[node.get(name, 0.0) for name in NODE_COLUMNS] for node in self.nodes]).reshape(-1, len(NODE_COLUMNS))
        ends = np.array([edge[:2] for edge in self.edges], np.int64).reshape(-1, 2)
        return Graph(nodes, np.array(origins).reshape(-1, d), np.ascontiguousarray(ends.T), attributes,
                     attributes[:, :len(EDGE_KINDS)].argmax(axis=1), np.array([edge[2] for edge in self.edges], np.int64),
                     np.array(list(self.u.values())), tuple(self.not_expressible))

    def _add_body(self, pointer: str, body: Mapping[str, Any]) -> None:
        """The centre of mass and the ends of the axes, with rigid edges between them."""
        begin, axes = len(self.nodes), int(body["type"][3])
        self.first[body["id"]] = begin
        if "mass" not in body or (axes and "second_moments" not in body and "inertia" not in body):
            raise DataError(f"{pointer}: its numbers come from a mesh; {_WRITE_OUT}")
        shared = {body["type"]: 1.0, "mass": _number(body["mass"], pointer + "/mass")}
        for axis, moment in enumerate(_second_moments(body, axes, shared["mass"], pointer), 1):
            shared[f"second_moments_{axis}"] = moment
        self.nodes += [{**shared, "centre" if axis == 0 else f"axis_{axis}": 1.0} for axis in range(axes + 1)]
        for a, b in itertools.permutations(range(axes + 1), 2):
            length = 1.0 if 0 in (a, b) else math.sqrt(2)
            self.edges.append((begin + a, begin + b, -1, {"Rigid": 1.0, "length": length}))

    def _add_item(self, number: int, pointer: str, item: Mapping[str, Any]) -> None:
        if "repeat" in item:
            raise DataError(f"{pointer}/repeat: is not written out; {_WRITE_OUT}")
        kind = item["type"]
        if kind == "Gravity":
            up = _vector(item.get("up", [0] * (self.dimension - 1) + [1]), pointer + "/up")
            for axis, entry in zip(AXES, up):
                self.u[f"gravity_{axis}"] -= _number(item.get("g", 9.81), pointer + "/g") * entry
            return
        if kind == "RotatingFrame":
            for axis, entry in zip(AXES, _vector(item["rate"], pointer + "/rate")):
                self.u[f"rate_{axis}"] += entry
            return
        if kind not in EDGE_KINDS:
            raise DataError(f"{pointer}/type: {kind!r} is a kind that graphs of version {GRAPH_VERSION} have not")
        ends, columns = self._ends(pointer, item), self._numbers(pointer, item)
        if kind == "Dipole":
            for k, magnet in enumerate(item["magnets"]):
                placed = {f"magnet_{key}": magnet[key] for key in ("position", "moment")}
                self._join(number, kind, ends, {**columns, **_vectors(f"{pointer}/magnets/{k}", placed)}, {})
        elif kind == "Track":
            for end in ends:
                self._join(number, kind, [end], columns, {})
        elif kind == "Newtonian":
            for pair in itertools.combinations(ends, 2):
                if min(pair[0].node, pair[1].node) < self.moving:
                    self._join(number, kind, list(pair), columns, {})
        else:
            self._join(number, kind, ends, columns, self._formula(pointer, item, columns, len(ends)))

    def _join(self, number: int, kind: str, ends: list[_End], columns: dict[str, float], terms: dict[tuple[int, int], dict[str, float]]) -> None:
        """An edge in both directions between any two ends; of one end, and for terms of one point, an edge to itself."""
        pairs = list(itertools.permutations(range(len(ends)), 2)) if len(ends) > 1 else [(0, 0)]
        for a, b in pairs + [pair for pair in terms if pair[0] == pair[1] and pair not in pairs]:
            row = {kind: 1.0, "place_a": float(a), "place_b": float(b), **columns, **terms.get((min(a, b), max(a, b)), {})}
            for side, end in (("a", ends[a]), ("b", ends[b])):
                for name, entries in (("point", end.point), ("axis", end.axis), ("across", end.across)):
                    row.update({f"{name}_{side}_{axis}": entry for axis, entry in enumerate(entries, 1)})
            self.edges.append((ends[a].node, ends[b].node, number, row))

    def _ends(self, pointer: str, item: Mapping[str, Any]) -> list[_End]:
        """The points that an item names, in its order, and those of its wheels and slides."""
        named = [(f"{pointer}/{key}/{k}", end) for key in ("between", "bodies", "points", "coordinates") for k, end in enumerate(item.get(key, []))]
        named += [(f"{pointer}/{key}", item[key]) for key in ("on", "body", "about", "pivot") if key in item]
        axes = item.get("axis", [[1.0], [1.0]] if item.get("type") == "Weld" and self.dimension > 1 else [])
        axes = [item["axle"]] if "axle" in item else [item["along"]] if "along" in item else axes
        across = item.get("across", [])
        ends = [self._end(end, at, axes[k] if k < len(axes) else [], across[k] if k < len(across) else [])
                for k, (at, end) in enumerate(named)]
        for part in ("first", "second", "wheel", "slide"):
            if part in item:
                ends += self._ends(f"{pointer}/{part}", item[part])
        return ends

    def _end(self, end: Any, pointer: str, axis: Any = (), across: Any = ()) -> _End:
        body, point = (end, []) if isinstance(end, str) else (end["body"], end.get("point"))
        if point is None or isinstance(axis, dict):
            raise DataError(f"{pointer}: is given in coordinates of a mesh; {_WRITE_OUT}")
        if body not in self.first:
            raise DataError(f"{pointer}: no body has the id {body!r}")
        return _End(self.first[body], *(_vector(one, pointer) for one in (point, axis, across)))

    def _numbers(self, pointer: str, item: Mapping[str, Any]) -> dict[str, float]:
        """The columns of an item that are not about one of its ends."""
        kind = item.get("type")
        columns = {"upright": 1.0} if kind == "Rolling" else {}
        columns.update({name: _number(item[name], f"{pointer}/{name}") for name in _NUMBERS if name in item})
        columns.update({f"teeth_{k}": float(count) for k, count in enumerate(item.get("teeth", []), 1)})
        up = {"up": [0] * (self.dimension - 1) + [1]} if kind == "Rolling" else {}
        columns.update(_vectors(pointer, {**up, **{name: item[name] for name in _VECTORS if name in item}}))
        if item.get("frame") == "body":
            columns["follows_body"] = 1.0
        if kind in ("Gear", "Rack", "Screw") and "phase" not in item:
            self.not_expressible.append(f"{pointer}/phase")  # as motions start
        if "input" in item:
            place = self.inputs[item["input"]]
            given = self.system["inputs"][place]
            columns["input"] = place + 1.0
            columns["input_hold"] = 1.0 if "formula" in given else 3.0 if given.get("hold") == "linear" else 2.0
            if "formula" in given:
                columns["input_formula"] = self._told_apart(f"/inputs/{place}/formula", given["formula"])
        if kind == "Track":
            columns.update(self._curve(f"{pointer}/curve", item["curve"]))
        return columns

    def _curve(self, pointer: str, curve: Mapping[str, Any]) -> dict[str, float]:
        """Coefficients of powers of the parameter, and of its sine at one rate, as recipes draw curves."""
        columns: dict[str, float] = {}
        rates: set[float] = set()
        try:
            for axis in AXES[:self.dimension]:
                for powers, value in terms_of(curve[axis], {}).items():
                    name, power = powers[0] if powers else ("", 0)
                    if len(powers) > 1 or (name.startswith("sin ") and power != 1):
                        raise NotPolynomial
                    if name.startswith("sin "):
                        rates.add(float(name[4:]))
                    columns[f"curve_{axis}_{'sin' if name.startswith('sin ') else power}"] = value
        except NotPolynomial:
            rates = {0.0, 1.0}
        if len(rates) > 1 or not set(columns) <= set(EDGE_COLUMNS):
            return {"formula": self._told_apart(pointer, curve)}
        return {**columns, **{"curve_rate": rate for rate in rates}}

    def _formula(self, pointer: str, item: Mapping[str, Any], columns: dict[str, float], count: int) -> dict[tuple[int, int], dict[str, float]]:
        """Coefficients by pairs of ends, where columns have all terms; else the number of the formula joins `columns`."""
        texts = [name for name in _TEXTS if name in item]
        if not texts:
            return {}
        constants = {name: _number(value, f"{pointer}/constants/{name}") for name, value in item.get("constants", {}).items()}
        if len(texts) == 1 and texts[0] in ("equation", "energy", "formula"):
            try:
                return _placed(terms_of(item[texts[0]], constants), count)
            except NotPolynomial:
                pass
        parts = {**{name: item[name] for name in texts}, "constants": constants}
        columns["formula"] = self._told_apart(f"{pointer}/{texts[0]}", parts)
        return {}

    def _told_apart(self, pointer: str, what: Any) -> float:
        """A number from 0 to 1 that follows from a formula, and differs from that of another one."""
        self.not_expressible.append(pointer)
        return int(hashlib.sha256(json.dumps(what, sort_keys=True).encode()).hexdigest()[:13], 16) / 16 ** 13


_WRITE_OUT = "take the system of a dataset, or graph_of(cchnn.System(...)), in which it is written out"


def _placed(terms: Mapping[Powers, float], count: int) -> dict[tuple[int, int], dict[str, float]]:
    """Terms by the ends whose edge has them: powers of a distance by two, coordinates of a point by one. An edge between the
    first two ends, or of the one end, has the constant term."""
    both = (0, min(1, count - 1))
    placed: dict[tuple[int, int], dict[str, float]] = {}
    for powers, value in terms.items():
        if not powers:
            where, column = both, "constant"
        elif len(powers) == 1 and powers[0][0][0] == "r":
            name, power = powers[0]
            where = both if name == "r" else (int(name[1]) - 1, int(name[2]) - 1)
            column = f"r^{power}"
        else:
            points = {name[1:] or "1" for name, _ in powers}
            if len(points) > 1 or not points <= set("1234"):
                raise NotPolynomial
            where = (int(points.pop()) - 1,) * 2
            column = _monomial(tuple((name[0], power) for name, power in powers))
        if column not in _COLUMN:
            raise NotPolynomial
        own = placed.setdefault((min(where), max(where)), {})
        own[column] = own.get(column, 0.0) + value
    return placed


def _second_moments(body: Mapping[str, Any], axes: int, mass: float, pointer: str) -> list[float]:
    if "second_moments" in body or not axes:
        return _vector(body.get("second_moments", []), pointer + "/second_moments")
    inertia = _vector(body["inertia"], pointer + "/inertia")
    return [(sum(inertia) / 2 - one) / mass for one in inertia]


def _number(value: Any, pointer: str) -> float:
    if not isinstance(value, (int, float)):
        raise DataError(f"{pointer}: {value!r} is not a number; a graph has the numbers of one trajectory, so put one there")
    return float(value)


def _vector(values: Any, pointer: str) -> list[float]:
    return [_number(value, f"{pointer}/{k}") for k, value in enumerate(values)]


def _vectors(pointer: str, named: Mapping[str, Any]) -> dict[str, float]:
    return {f"{name}_{axis}": entry for name, values in named.items() for axis, entry in zip(AXES, _vector(values, f"{pointer}/{name}"))}
