"""YAML 1.1 scalars as Heat reads them: `yes` is true, `017` is 15, dates stay text.

PyYAML's own tables say which plain text is of which type, so that nothing here
can differ from it; only what JSON could not carry is refused.
"""

from collections.abc import Callable
from math import isfinite
from typing import Any, Final, TypeAlias

from yaml.constructor import SafeConstructor
from yaml.nodes import ScalarNode
from yaml.resolver import Resolver

from calor.core.document.limits import MOST_DIGITS
from calor.core.source import shorten

Scalar: TypeAlias = str | int | float | bool | None

CORE = "tag:yaml.org,2002:"
MERGE = CORE + "merge"
_QUOTE: Final = "put it in quotes if it is text"
_FIRST_CHARACTERS: Final = frozenset(Resolver.yaml_implicit_resolvers)
_TOO_LARGE: Final = 10**MOST_DIGITS
_resolve: Final[Callable[..., str]] = Resolver().resolve
_pyyaml: Final = SafeConstructor()


class BadScalar(Exception):
    """A scalar that is not of the type it claims, or that JSON could not carry."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def read_plain(text: str) -> Scalar:
    """Return the value of an unquoted scalar without a tag."""
    if text[:1] not in _FIRST_CHARACTERS:
        return text
    return read_tagged(_resolve(ScalarNode, text, (True, False)), text)


def read_tagged(tag: str, text: str) -> Scalar:
    """Return the value of a scalar of a type that `is_scalar_tag` knows."""
    return _READERS[tag](text)


def is_scalar_tag(tag: str) -> bool:
    """Return whether a tag names a type of scalars that templates can hold."""
    return tag in _READERS


def key_text(value: Scalar) -> str:
    """Return a key as JSON would write it: `1` and `true` become text."""
    match value:
        case str():
            return value
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case _:
            return repr(value)


def _text(text: str) -> str:
    return text


def _null(_: str) -> None:
    return None


def _boolean(text: str) -> Scalar:
    truth: bool = _convert(_pyyaml.construct_yaml_bool, text, "a boolean")
    return truth


def _integer(text: str) -> Scalar:
    if len(text) > MOST_DIGITS:
        raise _too_long(text)
    number: int = _convert(_pyyaml.construct_yaml_int, text, "an integer")
    if abs(number) >= _TOO_LARGE:
        raise _too_long(text)
    return number


def _float(text: str) -> Scalar:
    if len(text) > MOST_DIGITS:
        raise _too_long(text)
    number: float = _convert(_pyyaml.construct_yaml_float, text, "a number")
    if not isfinite(number):
        raise BadScalar(f"{shorten(text)} is not a finite number; templates have no others", _QUOTE)
    return number


def _merge(_: str) -> Scalar:
    raise BadScalar("'<<' merges maps and can only be a key", _QUOTE)


def _convert(construct: Callable[[ScalarNode], Any], text: str, kind: str) -> Any:
    try:
        return construct(ScalarNode(CORE, text))
    except (ValueError, LookupError, OverflowError):
        raise BadScalar(f"{shorten(text)} cannot be read as {kind}", _QUOTE) from None


def _too_long(text: str) -> BadScalar:
    return BadScalar(f"the number {shorten(text, 24)} is too long", _QUOTE)


_READERS: Final[dict[str, Callable[[str], Scalar]]] = {
    CORE + "str": _text,
    CORE + "timestamp": _text,
    CORE + "value": _text,
    CORE + "null": _null,
    CORE + "bool": _boolean,
    CORE + "int": _integer,
    CORE + "float": _float,
    MERGE: _merge,
}
