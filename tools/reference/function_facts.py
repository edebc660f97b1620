"""What the code knows of the template functions: their names, versions and forms."""

from collections.abc import Iterable, Iterator

from calor.core.errors import EvaluationError
from calor.core.source import Report
from calor.core.template.compiler import Compiler
from calor.core.template.dialect import Dialect
from calor.core.template.function import Function, PureFunction, Rejected
from calor.core.template.version import in_conditions

FORM = " must have the form "
NO_FORM: object = 3
"""An argument that hardly any function takes."""


def names_of(dialects: Iterable[Dialect], *, conditions: bool = True) -> list[str]:
    """Return the names of all functions that some of the versions have."""
    return sorted(
        {name for one in dialects for name, _ in functions_of(one, conditions=conditions)}
    )


def functions_of(dialect: Dialect, *, conditions: bool = True) -> Iterator[tuple[str, Function]]:
    """Return the functions of a version, those for conditions only at the end."""
    known = dialect.functions.items()
    yield from ((name, one) for name, one in known if not isinstance(one, Rejected))
    if conditions:
        yield from in_conditions(dialect).items()


def versions_with(having: list[Dialect], known: list[Dialect]) -> str:
    """Say in short which of the known versions have something."""
    if having == known:
        return "all versions"
    first, last = having[0].version, having[-1].version
    if having[-1] is known[-1]:
        return f"only {last}" if first == last else f"since {first}"
    return f"until {last}" if having[0] is known[0] else f"{first} to {last}"


def form_of(name: str, function: Function) -> str | None:
    """Return the form of a function's argument, as its own message tells it."""
    if isinstance(function, PureFunction):
        return function.usage
    compiler = Compiler({}, {}, {}, (), Report())
    try:
        function.build(compiler, NO_FORM, ())
    except EvaluationError as problem:
        return problem.message.removeprefix(name).removeprefix(FORM)
    return None


def forms_of(name: str, dialects: list[Dialect]) -> dict[str, list[Dialect]]:
    """Return each form a function ever had, with the versions in which it has it."""
    forms: dict[str, list[Dialect]] = {}
    for dialect in dialects:
        function = dict(functions_of(dialect)).get(name)
        if function is not None:
            forms.setdefault(form_of(name, function) or "", []).append(dialect)
    return forms
