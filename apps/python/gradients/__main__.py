"""Gradients of motions by MuJoCo, PyTorch and cchnn, against a reference in 80 bits: python3 apps/python/gradients -o gradients.json

A gradient is that of the final state, and of a loss, by the start and by parameters. The loss is half the squared distance of the
last positions from the first. Results are kept as they come, and the same command resumes. The reference needs a C++ compiler, MuJoCo
Debian's libmujoco-dev, PyTorch python3-torch. A peer that is missing is left out with a message."""
from __future__ import annotations

import argparse
import ctypes
import json
import platform
import subprocess
import sys
import tempfile
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any, Callable, Optional

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import cchnn  # noqa: E402
from cchnn.new_file import write_text  # noqa: E402
from figure import MOST_STEPS, draw, in_lines, table  # noqa: E402
from reference import Answer, Reference  # noqa: E402
from systems import SYSTEMS, Equations  # noqa: E402

HORIZONS = (0.1, 0.3, 1.0, 3.0, 10.0)
STEPS = (1e-3, 1e-5, 1e-7)  # of central differences
MUJOCO_DT = 0.002  # s, MuJoCo's own
INTEGRATORS = {"Euler": 0, "RK4": 1}
Motion = Callable[[np.ndarray, np.ndarray], np.ndarray]  # the last x, v (2 n d, B) of starts z (2 m, B) and parameters p (P, B)


def central(motion: Motion, z: np.ndarray, p: np.ndarray, h: float) -> Answer:
    """Central differences; a parameter moves by h of its value."""
    columns = []
    for k in range(len(z) + len(p)):
        both = np.concatenate([z, p])
        step = h * (1 if k < len(z) else abs(both[k, 0]))
        ends = []
        for sign in (1, -1):
            moved = both.copy()
            moved[k] += sign * step
            ends.append(motion(moved[:len(z)], moved[len(z):]))
        columns.append((ends[0] - ends[1]) / (2 * step))
    return motion(z, p), np.stack(columns, 1)


class Mujoco:
    """Rollouts by libmujoco, through the functions of mujoco_rollouts.c."""

    def __init__(self, place: Path) -> None:
        built = subprocess.run(["cc", "-O2", "-shared", "-fPIC", "-o", place / "rollouts.so", HERE / "mujoco_rollouts.c", "-lmujoco"],
                               capture_output=True, text=True)
        if built.returncode:
            raise OSError("needs a C compiler and libmujoco-dev: " + built.stderr.strip().split("\n")[0])
        self.library = ctypes.CDLL(str(place / "rollouts.so"))
        self.file = place / "model.xml"

    def motion(self, equations: Any, duration: float, integrator: int, z: np.ndarray, p: np.ndarray) -> np.ndarray:
        text, force = equations.mujoco([float(one) for one in p[:, 0]])
        self.file.write_text(text)
        states = np.ascontiguousarray(equations.to_mujoco(z).T)
        error = ctypes.create_string_buffer(500)
        failed = self.library.roll(str(self.file).encode(), ctypes.c_double(MUJOCO_DT), integrator, ctypes.c_double(force),
                                   round(duration / MUJOCO_DT), len(states), states.ctypes.data_as(ctypes.c_void_p), error, 500)
        if failed:
            raise RuntimeError(f"MuJoCo: {error.value.decode()}")
        return equations.from_mujoco(states.T, p)


def by_torch(equations: Equations, duration: float, dt: float, z: np.ndarray, p: np.ndarray, loss_alone: bool = False) -> Answer:
    """Autograd through Runge and Kutta's four stages; a batch has one copy for each row of the Jacobian."""
    import torch
    rows = 1 if loss_alone else equations.place(z, p, np).shape[0]
    at, by = (torch.tensor(np.repeat(one, rows, 1), requires_grad=True) for one in (z, p))
    now = at
    for _ in range(round(duration / dt)):
        a = equations.rate(now, by, torch)
        b = equations.rate(now + dt / 2 * a, by, torch)
        c = equations.rate(now + dt / 2 * b, by, torch)
        d = equations.rate(now + dt * c, by, torch)
        now = now + dt / 6 * (a + 2 * b + 2 * c + d)
    last = equations.place(now, by, torch)
    chosen = last.sum() if loss_alone else last.reshape(rows, -1, rows).diagonal(dim1=0, dim2=2).sum()
    jacobian = torch.cat(torch.autograd.grad(chosen, (at, by)))
    whole = jacobian.reshape(len(jacobian), -1, rows).permute(2, 0, 1).numpy()
    return last.detach()[:, ::rows].numpy(), whole


