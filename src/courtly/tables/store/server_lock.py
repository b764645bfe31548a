"""The lock of the server that uses a SQLite file: a second server would not see the new entries of the first.

The lock belongs to a process. It ends with the process, however that ends, and programs such as `backup` ignore it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from filelock import Timeout

from courtly.engine.errors import shown
from courtly.engine.sentences import said
from courtly.environment import environment
from courtly.tables.errors import StoreError
from courtly.tables.store.databases import cannot_create, file_of, read_url


@contextmanager
def server_lock(url_or_path: str | Path) -> Iterator[None]:
    """Hold the lock of a SQLite file until the block ends. A database server, or memory, needs no lock.

    Raises
    ------
    StoreError
        Another process holds the lock, or the lock file cannot be written.
    """
    path = file_of(read_url(url_or_path))
    if path is None:
        yield
        return
    with ExitStack() as stack:
        _take(path, stack)
        yield


def _take(path: Path, stack: ExitStack) -> None:
    try:
        lock = Path(f"{path.resolve()}.lock")
        lock.parent.mkdir(parents=True, exist_ok=True)
        stack.enter_context(environment().lock(lock))
    except Timeout as error:
        message = said(
            "another server is using the database {name}; stop it, or choose another file with --database",
            name=shown(str(path)),
        )
        allowed = said("one server for each SQLite file")
        raise StoreError(message, given=str(path), where="the store", allowed=allowed) from error
    except (OSError, ValueError) as error:
        raise cannot_create(path, error) from error
