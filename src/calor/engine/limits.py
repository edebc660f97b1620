"""How much a user may have."""

from dataclasses import dataclass

from calor.core.errors import LimitExceeded
from calor.core.template.checks.surroundings import CheckedStack

UNLIMITED = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What an operator allows; -1 allows any number."""

    stacks_per_project: int = 512
    """Root stacks; those below them are not counted."""
    resources_per_tree: int = 1000
    depth: int = 5
    """How many stacks may stand below each other, the root not counted."""
    snapshots_per_stack: int = 32
    software_configs_per_project: int = 4096
    deployments_per_project: int = 4096
    action_seconds: float = 3600.0
    """How long an action on a stack may take if a request does not say."""

    def seconds_for(self, minutes: int | None) -> float:
        """Return how many seconds an action of a stack may take."""
        return minutes * 60.0 if minutes else self.action_seconds

    def refuse_stacks(self, present: int) -> None:
        """Refuse one stack more than a project may have."""
        self._refuse(present + 1, self.stacks_per_project, "stacks in a project")

    def refuse_resources(self, wanted: int) -> None:
        """Refuse a tree of too many resources."""
        self._refuse(wanted, self.resources_per_tree, "resources in a stack and all below it")

    def refuse_depth(self, wanted: int) -> None:
        """Refuse a stack too far below its root."""
        self._refuse(wanted, self.depth, "stacks below each other")

    def refuse_snapshots(self, present: int) -> None:
        """Refuse one snapshot more than a stack may have."""
        self._refuse(present + 1, self.snapshots_per_stack, "snapshots of a stack")

    def refuse_software_configs(self, present: int) -> None:
        """Refuse one software configuration more than a project may have."""
        most = self.software_configs_per_project
        self._refuse(present + 1, most, "software configurations in a project")

    def refuse_deployments(self, present: int) -> None:
        """Refuse one deployment more than a project may have."""
        self._refuse(present + 1, self.deployments_per_project, "deployments in a project")

    def _refuse(self, wanted: int, most: int, what: str) -> None:
        if most != UNLIMITED and wanted > most:
            raise LimitExceeded(f"there may be {most} {what}, not {wanted}")


def count_resources(stack: CheckedStack) -> int:
    """Count the resources of a stack and of those below it, as far as they are known."""
    return len(stack.resources) + sum(map(count_resources, stack.children.values()))
