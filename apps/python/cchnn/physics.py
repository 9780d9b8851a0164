"""Phi, its rate and derivative, and the energy of a dataset's system, for NumPy arrays or tensors, with gradients."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .array_types import Floats, constant_like, einsum
from .errors import DataError
from .system_tables import Body, Constraints, Edge

POTENTIALS = ("Gravity", "Spring", "Newtonian", "Dipole", "Force", "Potential", "TorsionSpring", "Torque",
              "RotatingFrame")

# Rows that are r . A s of two vectors, by the matrix A.
PRODUCTS = {"perpendicular": np.eye(3), "crossed": np.array([[0.0, 1, 0], [-1, 0, 0], [0, 0, 0]])}


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


class Physics:
    """Equations of one system. States are x, v of shape (..., n, d), m and m/s."""

    def __init__(self, bodies: list[Body], edges: list[Edge], constraints: Constraints, mass_matrix: Floats) -> None:
        self._bodies, self._constraints, self._mass_matrix = bodies, constraints, mass_matrix
        # What inputs drive has no V.
        self._potentials = [edge for edge in edges if edge.kind in POTENTIALS
                            and not (edge.kind in ("Force", "Torque") and "input" in edge.numbers)]
        self._has_lagrangian = any(edge.kind == "Lagrangian" for edge in edges)
        self._nodes, self._dimension = mass_matrix.shape[0], constraints.offset.shape[1]
        # A row is a distance, |r|^2 - length^2, or along a direction that is fixed: an axis, or a normal; or a product of
        # r and another vector that is affine in x too.
        c = constraints
        self._distance = np.array([kind == "distance" for kind in c.kind], float)
        axes = np.where(c.component[:, None] >= 0, np.eye(self._dimension)[c.component], c.normal)
        self._fixed = np.where(self._distance[:, None] == 1, 0.0, axes)
        self._others = self._find_others(edges) if set(c.kind) & set(PRODUCTS) else None

    def phi(self, x: Any) -> Any:
        """Phi(x), (..., C): m^2 for distances, m for components. Zero on the constraints."""
        r = self._arguments(x)
        squares = (r**2).sum(-1) - constant_like(self._constraints.length**2, x)
        phi = constant_like(self._distance, x) * squares + (constant_like(self._fixed, x) * r).sum(-1)
        return phi if self._others is None else phi + (r * self._others.times(x)).sum(-1)

    def phi_rate(self, x: Any, v: Any) -> Any:
        """dPhi/dt at (x, v), (..., C)."""
        self._require("v", v)
        return einsum("...cnd,...nd->...c", self.phi_jacobian(x), v)

    def phi_jacobian(self, x: Any) -> Any:
        """dPhi/dx, (..., C, n, d)."""
        of_r = 2 * constant_like(self._distance[:, None], x) * self._arguments(x) + constant_like(self._fixed, x)
        if self._others is not None:
            of_r = of_r + self._others.times(x)
        jacobian = of_r[..., :, None, :] * constant_like(self._constraints.weights[:, :, None], x)
        return jacobian if self._others is None else jacobian + self._others.gradient(self._arguments(x))

    def kinetic_energy(self, v: Any) -> Any:
        """v M v / 2, (...), J."""
        self._require("v", v)
        self._refuse_lagrangian()
        return 0.5 * (einsum("mn,...nd->...md", self._mass_matrix, v) * v).sum((-1, -2))

    def potential_energy(self, x: Any) -> Any:
        """V(x), (...), J."""
        self._require("x", x)
        self._refuse_lagrangian()
        return 0 * x.sum((-1, -2)) + sum(self._potential(edge, x) for edge in self._potentials)

    def energy(self, x: Any, v: Any) -> Any:
        """H = v M v / 2 + V(x), (...), J."""
        return self.kinetic_energy(v) + self.potential_energy(x)

    def momenta(self, v: Any) -> Any:
        """p = M v, (..., n, d), kg m/s."""
        self._require("v", v)
        self._refuse_lagrangian()
        return einsum("mn,...nd->...md", self._mass_matrix, v)

    def velocities(self, p: Any) -> Any:
        """v = M^-1 p, (..., n, d), m/s."""
        self._require("p", p)
        self._refuse_lagrangian()
        return einsum("mn,...nd->...md", np.linalg.inv(self._mass_matrix), p)

    def _refuse_lagrangian(self) -> None:
        """The mass matrix of such a system is that of unit masses, and its energies are formulas of the file."""
        if self._has_lagrangian:
            raise DataError("/system/edges/kind: energies and momenta of a 'Lagrangian' are not implemented here; its formulas "
                            "'kinetic' and 'potential' are in /system/json, and stored energies in /energy")

    def _require(self, name: str, state: Any) -> None:
        """Rejects other shapes, which broadcasting would accept."""
        if tuple(state.shape[-2:]) != (self._nodes, self._dimension):
            raise DataError(f"{name}: shape is {tuple(state.shape)}, expected (..., {self._nodes}, {self._dimension})")

    def _arguments(self, x: Any) -> Any:
        self._require("x", x)
        for kind in self._constraints.kind:
            if kind not in ("distance", "component", "linear", *PRODUCTS):
                raise DataError(f"/system/constraints/kind: constraints of kind '{kind}' are not implemented here; "
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
        if edge.kind == "Potential":
            raise DataError("/system/edges/kind: a 'Potential' is not implemented here; its formula is the 'energy' "
                            "of its item in /system/json")
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
