"""Load a template with all that belongs to it, and check it, as several commands do."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from calor.client.collect import collect
from calor.client.files import Collected
from calor.core.document.document import Document
from calor.core.errors import InvalidTemplate
from calor.core.source import Problem, Severity, shorten
from calor.core.template.checks.request import StackRequest
from calor.core.template.checks.stack import check_stack
from calor.core.template.checks.surroundings import CheckedStack, Surroundings
from calor.core.template.parameters.pseudo import StackIdentity
from calor.plugin.checks import lookup_offline
from calor.plugin.registry import TypeRegistry
from calor.sandbox.evaluator import Yaql

MOST_NESTED = 20_000
"""How many resources there may be in all for nested stacks to be shown in full."""

Command = TypeVar("Command", bound=Callable[..., Any])


def template_options(command: Command) -> Command:
    """Add what every command takes that reads a template."""
    for option in (
        click.option(
            "-P",
            "--parameter",
            "parameters",
            multiple=True,
            metavar="KEY=VALUE",
            help="The value of a parameter; may be given several times.",
        ),
        click.option(
            "-e",
            "--environment",
            "environments",
            multiple=True,
            metavar="FILE",
            help="An environment; of several, later ones win.",
        ),
        click.argument("template"),
    ):
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Loaded:
    """A template that was checked, with everything found on the way."""

    template: str
    stack: CheckedStack | None
    problems: tuple[Problem, ...]
    texts: Mapping[str, bytes]
    """The content of each file that was read, by the name its problems carry."""

    @property
    def is_valid(self) -> bool:
        """Whether nothing but warnings was found."""
        return all(one.severity is Severity.WARNING for one in self.problems)


def load(template: str, environments: tuple[str, ...], parameters: tuple[str, ...]) -> Loaded:
    """Read and check a template with its environments and parameters."""
    given = parse_parameters(parameters)
    try:
        collected = collect(template, environments)
    except InvalidTemplate as problem:
        return Loaded(template, None, problem.problems, {})
    with Yaql() as yaql:
        verdict = check_stack(_request(collected, given), _surroundings(collected, yaql))
    problems = _in_order(template, (*collected.problems, *verdict.problems))
    return Loaded(template, verdict.stack, problems, _texts(collected))


def parse_parameters(given: tuple[str, ...]) -> dict[str, str]:
    """Return parameters given as KEY=VALUE; a single one may hold several between semicolons."""
    items = given[0].split(";") if len(given) == 1 and ";" in given[0] else given
    values = {}
    for item in items:
        key, sign, value = item.partition("=")
        if not sign or not key:
            raise click.BadParameter(f"{item!r} is not of the form KEY=VALUE", param_hint="-P")
        values[key] = value
    return values


def _request(collected: Collected, given: Mapping[str, str]) -> StackRequest:
    return StackRequest(
        document=_document(collected.template.document),
        environments=tuple(_document(one.document) for one in collected.environments),
        parameters=given,
        partial=True,
        identity=StackIdentity(),
    )


def _document(document: Document | None) -> Document:
    if document is None:
        raise InvalidTemplate([])
    return document


def _surroundings(collected: Collected, yaql: Yaql) -> Surroundings:
    told = {one.position.file for one in collected.problems if one.position}

    def child(address: str) -> Document:
        file = collected.files.get(address)
        if file and file.document:
            return file.document
        name = collected.names.get(address, address)
        is_told = address in collected.missing or name in told
        unread = Problem(f"the template {shorten(name)} cannot be found")
        raise InvalidTemplate([] if is_told else [unread])

    texts = {address: file.text for address, file in collected.files.items()}
    return Surroundings(
        types=TypeRegistry(),
        document=child,
        files={**dict.fromkeys(collected.missing, ""), **texts},
        lookup=lookup_offline,
        run_yaql=yaql.evaluate,
    )


def _texts(collected: Collected) -> dict[str, bytes]:
    files = (collected.template, *collected.environments, *collected.files.values())
    return {one.name: one.content for one in files}


def _in_order(template: str, problems: tuple[Problem, ...]) -> tuple[Problem, ...]:
    """Put what was given by hand first, then the template itself, then the other files."""

    def rank(problem: Problem) -> tuple[int, str, int, int]:
        where = problem.position
        if where is None:
            return (0, "", 0, 0)
        return (1 + (where.file != template), where.file, where.line, where.column)

    return tuple(sorted(dict.fromkeys(problems), key=rank))
