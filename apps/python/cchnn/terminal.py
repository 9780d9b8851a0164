"""What this package says by itself: to a person at a terminal or in a notebook, and nowhere else."""
from __future__ import annotations

import sys
import threading
import time
from typing import Any, Callable, Optional

Reach = Callable[[int, int], None]  # done, of all

REDRAW = "\r\x1b[K"  # before each line of progress, and before what follows the last one
_FIRST_SECONDS, _SECONDS_BETWEEN = 1.0, 0.5  # until work counts as long, and between two lines
_FIRST_REMINDER = 10.0  # s, of work that does not say how much is done; the next ones after twice as long each


def say(text: str) -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        sys.stderr.write(f"cchnn: {text}\n")


class StatusLine:
    """A line that is drawn again while work lasts, and is gone after it."""

    def __init__(self) -> None:
        self._notebook = type(sys.stderr).__module__.startswith("ipykernel")
        self.shown = self._notebook or (sys.stderr is not None and sys.stderr.isatty())
        self.line = ""

    def draw(self, line: str) -> None:
        if not self.shown or line == self.line:
            return
        # Notebooks go back to the beginning of a line, and clear nothing of it.
        sys.stderr.write(f"\r{line.ljust(len(self.line))}\r{line}" if self._notebook else REDRAW + line)
        sys.stderr.flush()
        self.line = line


class LongWork:
    """Says that work which takes long continues: how much is done, how fast, and the time left where reach() is called;
    else, as the work may print lines of its own, a whole line after 10, 20, 40, ... seconds."""

    def __init__(self, what: str, unit: str) -> None:
        self._what, self._unit, self._status = what, unit, StatusLine()
        self._begin = self._drawn = time.perf_counter()
        self._timer: Optional[threading.Timer] = None

    def __enter__(self) -> LongWork:
        self._remind_after(_FIRST_REMINDER)
        return self

    def __exit__(self, *ended: Any) -> None:
        self._stop_reminding()
        self._status.draw("")

    def reach(self, done: int, total: int) -> None:
        self._stop_reminding()
        now = time.perf_counter()
        if now - self._begin < _FIRST_SECONDS or now - self._drawn < _SECONDS_BETWEEN or not done:
            return
        self._drawn = now
        rate = done / (now - self._begin)
        self._status.draw(f"cchnn: {self._what}: {done} of {total} {self._unit}, {rate:.3g}/s, "
                          f"{_clock((total - done) / rate)} left")

    def _remind_after(self, seconds: float) -> None:
        if not self._status.shown:
            return

        def remind() -> None:
            say(f"{self._what}: {_clock(time.perf_counter() - self._begin)} so far")
            self._remind_after(2 * seconds)
        self._timer = threading.Timer(self._begin + seconds - time.perf_counter(), remind)
        self._timer.daemon = True
        self._timer.start()

    def _stop_reminding(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _clock(seconds: float) -> str:
    whole = int(round(seconds))
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
