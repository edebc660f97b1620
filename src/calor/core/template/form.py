"""The form of a function's arguments, read off its Python signature."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import Parameter, signature

from calor.core.values import ABSENT, Value


@dataclass(frozen=True, slots=True)
class Form:
    """The arguments that a Python signature allows."""

    is_whole: bool
    least: int
    most: float
    required: frozenset[str]
    known: frozenset[str]

    @classmethod
    def of(cls, code: Callable[..., Value]) -> "Form":
        """Read a signature."""
        parameters = signature(code).parameters.values()
        kinds = [one.kind for one in parameters]
        listed = [one for one in parameters if one.kind is Parameter.POSITIONAL_ONLY]
        keyed = [one for one in parameters if one.kind is Parameter.KEYWORD_ONLY]
        return cls(
            is_whole=Parameter.POSITIONAL_OR_KEYWORD in kinds,
            least=sum(one.default is Parameter.empty for one in listed),
            most=float("inf") if Parameter.VAR_POSITIONAL in kinds else len(listed),
            required=frozenset(one.name for one in keyed if one.default is Parameter.empty),
            known=frozenset(one.name for one in keyed),
        )

    def takes_list(self, argument: Value) -> bool:
        """Return whether an argument is a list of the right length."""
        return (
            isinstance(argument, list)
            and self.most > 0
            and self.least <= len(argument) <= self.most
        )

    def takes_map(self, argument: Value) -> bool:
        """Return whether an argument is a map with the keys that must be there."""
        return isinstance(argument, dict) and bool(self.known) and self.required <= argument.keys()

    def without_absent(
        self, positions: list[Value], keywords: dict[str, Value]
    ) -> tuple[list[Value], dict[str, Value]]:
        """Leave out what is absent where that is allowed, and take it as null elsewhere."""
        least = 1 if self.is_whole else self.least
        settled = [None if one is ABSENT else one for one in positions[:least]]
        settled += [one for one in positions[least:] if one is not ABSENT]
        named = {
            key: None if one is ABSENT else one
            for key, one in keywords.items()
            if one is not ABSENT or key in self.required
        }
        return settled, named
