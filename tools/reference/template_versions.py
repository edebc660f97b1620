"""reference/template-versions.md: what each version of the two languages has."""

from collections.abc import Callable, Collection

from calor.core.template.dialect import Dialect
from calor.core.template.language import Language
from calor.core.template.version import DIALECTS, in_conditions
from tools.reference.function_facts import names_of, versions_with
from tools.reference.markdown import code, codes, page, table

INTRODUCTION = """\
A template names its language and version in its first line. A later version of HOT has all that
an earlier one has, save the functions of CloudFormation that the first versions knew. The name of
a function that a version lacks is plain data in it; see [the template
language](../explanation/language.md)."""

MARKS = """\
What each one does is told under [template functions](template-functions.md). ● means that it may
stand anywhere, ○ in conditions only."""

HOT, CFN = (
    [one for one in DIALECTS if one.language is language]
    for language in (Language.HOT, Language.CFN)
)

Facet = Callable[[Dialect], Collection[str]]

FACETS: dict[str, Facet] = {
    "sections": lambda one: one.sections,
    "keys of a resource": lambda one: one.resource_keys,
    "keys of an output": lambda one: one.output_keys,
    "keys of a parameter": lambda one: one.parameter_rules.keys,
    "types of a parameter": lambda one: one.parameter_rules.types,
    "constraints on a parameter": lambda one: one.parameter_rules.constraints,
    "deletion policies": lambda one: one.deletion_policies,
    "pseudo parameters": lambda one: one.pseudo_parameters,
    "functions in conditions": in_conditions,
}


def template_versions() -> str:
    """Write the page."""
    return page(
        "Template versions",
        INTRODUCTION,
        _versions(),
        "## HOT",
        _table_of(HOT),
        "## CloudFormation",
        _table_of(CFN),
        "## Functions",
        MARKS,
        "### Functions of HOT",
        _functions(HOT),
        "### Functions of CloudFormation",
        _functions(CFN),
    )


def _versions() -> str:
    rows = [(code(f"{one.version_key}: {one.version}"), codes(one.aliases)) for one in DIALECTS]
    return table(["version", "also called"], rows)


def _table_of(dialects: list[Dialect]) -> str:
    """Return what every version has, and which has what else."""
    head = ["", "in all versions", "in some versions"]
    rows = [_row(what, facet, dialects) for what, facet in FACETS.items()]
    return table(head, [row for row in rows if any(row[1:])])


def _row(what: str, facet: Facet, dialects: list[Dialect]) -> tuple[str, str, str]:
    names = sorted({name for one in dialects for name in facet(one)})
    everywhere = [name for name in names if all(name in facet(one) for one in dialects)]
    others = [name for name in names if name not in everywhere]
    return (
        what,
        codes(everywhere),
        "<br>".join(f"{code(name)} {_since(name, facet, dialects)}" for name in others),
    )


def _since(name: str, facet: Facet, dialects: list[Dialect]) -> str:
    return versions_with([one for one in dialects if name in facet(one)], dialects)


def _functions(dialects: list[Dialect]) -> str:
    head = ["function", *(one.version for one in dialects)]
    names = names_of(dialects)
    return table(head, [[code(name), *(_mark(name, one) for one in dialects)] for name in names])


def _mark(name: str, dialect: Dialect) -> str:
    everywhere = name in names_of([dialect], conditions=False)
    return "●" if everywhere else "○" if name in in_conditions(dialect) else ""
