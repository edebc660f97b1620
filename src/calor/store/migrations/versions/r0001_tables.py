"""Every table of the first release."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import mysql

revision = "0001"
down_revision = None

ID = sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql")
NAME = sa.String(255).with_variant(sa.String(255, collation="C"), "postgresql")
WORD = sa.String(32).with_variant(sa.String(32, collation="C"), "postgresql")
BYTES = sa.LargeBinary().with_variant(mysql.LONGBLOB(), "mysql", "mariadb")
NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
OPTIONS: dict[str, Any] = {
    "mysql_charset": "utf8mb4",
    "mysql_collate": "utf8mb4_bin",
    "mysql_engine": "InnoDB",
    "mariadb_charset": "utf8mb4",
    "mariadb_collate": "utf8mb4_bin",
    "mariadb_engine": "InnoDB",
    "sqlite_autoincrement": True,
}


def upgrade() -> None:
    """Create the tables."""
    _stacks()
    _stack_tags()
    _texts()
    _resources()
    _resource_secrets()
    _events()
    _snapshots()
    _trees()
    _commands()
    _engines()
    _outbox()
    _software_configs()
    _deployments()
    _credentials()


def _stacks() -> None:
    op.create_table(
        "stacks",
        sa.Column("id", ID, nullable=False),
        sa.Column("root_id", ID, nullable=False),
        sa.Column("parent_id", ID),
        sa.Column("owner_id", ID),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("name", NAME, nullable=False),
        sa.Column("live_name", NAME),
        sa.Column("project", NAME, nullable=False),
        sa.Column("action", WORD, nullable=False),
        sa.Column("status", WORD, nullable=False),
        sa.Column("template", NAME, nullable=False),
        sa.Column("environment", NAME, nullable=False),
        sa.Column("files", NAME, nullable=False),
        sa.Column("previous_template", NAME),
        sa.Column("previous_environment", NAME),
        sa.Column("previous_files", NAME),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("updated_at", sa.Double()),
        sa.Column("deleted_at", sa.Double()),
        sa.Column("traversal", sa.Integer(), nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("project", "live_name", name="uq_stacks_live_name"),
        **OPTIONS,
    )
    op.create_index("ix_stacks_deleted_at", "stacks", ["deleted_at"])
    op.create_index("ix_stacks_parent_id", "stacks", ["parent_id"])
    op.create_index("ix_stacks_root_id", "stacks", ["root_id"])


def _stack_tags() -> None:
    op.create_table(
        "stack_tags",
        sa.Column("stack_id", ID, nullable=False),
        sa.Column("tag", NAME, nullable=False),
        sa.PrimaryKeyConstraint("stack_id", "tag"),
        **OPTIONS,
    )
    op.create_index("ix_stack_tags_tag", "stack_tags", ["tag"])


def _texts() -> None:
    op.create_table(
        "texts",
        sa.Column("digest", NAME, nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.Column("touched_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest"),
        **OPTIONS,
    )


def _resources() -> None:
    op.create_table(
        "resources",
        sa.Column("id", ID, nullable=False),
        sa.Column("stack_id", ID, nullable=False),
        sa.Column("root_id", ID, nullable=False),
        sa.Column("name", NAME, nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("action", WORD, nullable=False),
        sa.Column("status", WORD, nullable=False),
        sa.Column("physical_id", sa.Text()),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("updated_at", sa.Double()),
        sa.Column("reason", BYTES, nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        **OPTIONS,
    )
    op.create_index("ix_resources_stack_id", "resources", ["stack_id"])


def _resource_secrets() -> None:
    op.create_table(
        "resource_secrets",
        sa.Column("resource_id", ID, nullable=False),
        sa.Column("key", NAME, nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("resource_id", "key"),
        **OPTIONS,
    )


def _events() -> None:
    op.create_table(
        "events",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("stack_id", ID, nullable=False),
        sa.Column("root_id", ID, nullable=False),
        sa.Column("resource_name", NAME, nullable=False),
        sa.Column("resource_type", sa.Text(), nullable=False),
        sa.Column("action", WORD, nullable=False),
        sa.Column("status", WORD, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("number"),
        **OPTIONS,
    )
    op.create_index("ix_events_stack_id", "events", ["stack_id", "number"])


def _snapshots() -> None:
    op.create_table(
        "snapshots",
        sa.Column("id", ID, nullable=False),
        sa.Column("stack_id", ID, nullable=False),
        sa.Column("name", NAME),
        sa.Column("status", WORD, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        **OPTIONS,
    )
    op.create_index("ix_snapshots_stack_id", "snapshots", ["stack_id"])


def _trees() -> None:
    op.create_table(
        "trees",
        sa.Column("root_id", ID, nullable=False),
        sa.Column("engine_id", NAME),
        sa.Column("epoch", NUMBER, nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("wanted", sa.Double()),
        sa.PrimaryKeyConstraint("root_id"),
        **OPTIONS,
    )
    op.create_index("ix_trees_engine_id", "trees", ["engine_id"])
    op.create_index("ix_trees_wanted", "trees", ["wanted"])


def _commands() -> None:
    op.create_table(
        "commands",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("root_id", ID, nullable=False),
        sa.Column("stack_id", ID, nullable=False),
        sa.Column("kind", NAME, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("number"),
        **OPTIONS,
    )
    op.create_index("ix_commands_root_id", "commands", ["root_id"])


def _engines() -> None:
    op.create_table(
        "engines",
        sa.Column("id", NAME, nullable=False),
        sa.Column("host", NAME, nullable=False),
        sa.Column("process", NUMBER, nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.Column("stopped_at", sa.Double()),
        sa.PrimaryKeyConstraint("id"),
        **OPTIONS,
    )


def _outbox() -> None:
    op.create_table(
        "outbox",
        sa.Column("number", NUMBER, nullable=False),
        sa.Column("topic", NAME, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("number"),
        **OPTIONS,
    )


def _software_configs() -> None:
    op.create_table(
        "software_configs",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", NAME, nullable=False),
        sa.Column("name", NAME, nullable=False),
        sa.Column("group", NAME, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        **OPTIONS,
    )
    op.create_index("ix_software_configs_project", "software_configs", ["project"])


def _deployments() -> None:
    op.create_table(
        "deployments",
        sa.Column("id", ID, nullable=False),
        sa.Column("project", NAME, nullable=False),
        sa.Column("server_id", ID, nullable=False),
        sa.Column("config_id", ID, nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("updated_at", sa.Double()),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        **OPTIONS,
    )
    op.create_index("ix_deployments_project", "deployments", ["project"])
    op.create_index("ix_deployments_server_id", "deployments", ["server_id"])


def _credentials() -> None:
    op.create_table(
        "credentials",
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", NAME, nullable=False),
        sa.Column("body", BYTES, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        **OPTIONS,
    )
