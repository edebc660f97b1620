"""The stacks of a project are listed without reading those that are gone."""

from alembic import op

revision = "0003"
down_revision = "0002"

COLUMNS = ["project", "deleted_at", "parent_id", "created_at"]


def upgrade() -> None:
    """Add the index."""
    op.create_index("ix_stacks_listed", "stacks", COLUMNS)
