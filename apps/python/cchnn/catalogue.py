"""The built-in systems, as cchnn-gen list knows them."""
from __future__ import annotations

import difflib
import json
import re
from dataclasses import dataclass
from typing import Iterator, Mapping, Optional, Union, overload

from .errors import DataError
from .programs import run


@dataclass(frozen=True)
class SystemFacts:
    """What is known of a built-in system before any data are generated."""

    name: str
    title: str
    group: str  # all: systems of the paper and others; benchmarks; peers; surfaces; lagrangians
    dimension: int
    bodies: int
    constraints: int
    rank: int  # independent constraints
    degrees_of_freedom: int
    conserved: tuple[str, ...]  # energy, angular_momentum_z, ...
    dt: float  # s
    samples: int
    description: str


class Systems(Mapping[str, SystemFacts]):
    """Facts by name, in the order of cchnn-gen list; print it for a table."""

    def __init__(self, facts: dict[str, SystemFacts]) -> None:
        self._facts = facts

    def __getitem__(self, name: str) -> SystemFacts:
        if name not in self._facts:
            near = difflib.get_close_matches(str(name), self._facts, 3, 0.5)
            raise DataError(f"systems: {name!r} is not a built-in system" + (f"; similar: {', '.join(near)}" if near else ""))
        return self._facts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._facts

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __repr__(self) -> str:
        rows = [("name", "group", "d", "bodies", "dof", "conserved", "title")]
        for one in self._facts.values():
            conserved = dict.fromkeys(re.sub("_[xyz]$", "", name) for name in one.conserved)  # along any axis
            rows.append((one.name, one.group, str(one.dimension), str(one.bodies), str(one.degrees_of_freedom), ", ".join(conserved),
                         one.title))
        widths = [max(map(len, column)) for column in zip(*rows)]
        return "\n".join("  ".join(cell.rjust(width) if cell.isdigit() else cell.ljust(width)
                                   for cell, width in zip(row, widths)).rstrip() for row in rows)


@overload
def systems() -> Systems: ...


@overload
def systems(name: str) -> SystemFacts: ...


def systems(name: Optional[str] = None) -> Union[Systems, SystemFacts]:
    """All built-in systems by name: cchnn.systems()["kepler"].degrees_of_freedom, "kepler" in cchnn.systems(), and a table when
    printed; with a name the facts of one. cchnn.load takes each of these names, and the path of a system of your own."""
    found: dict[str, SystemFacts] = {}
    for group in json.loads(run("cchnn-gen", "list", json="-"))["groups"]:
        for one in group["systems"]:
            facts = {name: one[name] for name in SystemFacts.__dataclass_fields__ if name not in ("group", "conserved")}
            found[one["name"]] = SystemFacts(group=group["group"], conserved=tuple(one["conserved"]), **facts)
    return Systems(found) if name is None else Systems(found)[name]
