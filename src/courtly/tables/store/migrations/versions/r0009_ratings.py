"""Rated matches, and the ratings of people that follow from them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Upgrade the schema to this revision."""
    op.create_table(
        "rated_matches",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("match", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "match", name=op.f("pk_rated_matches")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_rated_matches_tables")),
    )
    op.create_index("ix_rated_matches_game_ended", "rated_matches", ["game", "ended"])
    op.create_table(
        "rating_steps",
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("match", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("player", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("season", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "match", "seat", name=op.f("pk_rating_steps")),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_rating_steps_tables")),
    )
    op.create_index("ix_rating_steps_person_game_seats_ended", "rating_steps", ["person", "game", "seats", "ended"])
    op.create_index("ix_rating_steps_game_ended", "rating_steps", ["game", "ended"])
    op.create_table(
        "ratings",
        sa.Column("player", sa.String, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("season", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("matches", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("player", "game", "seats", "season", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_game_season_seats", "ratings", ["game", "season", "seats"])
