"""People who send requests."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Person:
    user_id: str = "joe-1"
    project_id: str = "project-1"
    roles: frozenset[str] = frozenset({"member", "reader"})
    token: str | None = None
    trust_id: str | None = None
    trustee_id: str | None = None
    password: str | None = None
