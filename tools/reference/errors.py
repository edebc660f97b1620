"""reference/errors.md: the tree of errors."""

from importlib import import_module
from pkgutil import walk_packages

import calor
from calor.core.errors import CalorError
from tools.reference.markdown import code, page, table

INTRODUCTION = """\
Everything that calor raises on purpose is a `CalorError`. Programs that use calor as a library,
and plugins, may catch these; anything else that is raised is a bug."""


def errors() -> str:
    """Write the page."""
    rows = [
        (code(one.__name__), code(one.__module__), (one.__doc__ or "").split("\n")[0])
        for one in error_classes()
    ]
    return page("Errors", INTRODUCTION, table(["error", "module", "meaning"], rows))


def error_classes() -> list[type[CalorError]]:
    """Return every public error class, once all of calor is loaded."""
    for module in walk_packages(calor.__path__, "calor."):
        if not module.name.endswith(".worker"):
            import_module(module.name)
    return [one for one in _below(CalorError) if not one.__name__.startswith("_")]


def _below(error: type[CalorError]) -> list[type[CalorError]]:
    inner = sorted(error.__subclasses__(), key=lambda one: one.__name__)
    return [error, *(one for child in inner for one in _below(child))]