class Library:
    """cchnn.System in minimal coordinates."""

    def __init__(self, equations: Equations, duration: float, exact: Reference) -> None:
        self.equations, self.duration, self.exact = equations, duration, exact
        self.system = cchnn.System(equations.name)
        self.n, self.d = self.system.shape

    def _arguments(self, place: np.ndarray, p: np.ndarray) -> dict[str, Any]:
        x, v = (part.T.reshape(-1, self.n, self.d) for part in np.split(place, 2))
        given = dict(zip(self.equations.pointers, p))
        held = given.pop("u", None)
        return {"x": x, "v": v, "dt": self.duration, "samples": 2, "parameters": given,
                "u": None if held is None else np.repeat(held[:, None, None], 2, 1)}

    def motion(self, z: np.ndarray, p: np.ndarray) -> np.ndarray:
        out = self.system.rollout(bounds=False, **self._arguments(self.equations.place(z, p, np), p))
        return np.concatenate([one[:, 1].reshape(len(one), -1).T for one in (out.x, out.v)])

    def tangent(self, z: np.ndarray, p: np.ndarray) -> Answer:
        """rollout_jacobian along the directions in which coordinates and parameters move the start."""
        start, along = self.exact(z, p, [0])[0]
        given = self._arguments(start, p)
        given["parameters"] = {name: float(one[0]) for name, one in given["parameters"].items()}
        by = ["x", "v", "parameters", *(["u"] if given["u"] is not None else [])]
        found = self.system.rollout_jacobian(by=by, **given)
        half, batch, rows = len(start) // 2, z.shape[1], []
        for name in "xv":
            def part(one: str) -> np.ndarray:
                whole = found[f"{name}_by_{one}"][:, 1]
                return (whole.sum(-2) if one == "u" else whole).reshape(batch, half, -1)
            row = np.einsum("bij,jkb->ikb", np.concatenate([part("x"), part("v")], 2), along)
            row[:, len(z):] += np.concatenate([part(one) for one in by[2:]], 2).transpose(1, 2, 0)
            rows.append(row)
        return self.motion(z, p), np.concatenate(rows)


def compared(found: Answer, true: Answer, start: np.ndarray, size: int) -> dict[str, Any]:
    """Medians and worst values over the starts."""
    half = len(start) // 2
    gradients = [np.einsum("ib,ikb->kb", end[:half] - start[:half], jacobian[:half]) for end, jacobian in (found, true)]
    with np.errstate(all="ignore"):
        off = {name: np.linalg.norm(found[1][:, part] - true[1][:, part], axis=(0, 1)) / np.linalg.norm(true[1][:, part], axis=(0, 1))
               for name, part in (("by_start", slice(size)), ("by_parameters", slice(size, None)))}
        off["motion"] = np.linalg.norm(found[0] - true[0], axis=0) / np.linalg.norm(true[0], axis=0)
        cosine = (gradients[0] * gradients[1]).sum(0) / np.prod([np.linalg.norm(one, axis=0) for one in gradients], 0)
    wrong = (np.sign(gradients[0]) != np.sign(gradients[1])).mean(0)
    kept = {name: [float(f"{one:.3g}") for one in (np.median(each), each.max())] for name, each in off.items()}
    return {**kept, "cosine": [float(f"{one:.4g}") for one in (np.median(cosine), cosine.min())], "wrong_signs": float(f"{wrong.mean():.3g}")}


def methods_of(equations: Equations, duration: float, exact: Reference, mujoco: Optional[Mujoco], with_torch: bool) -> dict[str, Callable[..., Answer]]:
    library = Library(equations, duration, exact)
    methods: dict[str, Callable[..., Answer]] = {"cchnn, tangent flow": library.tangent}
    for h in STEPS:
        methods[f"cchnn, differences of {h:g}"] = partial(central, library.motion, h=h)
        for name, number in INTEGRATORS.items() if mujoco and hasattr(equations, "mujoco") else ():
            methods[f"MuJoCo {name}, differences of {h:g}"] = partial(central, partial(mujoco.motion, equations, duration, number), h=h)
    for dt in (equations.dt, equations.dt / 10) if with_torch else ():
        if duration < MOST_STEPS * dt:
            methods[f"PyTorch RK4, dt {dt:g}"] = partial(by_torch, equations, duration, dt)
    return methods


def cost_of(method: Callable[..., Answer], z: np.ndarray, p: np.ndarray) -> dict[str, float]:
    """Of one gradient of the loss, from one start: seconds by the clock, and of processors, which other programs do not change."""
    one = partial(method, loss_alone=True) if getattr(method, "func", None) is by_torch else method
    began = time.perf_counter(), processor_seconds()
    one(z=z[:, :1], p=p[:, :1])
    ended = time.perf_counter(), processor_seconds()
    return {name: float(f"{b - a:.3g}") for name, a, b in zip(("wall_seconds", "processor_seconds"), began, ended)}


