"""Credentials say which tree they are kept for."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")


def upgrade() -> None:
    """Add the column."""
    op.add_column("credentials", sa.Column("root_id", ID))
    op.create_index("ix_credentials_root_id", "credentials", ["root_id"])
