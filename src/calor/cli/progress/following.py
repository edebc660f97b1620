"""Follow a stack until nothing is done to it any more."""

import time
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any, Final

from calor.cli.progress.happening import read_event
from calor.cli.progress.tree import Tree
from calor.cli.progress.views import View
from calor.client.api import Client
from calor.client.faults import Refused
from calor.client.stacks import StackRef

DEPTH: Final = 10
"""How many levels of child stacks are followed."""

ROLLED_BACK: Final = frozenset({"CREATE_FAILED", "UPDATE_FAILED"})
BEGINS_BY: Final = 3
"""A service answers before it has begun: so many silent looks are not taken for the end."""

GRACE: Final = 3.0
"""A service may need so many seconds to begin to roll back what has failed."""


@dataclass(frozen=True, slots=True)
class Settled:
    """A stack at rest, and what was seen on the way."""

    stack: dict[str, Any]
    tree: Tree

    @property
    def status(self) -> str:
        """Return the status of the stack."""
        return str(self.stack.get("stack_status") or "")

    @property
    def is_well(self) -> bool:
        """Whether what was asked for has been done."""
        return is_well(self.status)


def is_well(status: str) -> bool:
    """Return whether a stack at rest has become what was asked for."""
    return status.endswith("COMPLETE") and not status.startswith("ROLLBACK")


@dataclass(slots=True)
class Follower:
    """Follows one stack."""

    client: Client
    ref: StackRef
    view: View
    after: str | None = None
    tree: Tree = field(init=False)
    _failed_at: float | None = None
    _has_begun: bool = False
    _looks: int = 0

    def __post_init__(self) -> None:
        self.tree = Tree.of(self.ref, time.monotonic())

    def until_settled(self) -> Settled:
        """Tell what happens until the stack is at rest."""
        with self.view.shown(self.tree):
            for event in self.client.events.follow(self.ref, nested_depth=DEPTH, after=self.after):
                if self._may_be_over(event) and (stack := self._settled()):
                    self._catch_up()
                    return Settled(stack, self.tree)
        raise AssertionError("events are followed without end")

    def _may_be_over(self, event: dict[str, Any] | None) -> bool:
        if event is not None:
            return self._took(event)
        self._looks += 1
        return self._has_begun or self._looks >= BEGINS_BY

    def _took(self, event: dict[str, Any]) -> bool:
        """Take an event in; return whether it may have been the last."""
        self.after = str(event.get("id"))
        self._has_begun = True
        happening = read_event(event, self.ref)
        self.view.take(self.tree, happening)
        return happening.is_of_stack and happening.stack.id == self.ref.id and happening.is_over

    def _settled(self) -> dict[str, Any] | None:
        try:
            stack = self.client.stacks.show(self.ref)
        except Refused as problem:
            if problem.status != HTTPStatus.NOT_FOUND:
                raise
            return {"stack_name": self.ref.name, "stack_status": "DELETE_COMPLETE"}
        return None if self._goes_on(stack) else stack

    def _goes_on(self, stack: dict[str, Any]) -> bool:
        status = str(stack.get("stack_status") or "")
        if status not in ROLLED_BACK or stack.get("disable_rollback", True):
            return status.endswith("IN_PROGRESS")
        self._failed_at = self._failed_at or time.monotonic()
        return time.monotonic() - self._failed_at < GRACE

    def _catch_up(self) -> None:
        """Tell what has happened since the last event that was followed."""
        try:
            for event in self.client.events.listed(self.ref, nested_depth=DEPTH, marker=self.after):
                self._took(event)
        except Refused:
            # A stack that is gone may have taken its events along.
            return
