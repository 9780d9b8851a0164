"""The system of a dataset: bodies, edges and constraints, from /system of the file (schemas/dataset.md)."""
from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import h5py
import numpy as np

from .array_types import Floats, read_only

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Body:
    """A body: an Origin is an anchor, fixed in space."""

    number: int
    id: str
    type: str  # Origin, Obj0D, Obj1D, Obj2D, Obj3D
    mass: float  # kg
    second_moments: Floats  # (d,) m^2, mean square of the coordinate along each principal axis
    position: Floats  # (d,) m, of an Origin
    nodes: range  # its centre of mass, then the ends of its axes; empty for an Origin

    @property
    def is_anchor(self) -> bool:
        return self.type == "Origin"


@dataclass(frozen=True)
class Edge:
    """A constraint, a potential or a damping, and the bodies that it joins or acts on."""

    number: int
    kind: str  # Rigid, Link, Joint, Spring, Gravity, ...
    body_a: int
    body_b: int  # -1: a curve, a plane, a uniform field, no other
    point_a: Floats  # (d,) along the principal axes of body a from its centre of mass; of an anchor in space
    point_b: Floats
    numbers: dict[str, float]  # by their keys in the system file: {"length": 1.0}
    rows: range  # of Phi
    pointer: str  # where it stands in the system's JSON


@dataclass(frozen=True)
class Constraints:
    """Scalar constraints: functions of r = weights x + offset."""

    kind: list[str]  # (C,)
    weights: Floats  # (C, n)
    offset: Floats  # (C, d) m
    length: Floats  # (C,) m
    component: NDArray[np.int64]  # (C,)
    normal: Floats  # (C, d); 0 where no row has one
    independent: NDArray[np.bool_]  # (C,) a largest independent set of rows
    edge: NDArray[np.int64]  # (C,) number of the edge that the row comes from


def decoded(array: h5py.Dataset) -> Any:
    """The text or texts of an array. h5py 2, that of Debian 11, decodes some by itself and has no asstr()."""
    if hasattr(array, "asstr"):
        return array.asstr()[()]
    found = array[()]
    return np.char.decode(found, "utf-8") if np.asarray(found).dtype.kind == "S" else found


def texts(array: h5py.Dataset) -> list[str]:
    return list(decoded(array))


def read_bodies(f: h5py.File) -> list[Body]:
    b = f["system/bodies"]
    first, count = b["first_node"][:], b["node_count"][:]
    nodes = [range(max(int(i), 0), max(int(i), 0) + int(k)) for i, k in zip(first, count)]
    columns = zip(texts(b["id"]), texts(b["type"]), b["mass"][:], read_only(b["second_moments"][:]), read_only(b["position"][:]), nodes)
    return [Body(k, id, kind, float(m), moments, at, its) for k, (id, kind, m, moments, at, its) in enumerate(columns)]


def _matrix(f: h5py.File, dense: str, group: str, entries: tuple[str, str, str], shape: tuple[int, ...]) -> Floats:
    """A matrix of /system, which files of more than 256 nodes hold by its entries."""
    if dense in f["system"]:
        return f["system"][dense][()]
    matrix = np.zeros(shape)
    row, column, value = (f["system"][group][name][:] for name in entries)
    matrix[row, column] = value
    return matrix


def read_inverse_mass_matrix(f: h5py.File) -> Floats:
    return _matrix(f, "inverse_mass_matrix", "masses", ("row", "column", "inverse"), 2 * (len(f["node"]),))


def read_mass_matrix(f: h5py.File) -> Floats:
    """(n, n), or (N, 1, n, n) if masses or second moments are drawn for each trajectory; the table has their means."""
    middle = _matrix(f, "mass_matrix", "masses", ("row", "column", "mass"), 2 * (len(f["node"]),))
    if "parameters" not in f:
        return middle
    values, b = f["parameters"][()], f["system/bodies"]
    columns = np.column_stack([b["varied_mass"][:], b["varied_second_moments"][:]])
    if (columns < 0).all():
        return middle
    matrices = np.repeat(middle[None, None], len(values), axis=0)
    for body, own in zip(read_bodies(f), columns):
        if (own < 0).all() or body.is_anchor:
            continue
        stated = np.array([body.mass, *body.second_moments])
        mass, *moments = np.where(own < 0, stated, values[:, own]).T
        centre, *axes = body.nodes
        matrices[:, 0, centre, centre] = mass * (1 + sum(moments[:len(axes)]))
        for axis, moment in zip(axes, moments):
            matrices[:, 0, axis, axis] = mass * moment
            matrices[:, 0, centre, axis] = matrices[:, 0, axis, centre] = -mass * moment
    return matrices


def read_edges(f: h5py.File) -> list[Edge]:
    e, n = f["system/edges"], f["system/edges/numbers"]
    column = {key: read_only(e[key][:]) for key in ("body_a", "body_b", "point_a", "point_b", "first_row", "row_count",
                                         "first_number", "number_count")}
    name, value = texts(n["name"]), n["value"][:].tolist()
    edges = []
    for k, (kind, pointer) in enumerate(zip(texts(e["kind"]), texts(e["pointer"]))):
        own = slice(column["first_number"][k], column["first_number"][k] + column["number_count"][k])
        row = max(int(column["first_row"][k]), 0)
        edges.append(Edge(k, kind, int(column["body_a"][k]), int(column["body_b"][k]), column["point_a"][k],
                          column["point_b"][k], dict(zip(name[own], value[own])),
                          range(row, row + int(column["row_count"][k])), pointer))
    return edges


def read_constraints(f: h5py.File) -> Constraints:
    c = f["system/constraints"]
    normal = c["normal"][:] if "normal" in c else np.zeros(c["offset"].shape)
    weights = _matrix(f, "constraints/weights", "weights", ("constraint", "node", "weight"), (len(normal), len(f["node"])))
    arrays = (weights, c["offset"][:], c["length"][:], c["component"][:], normal, c["independent"][:].astype(bool),
              c["edge"][:])
    return Constraints(texts(c["kind"]), *map(read_only, arrays))
