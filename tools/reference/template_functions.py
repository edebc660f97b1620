"""reference/template-functions.md: every function with its forms and an example."""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from calor.core.template.dialect import Dialect
from calor.core.template.functions.descriptions import DESCRIPTIONS
from calor.core.template.language import Language
from calor.core.template.version import DIALECTS
from tools.reference.function_facts import forms_of, names_of, versions_with
from tools.reference.markdown import code, fence, page

INTRODUCTION = """\
A call is a map with one key, the function's name. Its argument may contain further calls. Where a
form has changed, the versions that have it are named; [template versions](template-versions.md)
has it all in one table.

Each example is evaluated by the tests."""


class Entry(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is told of one function beside its description: an example and what that gives."""

    example: str
    gives: Any
    form: str = ""
    """Where the function takes anything, so that no message of its own tells the form."""


class Chapter(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The functions of one language, with the template that their examples stand in."""

    language: Language
    title: str
    version: str
    template: str
    attributes: dict[str, dict[str, Any]]
    files: dict[str, str]
    functions: dict[str, dict[str, Entry]]
    """By what they are for."""

    @property
    def entries(self) -> Mapping[str, Entry]:
        """All functions by name."""
        return {name: one for group in self.functions.values() for name, one in group.items()}


@cache
def chapters() -> tuple[Chapter, ...]:
    """Read what is told of the functions."""
    text = (Path(__file__).parent / "functions.yaml").read_bytes()
    return msgspec.yaml.decode(text, type=tuple[Chapter, ...])


def template_functions() -> str:
    """Write the page."""
    return page(
        "Template functions",
        INTRODUCTION,
        *(block for chapter in chapters() for block in _chapter(chapter)),
    )


def dialects_of(language: Language) -> list[Dialect]:
    """Return the versions of a language."""
    return [one for one in DIALECTS if one.language is language]


def untold() -> set[str]:
    """Return the functions that nothing is told of, which must be none."""
    told = {name for chapter in chapters() for name in chapter.entries}
    return set(names_of(DIALECTS)) - told


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield f"## {chapter.title}"
    yield "The examples stand in this template:"
    yield fence(chapter.template, "yaml")
    attributes = code(msgspec.json.encode(chapter.attributes).decode())
    yield f"By then, the resources have these attributes: {attributes}."
    for group, entries in chapter.functions.items():
        yield f"### {group}"
        for name, entry in entries.items():
            yield from _function(name, entry, chapter.language)


def _function(name: str, entry: Entry, language: Language) -> Iterator[str]:
    yield f"#### {name} {{ #{name.lower().replace('::', '-')} }}"
    yield DESCRIPTIONS[name]
    yield "\n".join(_forms(name, entry, dialects_of(language)))
    yield fence(f"{entry.example.rstrip()}\n# gives {_plain(entry.gives)}", "yaml")


def _forms(name: str, entry: Entry, known: list[Dialect]) -> Iterator[str]:
    for form, having in forms_of(name, known).items():
        yield f"- {code(f'{name}: {form or entry.form}')} ({versions_with(having, known)})"


def _plain(value: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
