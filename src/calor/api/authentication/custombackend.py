"""Somebody else's way of finding out who asks, named by the operator.

It is a callable that takes the headers of a request, in lower case, and returns a `Caller`;
it may be a coroutine function.  Returning none, or raising `Unauthenticated`, refuses.
"""

import asyncio
import importlib
import inspect
from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any

from calor.api.caller import Caller, Unauthenticated
from calor.core.errors import BrokenPlugin

GROUP = "calor.authentication"


class CustomBackend:
    """Finds out who asks by asking a backend."""

    def __init__(self, backend: Callable[[Mapping[str, str]], Any]) -> None:
        self._backend = backend

    async def __call__(self, headers: Mapping[str, str]) -> Caller:
        """Return who the backend says it is."""
        if inspect.iscoroutinefunction(_function(self._backend)):
            found = await self._backend(headers)
        else:
            found = await asyncio.to_thread(self._backend, headers)
        if found is None:
            raise Unauthenticated("the backend does not know who asks")
        if not isinstance(found, Caller):
            message = f"the authentication backend gave a {type(found).__name__}, not a Caller"
            raise BrokenPlugin(message)
        return found


def load_backend(name: str) -> CustomBackend:
    """Return the backend that an entry point or `module:callable` stands for."""
    for entry in entry_points(group=GROUP, name=name):
        return CustomBackend(_checked(name, entry.load))
    module, _, path = name.partition(":")
    if not path:
        message = f"no installed package offers an authentication backend named {name!r}"
        raise BrokenPlugin(f"{message}; name one, or write module:callable")
    return CustomBackend(_checked(name, lambda: _attribute(module, path)))


def _checked(name: str, load: Callable[[], Any]) -> Callable[[Mapping[str, str]], Any]:
    try:
        backend = load()
    except (ImportError, AttributeError) as error:
        message = f"the authentication backend {name!r} cannot be loaded: {error}"
        raise BrokenPlugin(message) from error
    if not callable(backend):
        raise BrokenPlugin(f"the authentication backend {name!r} cannot be called")
    found: Callable[[Mapping[str, str]], Any] = backend
    return found


def _attribute(module: str, path: str) -> Any:
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found


def _function(backend: Any) -> Any:
    """Return what is run when a backend is called."""
    return backend if inspect.isroutine(backend) else type(backend).__call__
