"""Upgrades a database to the schema of this version of Courtly; refuses one of a later version."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from courtly.engine.sentences import said
from courtly.tables.errors import NewerStore

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

MIGRATIONS = Path(__file__).parent / "migrations"


def config(connection: Connection) -> Config:
    """Return Alembic's configuration for the revisions that ship with the package."""
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    made.set_main_option("path_separator", "os")
    made.attributes["connection"] = connection
    return made


def is_current(connection: Connection) -> bool:
    """Return whether the schema is this version's.

    Raises
    ------
    NewerStore
        The database holds a revision that this version does not know.
    """
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory.from_config(config(connection))
    known = {script.revision for script in scripts.walk_revisions()}
    present = set(MigrationContext.configure(connection).get_current_heads())
    if present - known:
        given = ", ".join(sorted(present))
        message = said("this database was written by a later version of Courtly (its schema is {schema})", schema=given)
        raise NewerStore(message, given=given, where="the store's schema", allowed=sorted(known))
    return present == set(scripts.get_heads())


def upgrade(connection: Connection) -> None:
    """Run the missing revisions, if any, on a connection that is in a transaction."""
    from alembic import command

    if not is_current(connection):
        command.upgrade(config(connection), "head")
