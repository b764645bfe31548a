"""Upgrades a database to the schema of this version of Courtly, and rejects a database of a later version."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import TYPE_CHECKING

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from courtly.engine.sentences import said
from courtly.tables.errors import NewerStore
from courtly.tables.store.databases import explained, file_of, lock_for_upgrade, make_file, writing_engine

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection, Engine
    from sqlalchemy.engine import URL

MIGRATIONS = Path(__file__).parent / "migrations"


def config(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration for the revisions in this package."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("path_separator", "os")
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    made.attributes["connection"] = connection
    return made


def is_current(connection: Connection) -> bool:
    """Return whether the schema has this version's newest revision.

    Raises
    ------
    NewerStore
        The database has a revision that this version does not know.
    """
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(config(connection))
    known = {script.revision for script in scripts.walk_revisions()}
    present = set(MigrationContext.configure(connection).get_current_heads())
    if present - known:
        given = ", ".join(sorted(present))
        message = said(
            "this database was written by a later version of Courtly (its schema is {schema}); "
            "use that version, or restore an earlier backup",
            schema=given,
        )
        raise NewerStore(message, given=given, where="the store's schema", allowed=sorted(known))
    return present == set(scripts.get_heads())


def newest() -> str:
    """Return the newest revision, which this version of Courtly writes."""
    from alembic.script import ScriptDirectory

    return str(ScriptDirectory.from_config(config()).get_current_head())


def present(connection: Connection) -> str:
    """Return the revision of a database."""
    from alembic.runtime.migration import MigrationContext

    return str(MigrationContext.configure(connection).get_current_revision())


def revisions() -> list[str]:
    """Return all known revisions, newest first."""
    from alembic.script import ScriptDirectory

    return [script.revision for script in ScriptDirectory.from_config(config()).walk_revisions()]


def upgrade(engine: Engine, to: str = "head") -> None:
    """Run the missing revisions, all or none. If several processes upgrade a database, one runs them; the others wait.

    Parameters
    ----------
    to
        The last revision to run. Only a new database may stop before the newest revision.
    """
    # Alembic stores its connection in a global variable.
    with _ALEMBIC, engine.begin() as connection:
        lock_for_upgrade(connection)
        if not _is_newest(connection) and not is_current(connection):
            from alembic import command

            command.upgrade(config(connection), to)


def _is_newest(connection: Connection) -> bool:
    """Return whether the schema is the newest. Compare file names, because loading Alembic takes 10 MB of memory."""
    if not sa.inspect(connection).has_table("alembic_version"):
        return False
    newest = max(path.name for path in (MIGRATIONS / "versions").glob("r*_*.py"))
    revisions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    return revisions == [newest[1:].partition("_")[0]]


_ALEMBIC = threading.Lock()


def prepared_engine(url: URL, *, patience: float) -> Engine:
    """Return an engine with the single connection that writes to a database; create or upgrade the database first.

    Raises
    ------
    StoreError, NewerStore
        The database cannot be created, opened or upgraded.
    """
    path = file_of(url)
    if path is not None:
        make_file(path, patience=patience)
    engine = writing_engine(url, patience=patience)
    try:
        upgrade(engine)
    except BaseException as error:
        engine.dispose()
        if isinstance(error, SQLAlchemyError):
            raise explained(error) from error
        raise
    return engine
