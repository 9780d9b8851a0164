"""A system that answers: accelerations, energies, constraints and trajectories of any states, from the program that makes the data.

cchnn-gen serve runs beside Python, one process for each System and each process of Python, and answers through pipes."""
from __future__ import annotations

import fcntl
import functools
import json
import math
import operator
import os
import subprocess
import tempfile
import threading
import weakref
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Mapping, Optional, Sequence, Union

import numpy as np

from . import motion_derivatives as motions
from .array_types import Floats, as_numpy, is_torch
from .errors import DataError, ProgramError
from .programs import find_program, in_keywords

_WIDE_PIPE = 1 << 20  # bytes; a batch of 1,000 states then takes few turns
_WIDE_READ = 1 << 16  # bytes; most answers are one read
_SYSTEMS: weakref.WeakSet[System] = weakref.WeakSet()


@dataclass(frozen=True)
class Rollout:
    """Trajectories as a dataset has them, (..., T, ...). Arrays that the system has not got are None."""

    t: Any  # (T)
    x: Any
    v: Any
    energy: Any
    error_bound: Any = None  # with bounds
    valid_until: Any = None
    u: Any = None
    work: Any = None
    dissipated: Any = None
    track_parameter: Any = None
    counted_angle: Any = None


class System:
    """A built-in system, a system file, or its contents as a dictionary (Dataset.system).

    States are x, v of shape (..., n, d), NumPy arrays or tensors, float64 or float32. NumPy results are float64; tensors come
    back with the type and the device of x. Every function takes, where the system has them: u (..., K), the inputs; t, the time;
    track_parameter and counted_angle; parameters, the numbers that a family draws, (..., P), or a dictionary from JSON pointers to
    numbers, {"/bodies/1/mass": 1.2}.

    The process is started by the first call, in each process of Python anew, and ends with close(), with the `with` block, or
    with Python."""

    def __init__(self, system: Union[str, Path, Mapping[str, Any]]) -> None:
        self._source = dict(system) if isinstance(system, Mapping) else str(system)
        self._info: Optional[dict[str, Any]] = None
        self._forget()
        _SYSTEMS.add(self)

    # What the system is.

    @property
    def info(self) -> dict[str, Any]:
        """Names and sizes: nodes, constraints, inputs, coordinates, parameters, numbers, dt, samples, system (schemas/serve.md)."""
        if self._info is None:
            self._info = dict(self._call("info", {})[0])
        return self._info

    @property
    def shape(self) -> tuple[int, int]:
        """(n, d)"""
        return len(self.info["nodes"]), self.info["dimension"]

    @property
    def inputs(self) -> list[str]:
        """Names of the K inputs."""
        return [one["id"] for one in self.info["inputs"]]

    def mass_matrix(self, parameters: Any = None) -> Floats:
        """(n, n) kg: p = M v."""
        given, header = self._parameters(parameters, ())
        matrix = self._call("mass_matrix", given, header)[1]["mass_matrix"]
        return matrix[0] if len(matrix) == 1 else matrix

    # What follows from a state.

    def acceleration(self, x: Any, v: Any, **beside: Any) -> Any:
        """dv/dt, (..., n, d), on and off the constraints; of tensors with gradients by x, v and u."""
        if any(is_torch(one) and one.requires_grad for one in (x, v, beside.get("u"))):
            from .torch_acceleration import acceleration
            return acceleration(self, x, v, beside)
        return self._of_state("acceleration", x, v, beside)["acceleration"]

    def acceleration_jacobian(self, x: Any, v: Any, **beside: Any) -> tuple[Any, Any, Any]:
        """Derivatives of the acceleration by x and v, (..., n, d, n, d), and by u, (..., n, d, K) or None, to rounding."""
        out = self._of_state("acceleration_jacobian", x, v, beside)
        return out["by_x"], out["by_v"], out.get("by_u")

    def acceleration_jvp(self, x: Any, v: Any, dx: Any = None, dv: Any = None, du: Any = None, **beside: Any) -> Any:
        """How the acceleration changes along directions of its arguments, which are shaped as these: (..., n, d)."""
        if dx is None and dv is None and du is None:
            raise DataError("dx: is missing, as are dv and du: a derivative needs a direction")
        lead, by = tuple(np.shape(x)[:-2]), self.acceleration_jacobian(as_numpy("x", x), as_numpy("v", v), **beside)
        sizes = (self.shape, self.shape, (len(self.inputs),))
        along = [motions.direction(name, one, lead, size) for name, one, size in zip(("dx", "dv", "du"), (dx, dv, du), sizes)]
        parts = [np.einsum("...ndk,...k->...nd", one.reshape(*lead, *self.shape, -1), way.reshape(*(lead if len(way) > 1 else ()), -1))
                 for one, way in zip(by, along) if way is not None]
        return _like(x, np.sum(parts, axis=0))

    def acceleration_vjp(self, x: Any, v: Any, of_a: Any, **beside: Any) -> dict[str, Any]:
        """The gradient by x, v, and u where the system has inputs, of a loss whose gradient by the acceleration is of_a (..., n, d)."""
        lead, by = tuple(np.shape(x)[:-2]), self.acceleration_jacobian(as_numpy("x", x), as_numpy("v", v), **beside)
        of = motions.direction("of_a", of_a, lead, self.shape).reshape(-1, *self.shape)  # type: ignore[union-attr]
        of = of.reshape(*(lead if len(of) > 1 else ()), *self.shape)
        return {name: _like(x, np.einsum("...nd,...nd" + tail + "->..." + tail, of, one))
                for name, tail, one in zip("xvu", ("mc", "mc", "k"), by) if one is not None}

    def energy(self, x: Any, v: Any, **beside: Any) -> Any:
        """H, (...), J."""
        return self._of_state("energy", x, v, beside)["energy"]

    def phi(self, x: Any, **beside: Any) -> Any:
        """Phi(x), (..., C)."""
        return self._of_state("phi", x, 0 * x, beside, rows=True).get("phi")

    def phi_jacobian(self, x: Any, **beside: Any) -> Any:
        """dPhi/dx, (..., C, n, d)."""
        return self._of_state("phi_jacobian", x, 0 * x, beside, rows=True).get("phi_jacobian")

    def multipliers(self, x: Any, v: Any, **beside: Any) -> Any:
        """lambda of M a = f - G^T lambda, (..., C)."""
        return self._of_state("multipliers", x, v, beside, rows=True).get("multipliers")

    def project(self, x: Any, v: Any, **beside: Any) -> tuple[Any, Any]:
        """The nearest x, v that satisfy the constraints."""
        out = self._of_state("project", x, v, beside)
        return out["x"], out["v"]

    def coordinates(self, x: Any, v: Any, parameters: Any = None) -> tuple[Any, Any]:
        """q, qdot (..., m), generalised coordinates and their rates."""
        out = self._of_state("to_coordinates", x, v, {"parameters": parameters})
        return out["q"], out["qdot"]

    def from_coordinates(self, q: Any, qdot: Any, parameters: Any = None) -> tuple[Any, Any]:
        """x, v of coordinates."""
        lead = np.shape(q)[:-1]
        given, header = self._parameters(parameters, lead)
        for name, array in (("q", q), ("qdot", qdot)):
            given[name] = _rows(name, array, lead, (len(self.info["coordinates"]),))
        out = self._call("from_coordinates", given, header)[1]
        return _like(q, out["x"].reshape(lead + self.shape)), _like(q, out["v"].reshape(lead + self.shape))

    # Motion.

    def initial_states(self, count: int = 1, seed: int = 0, split: str = "train", first: int = 0) -> dict[str, Floats]:
        """x, v (count, n, d) from which trajectories of a dataset with this seed start; parameters (count, P) of a family."""
        return self._call("initial_states", {}, {"count": count, "seed": seed, "split": split, "first": first})[1]

    def step(self, x: Any, v: Any, dt: Optional[float] = None, u: Any = None, project: bool = False, **beside: Any) -> tuple[Any, Any]:
        """x, v after dt, with the inputs u held; as a rollout of two samples without bounds. project=True first moves states
        onto the constraints that are off them, such as those in float32."""
        if u is not None:
            u = _held(u)
        out = self.rollout(x, v, dt=dt, samples=2, u=u, bounds=False, project=project, **beside)
        return out.x[..., 1, :, :], out.v[..., 1, :, :]

    def rollout(self, x: Any, v: Any, times: Any = None, dt: Optional[float] = None, samples: Optional[int] = None, u: Any = None,
                bounds: bool = True, project: bool = False, **beside: Any) -> Rollout:
        """Trajectories from x, v at t = k dt, with the solver of generate. With bounds they are refined as in a dataset, bit
        for bit, and have error bounds. u is (..., T, K)."""
        header, beside = self._grid(times, dt, samples, beside)
        if _requires_gradients(x, v, u, beside):
            from .torch_motion import rollout
            return rollout(self, x, v, {"u": u, **beside}, {**header, "bounds": bounds, "project": project})
        out = self._of_state("rollout", x, v, {"u": u, **beside}, {**header, "bounds": bounds, "project": project},
                             inputs=(header["samples"], len(self.inputs)))
        first = np.asarray(beside.get("t", 0.0))[..., None]
        names = {field.name for field in fields(Rollout)}
        return Rollout(t=first + header["dt"] * np.arange(header["samples"]),
                       **{name: array for name, array in out.items() if name in names})

    # Derivatives of motions, as if states were first projected onto the constraints.

    def step_jacobian(self, x: Any, v: Any, dt: Optional[float] = None, u: Any = None, by: Sequence[str] = ("x", "v"), project: bool = False,
                      **beside: Any) -> dict[str, Any]:
        """x_by_x, x_by_v, v_by_x, v_by_v, (..., n, d, n, d): derivatives of step. `by` may also name u, (..., n, d, K), and
        parameters, (..., n, d, P), which are then given."""
        beside = {"u": None if u is None else _held(u), **beside}
        found = motions.jacobian(self, x, v, by, self._step_times(dt, project), beside, held=True)
        lead = np.shape(x)[:-2]
        return {name: _like(x, one[:, 1].reshape(lead + one.shape[2:])) for name, one in found.items()}

    def step_jvp(self, x: Any, v: Any, dx: Any = None, dv: Any = None, dt: Optional[float] = None, u: Any = None, du: Any = None,
                 dparameters: Any = None, project: bool = False, **beside: Any) -> tuple[Any, Any]:
        """How step changes along directions of its arguments, which are shaped as these: (..., n, d) of x, and of v."""
        beside = {"u": None if u is None else _held(u), **beside}
        du = None if du is None else _held(du)
        dx, dv = self._jvp(x, v, (dx, dv, du, dparameters), self._step_times(dt, project), beside)
        return dx[..., 1, :, :], dv[..., 1, :, :]

    def step_vjp(self, x: Any, v: Any, of_x: Any, of_v: Any, dt: Optional[float] = None, u: Any = None, by: Sequence[str] = ("x", "v"),
                 project: bool = False, **beside: Any) -> dict[str, Any]:
        """The gradient by x, v, ... of a loss whose gradients by the results of step are of_x, of_v (..., n, d)."""
        found = self.step_jacobian(as_numpy("x", x), v, dt, u, by, project, **beside)
        return self._gradient(x, {name: one.reshape(-1, 1, *one.shape[np.ndim(x) - 2:]) for name, one in found.items()}, of_x, of_v)

    def rollout_jacobian(self, x: Any, v: Any, times: Any = None, dt: Optional[float] = None, samples: Optional[int] = None, u: Any = None,
                         by: Sequence[str] = ("x", "v"), project: bool = False, **beside: Any) -> dict[str, Any]:
        """x_by_x, x_by_v, v_by_x, v_by_v, (..., T, n, d, n, d), of every sample; by u (..., T, n, d, T, K), by parameters
        (..., T, n, d, P)."""
        header, beside = self._grid(times, dt, samples, beside)
        found = motions.jacobian(self, x, v, by, {**header, "project": project}, {"u": u, **beside})
        lead = np.shape(x)[:-2]
        return {name: _like(x, one.reshape(lead + one.shape[1:])) for name, one in found.items()}

    def rollout_jvp(self, x: Any, v: Any, dx: Any = None, dv: Any = None, times: Any = None, dt: Optional[float] = None,
                    samples: Optional[int] = None, u: Any = None, du: Any = None, dparameters: Any = None, project: bool = False,
                    **beside: Any) -> tuple[Any, Any]:
        """How a rollout changes along directions of its arguments: (..., T, n, d) of x, and of v."""
        header, beside = self._grid(times, dt, samples, beside)
        return self._jvp(x, v, (dx, dv, du, dparameters), {**header, "project": project}, {"u": u, **beside})

    def rollout_vjp(self, x: Any, v: Any, of_x: Any, of_v: Any, times: Any = None, dt: Optional[float] = None, samples: Optional[int] = None,
                    u: Any = None, by: Sequence[str] = ("x", "v"), project: bool = False, **beside: Any) -> dict[str, Any]:
        """The gradient by x, v, ... of a loss whose gradients by a rollout are of_x, of_v (..., T, n, d)."""
        header, beside = self._grid(times, dt, samples, beside)
        found = motions.jacobian(self, x, v, by, {**header, "project": project}, {"u": u, **beside})
        return self._gradient(x, found, of_x, of_v)

    def _jvp(self, x: Any, v: Any, directions: tuple[Any, ...], times: dict[str, Any], beside: dict[str, Any]) -> tuple[Any, Any]:
        lead = tuple(np.shape(x)[:-2])
        sizes = motions.widths(self, times["samples"], motions.parameter_count(beside))
        along = {name: motions.direction(f"d{name}", one, lead, sizes[name]) for name, one in zip(motions.NAMES, directions)}
        along = {name: one for name, one in along.items() if one is not None}
        if not along:
            raise DataError("dx: is missing, as are dv, du and dparameters: a derivative needs a direction")
        dx, dv = motions.tangents(self, x, v, along, times, beside)
        return _like(x, dx[:, 0].reshape(lead + dx.shape[2:])), _like(x, dv[:, 0].reshape(lead + dv.shape[2:]))

    def _gradient(self, x: Any, found: dict[str, Floats], of_x: Any, of_v: Any) -> dict[str, Any]:
        lead = np.shape(x)[:-2]
        of = {name: np.asarray(as_numpy(f"of_{name}", one), float).reshape(found[f"{name}_by_" + next(iter(found)).split("_by_")[1]].shape[:4])
              for name, one in (("x", of_x), ("v", of_v)) if one is not None}
        return {name: _like(x, one.reshape(lead + one.shape[1:])) for name, one in motions.gradient(found, of).items()}

    def _step_times(self, dt: Optional[float], project: bool) -> dict[str, Any]:
        return {"dt": self._step_size(dt), "samples": 2, "project": project}

    def _grid(self, times: Any, dt: Optional[float], samples: Optional[int], beside: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """dt and samples, and t where `times` begins later."""
        if times is not None:
            t = as_numpy("times", times).astype(float)
            dt, samples = float(t[1] - t[0]) if len(t) > 1 else 0.0, len(t)
            if len(t) < 2 or not np.allclose(t, t[0] + dt * np.arange(len(t)), rtol=1e-12, atol=1e-12 * abs(dt)):
                raise DataError("times: must be at least two, with equal steps; call rollout again for others")
            beside = {"t": t[0], **beside} if t[0] != 0 else beside
        return {"dt": self._step_size(dt), "samples": self.info["samples"] if samples is None else operator.index(samples)}, beside

    def _step_size(self, dt: Optional[float]) -> float:
        dt = self.info["dt"] if dt is None else float(dt)
        if not (dt > 0 and math.isfinite(dt)):
            raise DataError(f"dt: must be a number > 0, in s, got {dt}")
        return dt

    # The process.

    def close(self) -> None:
        """Ends the process; the next call starts another one."""
        process, self._process = self._process, None
        if process is not None:
            _end(process)

    def __enter__(self) -> System:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        return {"_source": self._source, "_info": self._info}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()
        _SYSTEMS.add(self)

    def __repr__(self) -> str:
        name = self._source if isinstance(self._source, str) else self._source.get("name", "a dictionary")
        return f"cchnn.System({name!r})"

    def _forget(self) -> None:
        """A process belongs to the process of Python that started it."""
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._lock = threading.Lock()

    def _start(self) -> subprocess.Popen[bytes]:
        program = find_program("cchnn-gen")
        if isinstance(self._source, str):
            return _started(self, [program, "serve", self._source])
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            json.dump(self._source, file)
            file.flush()
            process = _started(self, [program, "serve", file.name])
            try:
                _exchange(process, _frame("info", {}, {}))  # the file has been read
            except _Ended:
                raise _last_words(process) from None
            return process

    def _call(self, call: str, arrays: dict[str, Floats], header: Optional[dict[str, Any]] = None) -> tuple[dict[str, Any], dict[str, Floats]]:
        with self._lock:
            if self._process is None:
                self._process = self._start()
            process = self._process
            try:
                head, out = _exchange(process, _frame(call, arrays, header or {}))
            except _Ended:
                self._process = None
                raise _last_words(process) from None
            except BaseException:  # an interrupt: the answer would come at the next call
                self._process = None
                process.kill()
                _end(process)
                raise
        if "error" in head:
            error = head["error"]
            text = in_keywords("\n".join(f"{one['where']}: {one['what']}" for one in error["problems"]))
            raise DataError(text) if error["exit_code"] in (2, 3) else ProgramError(text, error["exit_code"])
        return head, out

    def _parameters(self, parameters: Any, lead: tuple[int, ...]) -> tuple[dict[str, Floats], dict[str, Any]]:
        if parameters is None:
            return {}, {}
        if isinstance(parameters, Mapping):
            header = {"vary": list(parameters)}
            values = [as_numpy(name, one).astype(float) for name, one in parameters.items()]
            parameters = np.stack(np.broadcast_arrays(*values), -1)
        else:
            header = {}
            parameters = as_numpy("parameters", parameters)
        if parameters.ndim > 1:
            parameters = np.broadcast_to(parameters, lead + parameters.shape[-1:]) if lead else parameters
        return {"parameters": parameters.reshape(-1, parameters.shape[-1])}, header

    def _of_state(self, call: str, x: Any, v: Any, beside: dict[str, Any], header: Optional[dict[str, Any]] = None,
                  inputs: Optional[tuple[int, ...]] = None, rows: bool = False, directions: Optional[dict[str, Floats]] = None) -> dict[str, Any]:
        """Results for each state, in the shape, the type and on the device of x. `directions` are sent as they are."""
        if call not in ("acceleration",):
            for name, one in (("x", x), ("v", v)):
                if is_torch(one) and one.requires_grad:
                    raise DataError(f"{name}: requires gradients, and {call} has none; detach it, or take acceleration, step or rollout")
        lead, state = tuple(np.shape(x)[:-2]), self.shape
        given, more = self._parameters(beside.get("parameters"), lead)
        given.update(directions or {})
        given["x"], given["v"] = (_rows(name, one, lead, state) for name, one in (("x", x), ("v", v)))
        sizes = {"u": inputs or (len(self.inputs),), "t": (), "track_parameter": (self.info["track_parameters"],),
                 "counted_angle": (self.info["counted_angles"],), "parameters": ()}
        for name, one in beside.items():
            if name not in sizes:
                raise TypeError(f"{call}() was given an unknown argument '{name}'; known: {', '.join(sizes)}")
            if one is not None and name != "parameters":
                given[name] = _rows(name, one, lead, sizes[name])
        out = self._call(call, given, {**more, **(header or {})})[1]
        if rows and not out:  # without constraints
            tail = (0, *state) if call == "phi_jacobian" else (0,)
            out = {call: np.zeros((math.prod(lead), *tail))}
        return {name: _like(x, array.reshape(lead + array.shape[1:])) for name, array in out.items()}


class _Ended(Exception):
    """The process has closed its pipe."""


def _started(owner: System, command: list[str]) -> subprocess.Popen[bytes]:
    # In a session of its own: Ctrl-C interrupts Python, which then ends it.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                               start_new_session=True)
    assert process.stdin is not None and process.stdout is not None
    for pipe in (process.stdin, process.stdout):
        try:
            fcntl.fcntl(pipe.fileno(), 1031, _WIDE_PIPE)  # F_SETPIPE_SZ, which Python 3.9 does not name
        except OSError:  # narrow pipes are only slower
            pass
    weakref.finalize(owner, _end_of, os.getpid(), process)
    return process


def _end_of(owner: int, process: subprocess.Popen[bytes]) -> None:
    if os.getpid() == owner:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    assert process.stdin is not None and process.stdout is not None and process.stderr is not None
    for pipe in (process.stdin, process.stdout, process.stderr):
        pipe.close()
    if process.poll() is None:
        process.terminate()
    process.wait()


def _last_words(process: subprocess.Popen[bytes]) -> ProgramError:
    assert process.stderr is not None
    process.wait()
    words = process.stderr.read().decode("utf-8", "replace").strip()
    code = process.returncode
    _end(process)
    how = f"was ended by signal {-code}" if code < 0 else f"ended with exit code {code}"
    return ProgramError(in_keywords(words) or f"cchnn-gen serve {how}", code)


def _frame(call: str, arrays: dict[str, Floats], header: dict[str, Any]) -> bytes:
    listed, parts = [], []
    for name, array in arrays.items():
        if array.dtype != np.float32:
            array = array.astype("<f8", copy=False)
        listed.append((name, array.dtype.str, array.shape))
        parts.append(array.tobytes())
    head = _head(call, tuple(listed)) if not header else _new_head(call, listed, header)
    return b"".join((head, *parts))


def _new_head(call: str, listed: Sequence[tuple[str, str, tuple[int, ...]]], header: dict[str, Any]) -> bytes:
    size = sum(math.prod(shape) * int(dtype[2:]) for _, dtype, shape in listed)
    arrays = [{"name": name, "dtype": dtype, "shape": shape} for name, dtype, shape in listed]
    head = json.dumps({"call": call, **header, "arrays": arrays, "bytes": size}).encode()
    return len(head).to_bytes(8, "little") + head


@functools.lru_cache(64)
def _head(call: str, listed: tuple[tuple[str, str, tuple[int, ...]], ...]) -> bytes:
    """That of a call without keys, which a loop sends again and again."""
    return _new_head(call, listed, {})


def _exchange(process: subprocess.Popen[bytes], frame: bytes) -> tuple[dict[str, Any], dict[str, Floats]]:
    assert process.stdin is not None and process.stdout is not None
    view, write, read = memoryview(frame), process.stdin.fileno(), process.stdout.fileno()
    try:
        while view:
            view = view[os.write(write, view):]
    except BrokenPipeError:
        raise _Ended from None
    answer = _filled(read, bytearray(), 8)  # arrays made of it may be written
    length = 8 + int.from_bytes(answer[:8], "little")
    answer = _filled(read, answer, length)
    head = _answer_head(bytes(answer[answer.index(b',"id":') + 1:length])) if length < 1000 else json.loads(answer[8:length].decode())
    answer = _filled(read, answer, length + head["bytes"])
    arrays, place = {}, length
    for one in head.get("arrays", []):
        count = math.prod(one["shape"])
        arrays[one["name"]] = np.frombuffer(answer, one["dtype"], count, place).reshape(one["shape"])
        place += 8 * count
    return head, arrays


@functools.lru_cache(64)
def _answer_head(tail: bytes) -> dict[str, Any]:
    """A header from its id on: what stands before is the number of the frame, which alone differs from call to call."""
    return json.loads((b"{" + tail).decode())  # type: ignore[no-any-return]


def _filled(read: int, answer: bytearray, size: int) -> bytearray:
    """The bytes of an answer, at least so many."""
    while len(answer) < size:
        piece = os.read(read, max(_WIDE_READ, size - len(answer)))
        if not piece:
            raise _Ended
        answer += piece
    return answer


def _rows(name: str, array: Any, lead: tuple[int, ...], one: tuple[int, ...]) -> Floats:
    """An array of (*lead, *one), or of `one` for all states, as rows."""
    if isinstance(array, (int, float)):
        array = np.float64(array)
    values = as_numpy(name, array)
    if values.dtype.kind not in "fiu":
        raise DataError(f"{name}: is of type {values.dtype}, must be float64 or float32")
    if tuple(values.shape) == one:
        return values.reshape((1, *one)) if one else values.reshape(1)
    if tuple(values.shape) != lead + one:
        raise DataError(f"{name}: has the shape {tuple(values.shape)}, must be {lead + one}" + (f" or {one}" if lead else ""))
    return values.reshape((-1, *one))


def _held(u: Any) -> Any:
    """Inputs of a step, at both of its samples."""
    return u[..., None, :].repeat(*[1] * (u.ndim - 1), 2, 1) if is_torch(u) else as_numpy("u", u)[..., None, :].repeat(2, -2)


def _requires_gradients(x: Any, v: Any, u: Any, beside: dict[str, Any]) -> bool:
    parameters = beside.get("parameters")
    several = parameters.values() if isinstance(parameters, Mapping) else (parameters,)
    return any(is_torch(one) and one.requires_grad for one in (x, v, u, *several))


def _like(x: Any, array: Floats) -> Any:
    if not is_torch(x):
        return array
    import torch
    return torch.from_numpy(array).to(dtype=x.dtype, device=x.device)


def _after_fork() -> None:
    for system in list(_SYSTEMS):
        process = system._process
        system._forget()
        if process is not None:
            process.returncode = 0  # it is the parent's to wait for
            for pipe in (process.stdin, process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()


os.register_at_fork(after_in_child=_after_fork)
