"""A base of event loops without real input and output."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, NoReturn

REAL_IO = (
    *("add_reader", "remove_reader", "add_writer", "remove_writer", "add_signal_handler", "remove_signal_handler"),
    *("connect_accepted_socket", "connect_read_pipe", "connect_write_pipe", "create_connection", "create_server"),
    *("create_datagram_endpoint", "create_unix_connection", "create_unix_server", "getaddrinfo", "getnameinfo"),
    *("sendfile", "start_tls", "subprocess_exec", "subprocess_shell"),
    *("sock_accept", "sock_connect", "sock_recv", "sock_recv_into", "sock_recvfrom", "sock_recvfrom_into"),
    *("sock_sendall", "sock_sendfile", "sock_sendto"),
)
"""Methods of event loops for real input and output."""


class NoRealIO(RuntimeError):
    """A program in a simulation asks for a socket, a pipe, a subprocess or a signal."""


class LoopWithoutIO(asyncio.BaseEventLoop):
    """An event loop that refuses all real input and output with `NoRealIO`."""


def _refuse(name: str) -> Callable[..., NoReturn]:
    def refused(self: LoopWithoutIO, *_args: Any, **_named: Any) -> NoReturn:
        raise NoRealIO(f"loop.{name} is not available: a simulation has no sockets, pipes, subprocesses or signals.")

    refused.__name__ = refused.__qualname__ = name
    return refused


for _name in REAL_IO:
    setattr(LoopWithoutIO, _name, _refuse(_name))
