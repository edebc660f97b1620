"""Ask the cloud what a check of a template wants to know of it.

A check is pure and runs at once.  It runs with a lookup that notes each question
and believes that all is well; then the questions are put to the cloud, all
together; and only if something was not found, the check runs once more with the
answers, so that each problem gets its place in the template.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from calor.core.schema.constraints import Lookup
from calor.core.values import Value
from calor.plugin.checks import FINDERS, lookup_offline

Question: TypeAlias = tuple[str, str]
"""A kind of object, such as `nova.flavor`, and its name or id."""

MOST_QUESTIONS = 500
"""What is asked beyond this is believed; it comes out when the stack is made."""


class Lookups(Protocol):
    """Knows what is in a cloud."""

    async def problems(self, questions: Collection[Question]) -> Mapping[Question, str]:
        """Return what is wrong with the objects asked for; say nothing of those that are there.

        A cloud that does not tell, or not in time, is no reason to refuse a
        template: what it cannot be asked is believed.
        """


@dataclass(slots=True)
class Questions:
    """What a check wanted to know of the cloud."""

    asked: dict[Question, None] = field(default_factory=dict)

    def believe(self, name: str, value: Value) -> str | None:
        """Note a question and believe that all is well; check what needs no cloud."""
        if name in FINDERS and len(self.asked) < MOST_QUESTIONS:
            self.asked |= dict.fromkeys((name, one) for one in _names(value))
        return lookup_offline(name, value)

    def answered(self, problems: Mapping[Question, str]) -> Lookup:
        """Return a lookup that knows what the cloud has said."""

        def look(name: str, value: Value) -> str | None:
            said = (problems.get((name, one)) for one in _names(value))
            return next(filter(None, said), None) or lookup_offline(name, value)

        return look


def _names(value: Value) -> list[str]:
    if isinstance(value, list):
        return [name for one in value for name in _names(one)]
    is_name = isinstance(value, str | int) and not isinstance(value, bool) and value != ""
    return [str(value)] if is_name else []