def processor_seconds() -> float:
    """Of this process and those that it started and that still run, which are those of cchnn.System."""
    total = time.process_time()
    for child in Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split():
        total += sum(int(each.read_text().split()[0]) for each in Path(f"/proc/{child}/task").glob("*/schedstat")) * 1e-9
    return total


def main() -> None:
    parser = argparse.ArgumentParser(prog="gradients", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-o", "--output", type=Path, default=Path("gradients.json"), help="results, resumed if present [gradients.json]")
    parser.add_argument("--systems", nargs="+", choices=SYSTEMS, default=list(SYSTEMS), metavar="NAME", help=f"of {', '.join(SYSTEMS)} [all]")
    parser.add_argument("--horizons", nargs="+", type=float, default=HORIZONS, metavar="N", help="in units of the system [0.1 0.3 1 3 10]")
    parser.add_argument("--starts", type=int, default=5, help="starts of each system [5]")
    parser.add_argument("--seed", type=int, default=0, help="seed of the starts [0]")
    parser.add_argument("--without", nargs="+", choices=("mujoco", "torch"), default=(), help="peers to leave out")
    parser.add_argument("--figure", type=Path, metavar="FILE.svg", help="also draw the results; needs matplotlib")
    options = parser.parse_args()
    plan = {"seed": options.seed, "starts": options.starts}
    kept = json.loads(options.output.read_text()) if options.output.exists() else {"plan": plan, "machine": machine(), "results": {}}
    if kept["plan"] != plan:
        parser.error(f"{options.output} has the plan {kept['plan']}; choose another file for {plan}")
    with tempfile.TemporaryDirectory() as place:
        peers = mujoco_or_none(Path(place)) if "mujoco" not in options.without else None
        with_torch = "torch" not in options.without and has_torch()
        for name in options.systems:
            exact = Reference(SYSTEMS[name], Path(place))
            fill(kept, exact, sorted(options.horizons), partial(methods_of, exact=exact, mujoco=peers, with_torch=with_torch), options.output)
    print("\n".join(table(kept["results"])))
    if options.figure:
        draw(kept["results"], options.figure)


def fill(kept: dict[str, Any], exact: Reference, horizons: list[float], methods: Callable[..., dict[str, Any]], output: Path) -> None:
    """What is missing of one system. Horizons end at samples of the built-in system."""
    equations, count, results = exact.equations, kept["plan"]["starts"], kept["results"].setdefault(exact.equations.name, {})
    durations = [max(1, round(horizon * equations.unit / equations.dt)) * equations.dt for horizon in horizons]
    wanted = {horizon: methods(equations, duration) for horizon, duration in zip(horizons, durations)}
    if all(name in results.get(f"{horizon:g}", {"methods": {}})["methods"] for horizon in horizons for name in wanted[horizon]):
        return
    random = np.random.default_rng([kept["plan"]["seed"], list(SYSTEMS).index(equations.name)])
    z = np.stack([equations.draw(random) for _ in range(count)], 1)
    p = np.repeat(np.array(equations.values)[:, None], count, 1)
    start = equations.place(z, p, np)
    for horizon, duration, true, coarser in zip(horizons, durations, exact(z, p, durations), exact(z, p, durations, 100 * exact.tolerance)):
        rows = results.setdefault(f"{horizon:g}", {"seconds": float(f"{duration:.6g}"), "methods": {}})
        rows["reference"] = compared(coarser, true, start, len(z))
        for name, method in wanted[horizon].items():
            if name in rows["methods"]:
                continue
            rows["methods"][name] = {**compared(method(z=z, p=p), true, start, len(z)), **cost_of(method, z, p)}
            print(f"{equations.name} {horizon:g} {name}: {rows['methods'][name]}", file=sys.stderr, flush=True)
            write_text(output, in_lines(kept))


def mujoco_or_none(place: Path) -> Optional[Mujoco]:
    try:
        return Mujoco(place)
    except OSError as error:
        print(f"MuJoCo is left out: {error}", file=sys.stderr)
        return None


def has_torch() -> bool:
    try:
        import torch
    except ImportError:
        print("PyTorch is left out: python3-torch is not installed (apps/install_packages.sh torch)", file=sys.stderr)
        return False
    torch.set_num_threads(1)
    return True


def machine() -> str:
    names = [line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().split("\n") if line.startswith("model name")]
    return (names or [platform.machine()])[0]


if __name__ == "__main__":
    main()
