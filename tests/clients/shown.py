"""Tests say what they show of a client, so that nothing of it is left out."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., None])


class Table:
    """What a client can do, and the tests that show it."""

    def __init__(self, known: set[str]) -> None:
        self.known = known
        self.tests: dict[str, list[str]] = {}

    def shows(self, *names: str) -> Callable[[Test], Test]:
        """Say that a test does all this; that it does is checked at its end."""

        def noted(test: Test) -> Test:
            for name in names:
                self.tests.setdefault(name, []).append(test.__qualname__)
            test.__dict__["shows"] = frozenset(names)
            return test

        return noted


class Recorded:
    """An object of a client that notes which of its methods are called."""

    def __init__(self, inner: Any, ran: set[str], prefix: str = "") -> None:
        self._inner, self._ran, self._prefix = inner, ran, prefix

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        return partial(self._call, name, found) if callable(found) else found

    def _call(self, name: str, method: Callable[..., Any], /, *args: Any, **more: Any) -> Any:
        self._ran.add(self._prefix + name)
        return method(*args, **more)


def methods_of(kind: type, prefix: str = "") -> set[str]:
    """Return the methods that a class adds for its users."""
    return {
        prefix + name
        for name, one in vars(kind).items()
        if callable(one) and not isinstance(one, type) and not name.startswith("_")
    }
