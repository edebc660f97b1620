"""Where servers and alarms reach the services, as far as anybody knows."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """The addresses that those outside are given."""

    api: str | None = None
    """The orchestration API with its version; `%(project)s` stands for a project's id."""
    cfn: str | None = None
    """The CloudFormation API with its version."""
    identity: str | None = None
    """The identity service with its version."""
