"""What is being done to a stack or a resource, and how far it has come."""

from enum import StrEnum


class Action(StrEnum):
    """What is done; a resource that nothing was done to yet is at `INIT`."""

    INIT = "INIT"
    CREATE = "CREATE"
    ADOPT = "ADOPT"
    UPDATE = "UPDATE"
    ROLLBACK = "ROLLBACK"
    SUSPEND = "SUSPEND"
    RESUME = "RESUME"
    CHECK = "CHECK"
    SNAPSHOT = "SNAPSHOT"
    RESTORE = "RESTORE"
    DELETE = "DELETE"


class Status(StrEnum):
    """How far it has come."""

    IN_PROGRESS = "IN_PROGRESS"
    COMPLETE = "COMPLETE"
    FAILED = "FAILED"
