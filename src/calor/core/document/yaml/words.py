"""What libyaml complains about, in words that say what to change."""

import re
from typing import Any, Final, NoReturn

from yaml import MarkedYAMLError, YAMLError

from calor.core.document.findings import Findings
from calor.core.document.marked import pack
from calor.core.document.places import Lines

_TAB_INDENT = re.compile(r" *\t")
_REFUSED_CHARACTER = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]")
_INDENT: Final = "check the indentation of this line and of those before it"
_NO_COLON: Final = "could not find expected ':'"
_WORDS: Final[dict[str, tuple[str, str | None]]] = {
    "mapping values are not allowed in this context": (
        "a ':' cannot stand here",
        "quote the text if it belongs to it, or check the indentation",
    ),
    _NO_COLON: (
        "this line has no ':'",
        "write 'key: value', or indent it to belong to the one before",
    ),
    "did not find expected key": ("this does not fit the map it stands in", _INDENT),
    "did not find expected '-' indicator": ("this does not fit the list it stands in", _INDENT),
    "block sequence entries are not allowed in this context": (
        "a list item '- ' cannot stand here",
        "begin the list on a line of its own",
    ),
    "block mapping keys are not allowed in this context": ("a key cannot stand here", _INDENT),
    "did not find expected node content": (
        "a value is missing here",
        "quote text that begins with a special character",
    ),
    "did not find expected alphabetic or numeric character": (
        "'*' begins an alias and '&' an anchor, and a name must follow",
        "quote the text if it only begins so",
    ),
    "did not find expected <document start>": (
        "this stands after the end of the document",
        _INDENT,
    ),
    "found unknown escape character": (
        "the double-quoted text has an unknown escape",
        r"write \\ for a backslash, or use single quotes",
    ),
    "found undefined tag handle": ("this tag is not known", "leave the tag out"),
    "found unexpected document indicator": (
        "'---' or '...' ends the document inside quoted text",
        "close the quotes, or indent the line",
    ),
}


def refuse_yaml(error: YAMLError, text: str, findings: Findings) -> NoReturn:
    """Report a syntax error of libyaml at the place that helps most."""
    if isinstance(error, MarkedYAMLError) and error.problem_mark:
        _refuse_syntax(error, error.problem_mark, text, findings)
    found = _REFUSED_CHARACTER.search(text)
    mark = Lines(text).mark(found.start()) if found else 0
    character = f"U+{ord(found[0]):04X}" if found else "a"
    findings.stop(mark, f"the control character {character} is not allowed", "remove it")


def _refuse_syntax(error: MarkedYAMLError, place: Any, text: str, findings: Findings) -> NoReturn:
    opening: Any = error.context_mark or place
    if place.index >= len(text.rstrip()) and opening.index < place.index:
        _refuse_unclosed(opening, text, findings)
    tab = _TAB_INDENT.match(text, place.index - place.column)
    if tab:
        mark = pack(place.line, tab.end() - 1 - (place.index - place.column))
        findings.stop(mark, "tabs cannot indent YAML", "use spaces")
    if error.problem == _NO_COLON:
        place = opening
    character = text[place.index : place.index + 1]
    findings.stop(pack(place.line, place.column), *_words(error, opening, character))


def _refuse_unclosed(opening: Any, text: str, findings: Findings) -> None:
    character = text[opening.index : opening.index + 1]
    if character in ("'", '"', "[", "{"):
        kind = "quote" if character in ("'", '"') else "bracket"
        message = f"the {kind} {character} that opens here is never closed"
        findings.stop(pack(opening.line, opening.column), message)


def _words(error: MarkedYAMLError, opening: Any, character: str) -> tuple[str, str | None]:
    problem = error.problem or "this is not YAML"
    if problem in _WORDS:
        return _WORDS[problem]
    if problem == "found character that cannot start any token":
        return f"text cannot begin with {character}", "put it in quotes"
    if problem.startswith("did not find expected ','"):
        expected = problem.removeprefix("did not find ")
        return f"{expected} in what opens on line {opening.line + 1}", "close it, or add the comma"
    if "tab character" in problem:
        return "tabs cannot indent YAML", "use spaces"
    return f"{error.context}: {problem}" if error.context else problem, None
