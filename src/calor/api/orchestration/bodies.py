"""What requests about stacks carry."""

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType


class StackBody(msgspec.Struct):
    """What a stack is to be made of."""

    template: dict[str, Any] | str | None = None
    template_url: str | None = None
    environment: dict[str, Any] | str | None = None
    environment_files: list[str] | None = None
    files: dict[str, Any] | None = None
    files_container: str | None = None
    parameters: dict[str, Any] | None = None
    timeout_mins: int | None = None
    disable_rollback: bool | None = None
    tags: str | list[str] | None = None
    converge: bool | None = None


class NewStackBody(StackBody):
    """A new stack."""

    stack_name: str | None = None
    adopt_stack_data: str | dict[str, Any] | None = None


class ChangedStackBody(StackBody):
    """A stack that is to become something else."""

    existing: bool | None = None
    clear_parameters: list[str] | None = None


class SnapshotBody(msgspec.Struct):
    """A snapshot that is to be taken."""

    name: str | None = None


class HealthBody(msgspec.Struct, forbid_unknown_fields=True):
    """Whether a resource is well."""

    mark_unhealthy: bool
    resource_status_reason: str = ""


class ActionBody(msgspec.Struct, forbid_unknown_fields=True):
    """Exactly one thing that is to be done to a stack."""

    suspend: Any | UnsetType = UNSET
    resume: Any | UnsetType = UNSET
    check: Any | UnsetType = UNSET
    cancel_update: Any | UnsetType = UNSET
    cancel_without_rollback: Any | UnsetType = UNSET

    def given(self) -> list[str]:
        """Return what was named."""
        return [name for name in self.__struct_fields__ if getattr(self, name) is not UNSET]
