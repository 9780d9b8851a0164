"""Phi, its rate and derivative, and the energy of a dataset's system, for NumPy arrays or tensors, with gradients."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .array_types import Floats, constant_like, einsum, library_of, stacked
from .errors import DataError
from .formulas import Formula, Meaning
from .system_tables import Body, Constraints, Edge

POTENTIALS = ("Gravity", "Spring", "Newtonian", "Dipole", "Force", "TorsionSpring", "Torque",
              "RotatingFrame")

# Rows that are r . A s of two vectors, by the matrix A.
PRODUCTS = {"perpendicular": np.eye(3), "crossed": np.array([[0.0, 1, 0], [-1, 0, 0], [0, 0, 0]])}

# Kinds by formulas of points, whose edges are those of one item.
OF_POINTS = ("Potential", "Constraint", "VelocityConstraint")


def _item(system: Any, edge: Edge) -> Any:
    """What the edge is in the JSON."""
    for part in edge.pointer.split("/")[1:]:
        system = system[int(part) if isinstance(system, list) else part]
    return system


@dataclass
class _Affine:
    """weights x + offset, a vector."""

    weights: Floats  # (n,)
    offset: Floats  # (d,)

    def is_like(self, other: _Affine) -> bool:
        """The same vector, or its negative."""
        own, its = (np.concatenate([of.weights, of.offset]) for of in (self, other))
        return bool(np.allclose(own, its, rtol=1e-12) or np.allclose(own, -its, rtol=1e-12))


@dataclass
class _Others:
    """The other vector s of rows r . A s; 0 in rows of other kinds."""

    weights: Floats  # (C, n)
    offset: Floats  # (C, d)
    product: Floats  # A, (C, d, d)

    def times(self, x: Any) -> Any:
        """A s, (..., C, d)."""
        s = einsum("cn,...nd->...cd", self.weights, x) + constant_like(self.offset, x)
        return einsum("cde,...ce->...cd", self.product, s)

    def gradient(self, r: Any) -> Any:
        """Of r . A s by x through s, (..., C, n, d)."""
        of_s = einsum("ced,...ce->...cd", self.product, r)
        return of_s[..., :, None, :] * constant_like(self.weights[:, :, None], r)


class _OfPoints:
    """A formula of points of bodies: V of a Potential, phi of a Constraint, a . v of a VelocityConstraint."""

    def __init__(self, edges: list[Edge], points: list[_Affine], item: dict[str, Any]) -> None:
        self._weights, self._offset = np.stack([p.weights for p in points]), np.stack([p.offset for p in points])
        own, count, axes = item.get("names"), len(points), "xyz"[:self._offset.shape[1]]
        self._coordinates = [[name] for name in own] if own else [[f"{axis}{p + 1}" for axis in axes] for p in range(count)]
        rates = [[f"{name}d" if own else f"v{name}" for name in row] for row in self._coordinates]
        self._at_rest = dict.fromkeys((name for row in rates for name in row), 0.0)
        names: dict[str, Meaning] = dict.fromkeys([name for row in self._coordinates + rates for name in row])
        names.setdefault("t", None)
        if not own:
            names.update({f"r{p}{q}": f"sqrt({' + '.join(f'({a}{p} - {a}{q})^2' for a in axes)})"
                          for q in range(1, count + 1) for p in range(1, q)})
            short = {1: {v + a: f"{v}{a}1" for v in ("", "v") for a in axes}, 2: {"r": "r12"}}
            names.update(short.get(count, {}))
        self.is_potential = item["type"] == "Potential"
        self._on_velocities = item["type"] == "VelocityConstraint"
        self._by = rates if self._on_velocities else self._coordinates
        self._formula = Formula(item["energy" if self.is_potential else "equation"], {**names, **edges[0].numbers},
                                f"/system/json:{edges[0].pointer}")

    def _values(self, x: Any, t: Any = None) -> dict[str, Any]:
        if t is None and self._formula.uses("t"):
            raise DataError("t: an equation of this system moves in time; give the times of x: phi(x, t), phi_rate(x, v, t)")
        points = einsum("pn,...nd->...pd", self._weights, x) + constant_like(self._offset, x)
        of_x = {name: points[..., p, k] for p, row in enumerate(self._coordinates) for k, name in enumerate(row)}
        at = {} if t is None else {"t": constant_like(t, x) + 0 * points[..., 0, 0]}
        return {**at, **self._at_rest, **of_x}

    def value(self, x: Any) -> Any:
        return self._formula(self._values(x))

    def row(self, x: Any, t: Any) -> tuple[Any, Any, Any]:
        """phi/|dphi| (...), dphi/|dphi| by x (..., n, d), of a . v likewise by v; and the rate at rest, (...)."""
        value, slopes = self._formula.gradient(self._values(x, t), {"t", *(name for row in self._by for name in row)})
        by_points = stacked([[slopes.get(name, 0.0) for name in row] for row in self._by], x[..., 0, 0])
        by_points = by_points * constant_like(self._weights.any(1)[:, None].astype(float), x)
        size = (by_points**2).sum((-1, -2))**0.5
        phi, drift = (0.0, value) if self._on_velocities else (value, slopes.get("t", 0.0))
        return phi / size, einsum("pn,...pd->...nd", self._weights, by_points) / size[..., None, None], drift / size


class _Lagrangian:
    """T, quadratic in the rates w with terms of degree 1 and 0, and V by formulas; H = T_2 + V - T_0."""

    def __init__(self, edge: Edge, item: dict[str, Any]) -> None:
        self._q, self._w, place = item["coordinates"], [f"{q}d" for q in item["coordinates"]], f"/system/json:{edge.pointer}"
        self._start = {"t": 0.0} if "t" in item.get("inputs", []) else {}  # energies are those of L at t = 0
        names: dict[str, Meaning] = {**dict.fromkeys([*self._q, *self._w, *self._start]), **edge.numbers}
        self._kinetic, self._potential = (Formula(item.get(key, "0"), names, place) for key in ("kinetic", "potential"))
        self._knows_time = "t" not in self._q and "t" not in edge.numbers
        names = {**names, **({"t": None} if self._knows_time else {})}
        self._positions = {p["name"]: [Formula(str(a), names, place) for a in p["at"]] for p in item.get("positions", [])}

    def _values(self, x: Any, v: Any) -> dict[str, Any]:
        return {**self._start, **{q: x[..., i, 0] for i, q in enumerate(self._q)},
                **{w: v[..., i, 0] for i, w in enumerate(self._w)}}

    def _t(self, x: Any, v: Any) -> Any:
        return self._kinetic(self._values(x, v)) + 0 * v[..., 0, 0]

    def kinetic_energy(self, x: Any, v: Any) -> Any:
        return (self._t(x, v) + self._t(x, -v)) / 2 - self._t(x, 0 * v)

    def potential_energy(self, x: Any) -> Any:
        return self._potential(self._values(x, 0 * x)) - self._t(x, 0 * x)

    def momenta(self, x: Any, v: Any) -> Any:
        slopes = self._kinetic.gradient(self._values(x, v), self._w)[1]
        return stacked([[slopes.get(w, 0.0)] for w in self._w], v[..., 0, 0] + 0 * x[..., 0, 0])

    def velocities(self, x: Any, p: Any) -> Any:
        """M(q)^-1 (p - dT_1/dw); the momenta of unit rates are the columns of M(q)."""
        rest, units = self.momenta(x, 0 * x), constant_like(np.eye(len(self._q))[:, :, None], x)
        columns = [self.momenta(x, unit + 0 * x) - rest for unit in units]
        inertia = stacked([[column[..., i, 0] for column in columns] for i in range(len(columns))], x[..., 0, 0])
        return library_of(x).linalg.solve(inertia, p - rest)

    def positions(self, x: Any, t: Any) -> dict[str, Any]:
        at = {**self._values(x, 0 * x), **({"t": t} if self._knows_time else {})}
        return {name: stacked([[axis(at) for axis in axes]], x[..., 0, 0])[..., 0, :] for name, axes in self._positions.items()}


class Physics:
    """Equations of one system. States are x, v of shape (..., n, d), m and m/s."""

    def __init__(self, bodies: list[Body], edges: list[Edge], constraints: Constraints, mass_matrix: Floats,
                 system: dict[str, Any]) -> None:
        self._bodies, self._constraints, self._mass_matrix = bodies, constraints, mass_matrix
        # What inputs drive has no V.
        self._potentials = [edge for edge in edges if edge.kind in POTENTIALS
                            and not (edge.kind in ("Force", "Torque") and "input" in edge.numbers)]
        self._lagrangian = next((_Lagrangian(edge, _item(system, edge)) for edge in edges if edge.kind == "Lagrangian"), None)
        self._nodes, self._dimension = mass_matrix.shape[0], constraints.offset.shape[1]
        # A row is a distance, |r|^2 - length^2, or along a direction that is fixed: an axis, or a normal; or a product of
        # r and another vector that is affine in x too.
        c = constraints
        self._distance = np.array([kind == "distance" for kind in c.kind], float)
        axes = np.where(c.component[:, None] >= 0, np.eye(self._dimension)[c.component], c.normal)
        self._fixed = np.where(self._distance[:, None] == 1, 0.0, axes)
        self._others = self._find_others(edges) if set(c.kind) & set(PRODUCTS) else None
        items: dict[str, list[Edge]] = {}
        for edge in edges:
            items.setdefault(edge.pointer, []).append(edge)
        of_points = {item: _OfPoints(own, [self._affine(one.body_a, one.point_a, 1) for one in own], _item(system, own[0]))
                     for item, own in items.items() if own[0].kind in OF_POINTS}
        self._by_text = [own.value for own in of_points.values() if own.is_potential]
        if self._lagrangian is not None:
            self._by_text.append(self._lagrangian.potential_energy)
        origins = [edges[number] for number in c.edge]
        self._rows = [(one, of_points[edge.pointer]) for one, edge in zip(np.eye(len(c.kind)), origins) if edge.kind in OF_POINTS]
        self._refused = [(kind, edge.kind) for kind, edge in zip(c.kind, origins)
                         if kind not in ("distance", "component", "linear", *PRODUCTS) and edge.kind not in OF_POINTS]

    def phi(self, x: Any, t: Any = None) -> Any:
        """Phi(x), (..., C): m^2 for distances, m for components and formulas. Zero on the constraints; 0 of those on v.

        t, (...): the times of equations that move."""
        r = self._arguments(x)
        squares = (r**2).sum(-1) - constant_like(self._constraints.length**2, x)
        phi = constant_like(self._distance, x) * squares + (constant_like(self._fixed, x) * r).sum(-1)
        phi = phi if self._others is None else phi + (r * self._others.times(x)).sum(-1)
        for one, formula in self._rows:
            phi = phi + constant_like(one, x) * formula.row(x, t)[0][..., None]
        return phi

    def phi_rate(self, x: Any, v: Any, t: Any = None) -> Any:
        """dPhi/dt at (x, v), (..., C)."""
        self._require("v", v)
        rate = einsum("...cnd,...nd->...c", self.phi_jacobian(x, t), v)
        for one, formula in self._rows:
            rate = rate + constant_like(one, x) * formula.row(x, t)[2][..., None]
        return rate

    def phi_jacobian(self, x: Any, t: Any = None) -> Any:
        """dPhi/dx, (..., C, n, d); of formulas where Phi = 0, and of those on velocities by v."""
        of_r = 2 * constant_like(self._distance[:, None], x) * self._arguments(x) + constant_like(self._fixed, x)
        if self._others is not None:
            of_r = of_r + self._others.times(x)
        jacobian = of_r[..., :, None, :] * constant_like(self._constraints.weights[:, :, None], x)
        jacobian = jacobian if self._others is None else jacobian + self._others.gradient(self._arguments(x))
        for one, formula in self._rows:
            jacobian = jacobian + constant_like(one[:, None, None], x) * formula.row(x, t)[1][..., None, :, :]
        return jacobian

    def kinetic_energy(self, v: Any, x: Any = None) -> Any:
        """v M v / 2, (...), J; of a Lagrangian at x."""
        self._require("v", v)
        if self._lagrangian is not None:
            return self._lagrangian.kinetic_energy(self._place(x, "kinetic_energy(v, x)"), v)
        return 0.5 * (einsum("mn,...nd->...md", self._mass_matrix, v) * v).sum((-1, -2))

    def potential_energy(self, x: Any) -> Any:
        """V(x), (...), J."""
        self._require("x", x)
        by_edges = sum(self._potential(edge, x) for edge in self._potentials)
        return 0 * x.sum((-1, -2)) + sum(by_text(x) for by_text in self._by_text) + by_edges

    def energy(self, x: Any, v: Any) -> Any:
        """H = v M v / 2 + V(x), (...), J."""
        return self.kinetic_energy(v, x) + self.potential_energy(x)

    def momenta(self, v: Any, x: Any = None) -> Any:
        """p = M v, (..., n, d), kg m/s; dT/dv of a Lagrangian at x."""
        self._require("v", v)
        if self._lagrangian is not None:
            return self._lagrangian.momenta(self._place(x, "momenta(v, x)"), v)
        return einsum("mn,...nd->...md", self._mass_matrix, v)

    def velocities(self, p: Any, x: Any = None) -> Any:
        """v = M^-1 p, (..., n, d), m/s; of a Lagrangian at x."""
        self._require("p", p)
        if self._lagrangian is not None:
            return self._lagrangian.velocities(self._place(x, "velocities(p, x)"), p)
        return einsum("mn,...nd->...md", np.linalg.inv(self._mass_matrix), p)

    def positions(self, x: Any, t: Any = 0.0) -> dict[str, Any]:
        """Points in space by the `positions` of a Lagrangian, each (..., 2 or 3), by their names; t (...) s."""
        self._require("x", x)
        if self._lagrangian is None:
            raise DataError("/system/json: has no 'Lagrangian', whose 'positions' these are; x has the places of bodies")
        return self._lagrangian.positions(x, t)

    def _place(self, x: Any, call: str) -> Any:
        if x is None:
            raise DataError(f"x: the inertia of a 'Lagrangian' depends on it; call {call}")
        self._require("x", x)
        return x

    def _require(self, name: str, state: Any) -> None:
        """Rejects other shapes, which broadcasting would accept."""
        if tuple(state.shape[-2:]) != (self._nodes, self._dimension):
            raise DataError(f"{name}: shape is {tuple(state.shape)}, expected (..., {self._nodes}, {self._dimension})")

    def _arguments(self, x: Any) -> Any:
        self._require("x", x)
        for kind, edge in self._refused:
            raise DataError(f"/system/constraints/kind: constraints of kind '{kind}' of a {edge} are not implemented here; "
                            "their formula is in schemas/dataset.md")
        return einsum("cn,...nd->...cd", self._constraints.weights, x) + constant_like(self._constraints.offset, x)

    def _point(self, body: int, coordinates: Floats, x: Any) -> Any:
        """Point where an edge is attached to a body, (..., d): linear in its nodes."""
        if self._bodies[body].is_anchor:
            return constant_like(np.asarray(coordinates), x)
        return einsum("n,...nd->...d", self._affine(body, coordinates, 1).weights, x)

    def _affine(self, body: int, coordinates: Floats, total: int) -> _Affine:
        """`total`: 1 for a point of a body, 0 for a direction."""
        b = self._bodies[body]
        weights = np.zeros(self._nodes)
        if b.is_anchor:
            return _Affine(weights, np.asarray(coordinates, float))
        weights[b.nodes[0]] = total
        for c, node in zip(coordinates, b.nodes[1:]):
            weights[node] += c
            weights[b.nodes[0]] -= c
        return _Affine(weights, np.zeros(self._dimension))

    def _find_others(self, edges: list[Edge]) -> _Others:
        """Of each row that is a product, the vector that /system/constraints does not have."""
        c = self._constraints
        others = _Others(np.zeros_like(c.weights), np.zeros_like(c.offset), np.zeros((len(c.kind), *2 * [self._dimension])))
        for edge in edges:
            for row in edge.rows:
                if c.kind[row] in PRODUCTS:
                    own = _Affine(c.weights[row], c.offset[row])
                    first, second = self._factors(edge, row - edge.rows.start)
                    other = second if own.is_like(first) else first
                    others.weights[row], others.offset[row] = other.weights, other.offset
                    others.product[row] = PRODUCTS[c.kind[row]][:self._dimension, :self._dimension]
        return others

    def _factors(self, edge: Edge, row: int) -> tuple[_Affine, _Affine]:
        """The two vectors of a product of an edge (schemas/dataset.md, The graph)."""
        def numbers(name: str) -> Floats:
            return np.array([edge.numbers[key] for key in (f"{name}_1", f"{name}_2", f"{name}_3") if key in edge.numbers])
        axis = self._affine(edge.body_a, numbers("axis_a"), 0)
        if edge.kind == "Universal":
            return axis, self._affine(edge.body_b, numbers("axis_b"), 0)
        a, b = self._affine(edge.body_a, edge.point_a, 1), self._affine(edge.body_b, edge.point_b, 1)
        between = _Affine(b.weights - a.weights, b.offset - a.offset)
        if self._dimension == 2 or edge.kind == "Planar":
            return axis, between
        across = numbers("across_a")  # of a Slider or a Screw, whose first row is no product
        along = [across, np.cross(numbers("axis_a"), across)][row - (edge.kind == "Screw")]
        return self._affine(edge.body_a, along, 0), between

    def _centrifugal(self, body: Body, rate: Floats, x: Any) -> Any:
        """|rate x r|^2 = |rate|^2 |r|^2 - (rate . r)^2 of its centre, and of its axes with their shares of the mass."""
        total, seen = 0, constant_like(rate[:self._dimension], x)
        centre = x[..., body.nodes[0], :]
        for node, share in zip(body.nodes, (1.0, *body.second_moments)):
            r = centre if node == body.nodes[0] else x[..., node, :] - centre
            total = total - 0.5 * body.mass * share * (float(rate @ rate) * (r**2).sum(-1) - (r * seen).sum(-1)**2)
        return total

    def _vector(self, edge: Edge, name: str, x: Any) -> Any:
        return constant_like(np.array([edge.numbers[f"{name}_{axis}"] for axis in "xyz"[:self._dimension]]), x)

    def _potential(self, edge: Edge, x: Any) -> Any:
        if edge.kind in ("TorsionSpring", "Torque"):
            raise DataError(f"/system/edges/kind: a '{edge.kind}' is not implemented here: its energy depends on "
                            "/counted_angle, an angle with its full turns, which x does not determine")
        if edge.kind == "RotatingFrame":
            return self._centrifugal(self._bodies[edge.body_a], np.array([edge.numbers[f"rate_{axis}"] for axis in "xyz"]), x)
        a, n = self._point(edge.body_a, edge.point_a, x), edge.numbers
        mass = self._bodies[edge.body_a].mass
        if edge.kind == "Gravity":
            return mass * n["g"] * (a * self._vector(edge, "up", x)).sum(-1)
        if edge.kind == "Force":
            return -(a * self._vector(edge, "force", x)).sum(-1)
        between = a - self._point(edge.body_b, edge.point_b, x)
        distance = (between**2).sum(-1)**0.5
        if edge.kind == "Spring":
            return 0.5 * n["stiffness"] * (distance - n["rest_length"])**2
        if edge.kind == "Newtonian":
            return -n["gravitational_constant"] * mass * self._bodies[edge.body_b].mass / distance
        moment = n["moment"] * between / distance[..., None]
        r, m = a - self._vector(edge, "magnet_position", x), self._vector(edge, "magnet_moment", x)
        along, r2 = (r * m).sum(-1), (r**2).sum(-1)
        field = (3 * r * along[..., None] - r2[..., None] * m) * (n["mu0"] / (4 * np.pi) / r2**2.5)[..., None]
        return -(moment * field).sum(-1)
