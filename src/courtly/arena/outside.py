"""Bots that are separate programs in any language: one JSON document per line on standard input and output.

docs/arena.md describes the protocol. Every match has its own process, so that no state carries over to the next match.
A program forfeits the match if it exits, sends an invalid answer, or does not answer in time. Every wait has a time
limit.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import IO, Any

from courtly.engine.errors import shown

PROTOCOL = "courtly-bot/1"
START_TIME = 30.0
"""Additional seconds that a program may take before its first answer."""

_MAX_UNREAD = 1_000_000
_STDERR_KEPT = 2_000
_BLOCK = 65_536
_EXIT_TIMEOUT = 1.0


_RUNNING: set[subprocess.Popen[bytes]] = set()


class Forfeit(Exception):
    """A player has lost the match by an error or a missing answer; the text gives the reason."""


class IllegalAnswer(Forfeit):
    """A player answered in time, but not with a legal move."""


class Program:
    """A program that plays one match in one seat.

    Parameters
    ----------
    command
        The command line, as a list of arguments.
    move_time
        Seconds for a move.
    start_time
        Additional seconds before the first answer.

    Attributes
    ----------
    transcript
        The messages: each as `sent`, with the `answer` or the reason of a `forfeit`, and the `seconds` that it took.
    """

    def __init__(self, command: Sequence[str], *, move_time: float, start_time: float = START_TIME) -> None:
        self.command = list(command)
        self.move_time = move_time
        self.start_time = start_time
        self.transcript: list[dict[str, Any]] = []
        self._process: subprocess.Popen[bytes] | None = None
        self._answered = self._ended = self._wants_tensors = False
        self._received, self._stderr_tail = b"", b""

    def begin(self, facts: dict[str, Any]) -> None:
        """Start the program and send it the match facts."""
        self._start()
        self._exchange({"type": "match", "protocol": PROTOCOL, **facts}, asks=False)

    def ask(self, view: dict[str, Any], tensors: Callable[[], dict[str, Any]] = dict) -> object:
        """Return the program's move for a view; raise `Forfeit` if its answer contains no move.

        A program that answers `{"ask": "tensors"}` gets the message again, with the result of `tensors`, and all later
        messages have it too.
        """
        message = {"type": "move", "view": view, "legal": view["legal"]}
        answer = self.answer({**message, **(tensors() if self._wants_tensors else {})})
        if not self._wants_tensors and isinstance(answer, dict) and answer.get("ask") == "tensors":
            self._wants_tensors = True
            answer = self.answer({**message, **tensors()})
        if not isinstance(answer, dict) or "move" not in answer:
            raise IllegalAnswer(f'answered {shown(answer)}, not {{"move": "..."}}')
        return answer["move"]

    def answer(self, message: dict[str, Any]) -> Any:
        """Return the program's answer to a message; raise `Forfeit` if it is not a JSON document."""
        line = self._exchange(message, asks=True)
        self._answered = True
        try:
            return json.loads(line)
        except (ValueError, RecursionError):
            raise Forfeit(f"answered {shown(line.decode(errors='replace'))}, which is not JSON") from None

    def end(self, facts: dict[str, Any]) -> None:
        """Send the program the result of the match. Errors after this message have no effect."""
        if self._process is None:
            return
        with contextlib.suppress(Forfeit):
            self._exchange({"type": "end", **facts}, asks=False, limit=_EXIT_TIMEOUT)
            self._ended = True

    def close(self) -> None:
        """Close the program's input, give it time to exit, then kill it."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(OSError):
            _input_of(process).close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_EXIT_TIMEOUT if self._ended else 0)
        _kill(process)
        process.wait()
        _RUNNING.discard(process)
        for pipe in (process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()

    def _start(self) -> None:
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(  # noqa: S603 - the program that the user names
                self.command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise Forfeit(f"could not be started: {error.strerror}") from None
        for end in (process.stdin, process.stdout, process.stderr):
            assert end is not None
            os.set_blocking(end.fileno(), False)
        self._process = process
        _RUNNING.add(process)

    def _exchange(self, message: dict[str, Any], *, asks: bool, limit: float | None = None) -> bytes:
        """Send a message and, if `asks`, return the answer line, all within the time for a move."""
        entry: dict[str, Any] = {"sent": message}
        self.transcript.append(entry)
        begun = time.monotonic()
        try:
            line = self._sent(message, asks=asks, limit=limit)
        except Forfeit as forfeit:
            entry["forfeit"] = str(forfeit)
            raise
        finally:
            entry["seconds"] = round(time.monotonic() - begun, 6)
        if asks:
            entry["answer"] = line.decode(errors="replace")
        return line

    def _sent(self, message: dict[str, Any], *, asks: bool, limit: float | None) -> bytes:
        assert self._process is not None
        limit = limit or self.move_time + (0.0 if self._answered else self.start_time)
        deadline = time.monotonic() + limit
        unsent = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        with selectors.DefaultSelector() as ready:
            ready.register(_input_of(self._process), selectors.EVENT_WRITE)
            for pipe in filter(None, (self._process.stdout, self._process.stderr)):
                ready.register(pipe, selectors.EVENT_READ)
            while unsent or (asks and b"\n" not in self._received):
                left = deadline - time.monotonic()
                if left <= 0:
                    raise Forfeit(f"gave no answer within {limit:g} s")
                for key, _ in ready.select(left):
                    unsent = self._transfer(ready, key.fileobj, unsent)
        line, _, rest = self._received.partition(b"\n")
        if asks:
            self._received = rest
        return line

    def _transfer(self, ready: selectors.BaseSelector, pipe: Any, unsent: bytes) -> bytes:
        """Write to or read from a pipe that is ready; return the data that is still unsent."""
        assert self._process is not None
        if pipe is self._process.stdin:
            return self._send(ready, unsent)
        block = os.read(pipe.fileno(), _BLOCK)
        if pipe is self._process.stdout:
            self._receive(block)
        elif block:
            self._stderr_tail = (self._stderr_tail + block)[-_STDERR_KEPT:]
        else:
            ready.unregister(pipe)
        return unsent

    def _send(self, ready: selectors.BaseSelector, unsent: bytes) -> bytes:
        assert self._process is not None
        pipe = _input_of(self._process)
        try:
            unsent = unsent[os.write(pipe.fileno(), unsent[:_BLOCK]) :]
        except BlockingIOError:
            return unsent
        except BrokenPipeError:
            raise self._exit_forfeit() from None
        if not unsent:
            ready.unregister(pipe)
        return unsent

    def _receive(self, block: bytes) -> None:
        if not block:
            raise self._exit_forfeit()
        self._received += block
        if len(self._received) > _MAX_UNREAD:
            raise Forfeit(f"wrote more than {_MAX_UNREAD} bytes without a request")

    def _exit_forfeit(self) -> Forfeit:
        """Return the forfeit of a program that closed its output or stopped reading."""
        assert self._process is not None
        try:
            status = self._process.wait(_EXIT_TIMEOUT)
        except subprocess.TimeoutExpired:
            return Forfeit("closed its input or output but still runs")
        pipe = self._process.stderr
        assert pipe is not None
        with contextlib.suppress(OSError):
            self._stderr_tail += pipe.read() or b""
        last = self._stderr_tail[-_STDERR_KEPT:].decode(errors="replace").strip().rpartition("\n")[2]
        how = f"was killed by signal {-status}" if status < 0 else f"ended with exit status {status}"
        return Forfeit(how + (f": {shown(last, limit=200)}" if last else ""))


def close_all() -> None:
    """Kill every program that this process started, without waiting."""
    for process in list(_RUNNING):
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and all processes of its session."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def _input_of(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdin is not None
    return process.stdin
