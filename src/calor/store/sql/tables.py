"""The tables, on every database alike.

There are no foreign keys: rows of a tree are written by its one owner under a
lease, and removed by `purge` alone.
"""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.dialects import mysql

# Names are compared and sorted byte by byte, whatever the locale of the database.
ID = String(64).with_variant(String(64, collation="C"), "postgresql")
NAME = String(255).with_variant(String(255, collation="C"), "postgresql")
WORD = String(32).with_variant(String(32, collation="C"), "postgresql")
BYTES = LargeBinary().with_variant(mysql.LONGBLOB(), "mysql", "mariadb")
NUMBER = BigInteger().with_variant(Integer(), "sqlite")

metadata = MetaData()

OPTIONS: dict[str, Any] = {
    "mysql_charset": "utf8mb4",
    "mysql_collate": "utf8mb4_bin",
    "mysql_engine": "InnoDB",
    "mariadb_charset": "utf8mb4",
    "mariadb_collate": "utf8mb4_bin",
    "mariadb_engine": "InnoDB",
    # A number is never given twice, even if the row that had it is gone.
    "sqlite_autoincrement": True,
}

texts = Table(
    "texts",
    metadata,
    Column("digest", NAME, primary_key=True),
    Column("body", BYTES, nullable=False),
    Column("touched_at", Double, nullable=False),
    **OPTIONS,
)

stacks = Table(
    "stacks",
    metadata,
    Column("id", ID, primary_key=True),
    Column("root_id", ID, nullable=False, index=True),
    Column("parent_id", ID, index=True),
    Column("owner_id", ID),
    Column("depth", Integer, nullable=False),
    Column("name", NAME, nullable=False),
    # The name while the stack lives, null after: so names are unique among the living.
    Column("live_name", NAME),
    Column("project", NAME, nullable=False),
    Column("action", WORD, nullable=False),
    Column("status", WORD, nullable=False),
    Column("template", NAME, nullable=False),
    Column("environment", NAME, nullable=False),
    Column("files", NAME, nullable=False),
    Column("previous_template", NAME),
    Column("previous_environment", NAME),
    Column("previous_files", NAME),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double),
    Column("deleted_at", Double, index=True),
    Column("traversal", Integer, nullable=False),
    Column("body", BYTES, nullable=False),
    UniqueConstraint("project", "live_name", name="uq_stacks_live_name"),
    # The list of a project's stacks, newest first, whatever else was there once.
    Index("ix_stacks_listed", "project", "deleted_at", "parent_id", "created_at"),
    **OPTIONS,
)

stack_tags = Table(
    "stack_tags",
    metadata,
    Column("stack_id", ID, primary_key=True),
    Column("tag", NAME, primary_key=True),
    Index("ix_stack_tags_tag", "tag"),
    **OPTIONS,
)

resources = Table(
    "resources",
    metadata,
    Column("id", ID, primary_key=True),
    Column("stack_id", ID, nullable=False, index=True),
    Column("root_id", ID, nullable=False),
    Column("name", NAME, nullable=False),
    Column("type", Text, nullable=False),
    Column("action", WORD, nullable=False),
    Column("status", WORD, nullable=False),
    Column("physical_id", Text),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double),
    # Bytes, as not every database takes every character for a text.
    Column("reason", BYTES, nullable=False),
    Column("body", BYTES, nullable=False),
    **OPTIONS,
)

resource_secrets = Table(
    "resource_secrets",
    metadata,
    Column("resource_id", ID, primary_key=True),
    Column("key", NAME, primary_key=True),
    Column("body", BYTES, nullable=False),
    **OPTIONS,
)

events = Table(
    "events",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("id", ID, nullable=False),
    Column("stack_id", ID, nullable=False),
    Column("root_id", ID, nullable=False),
    Column("resource_name", NAME, nullable=False),
    Column("resource_type", Text, nullable=False),
    Column("action", WORD, nullable=False),
    Column("status", WORD, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("body", BYTES, nullable=False),
    Index("ix_events_stack_id", "stack_id", "number"),
    **OPTIONS,
)

commands = Table(
    "commands",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("root_id", ID, nullable=False, index=True),
    Column("stack_id", ID, nullable=False),
    Column("kind", NAME, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("body", BYTES, nullable=False),
    **OPTIONS,
)

trees = Table(
    "trees",
    metadata,
    Column("root_id", ID, primary_key=True),
    Column("engine_id", NAME, index=True),
    Column("epoch", NUMBER, nullable=False),
    Column("expires_at", Double, nullable=False),
    # Since when work waits, null if none does.
    Column("wanted", Double, index=True),
    **OPTIONS,
)

engines = Table(
    "engines",
    metadata,
    Column("id", NAME, primary_key=True),
    Column("host", NAME, nullable=False),
    Column("process", NUMBER, nullable=False),
    Column("started_at", Double, nullable=False),
    Column("seen_at", Double, nullable=False),
    Column("stopped_at", Double),
    **OPTIONS,
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("id", ID, primary_key=True),
    Column("stack_id", ID, nullable=False, index=True),
    Column("name", NAME),
    Column("status", WORD, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("body", BYTES, nullable=False),
    **OPTIONS,
)

outbox = Table(
    "outbox",
    metadata,
    Column("number", NUMBER, primary_key=True),
    Column("topic", NAME, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("body", BYTES, nullable=False),
    **OPTIONS,
)

software_configs = Table(
    "software_configs",
    metadata,
    Column("id", ID, primary_key=True),
    Column("project", NAME, nullable=False, index=True),
    Column("name", NAME, nullable=False),
    Column("group", NAME, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("body", BYTES, nullable=False),
    **OPTIONS,
)

deployments = Table(
    "deployments",
    metadata,
    Column("id", ID, primary_key=True),
    Column("project", NAME, nullable=False, index=True),
    Column("server_id", ID, nullable=False, index=True),
    Column("config_id", ID, nullable=False),
    Column("created_at", Double, nullable=False),
    Column("updated_at", Double),
    Column("body", BYTES, nullable=False),
    **OPTIONS,
)

credentials = Table(
    "credentials",
    metadata,
    Column("id", ID, primary_key=True),
    Column("kind", NAME, nullable=False),
    Column("root_id", ID, index=True),
    Column("body", BYTES, nullable=False),
    **OPTIONS,
)
