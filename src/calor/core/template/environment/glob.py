"""Shell-style patterns on names: `*`, `?`, `[abc]`, `[a-z]` and `[!abc]`.

The matcher goes back to the last star only, so that its time is bounded by the
length of the name times that of the pattern, whatever the pattern.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias

Token: TypeAlias = Callable[[str], bool] | None
"""Tells whether one character fits; nothing stands for a star."""

SPECIAL: Final = frozenset("*?[")


def is_pattern(text: str) -> bool:
    """Return whether a text can match anything but itself."""
    return not SPECIAL.isdisjoint(text)


def matches(name: str, pattern: str) -> bool:
    """Return whether a pattern matches a whole name, upper and lower case told apart."""
    tokens = _tokens(pattern)
    at, token, star, resume = 0, 0, -1, 0
    while at < len(name):
        if token < len(tokens) and (one := tokens[token]) is not None and one(name[at]):
            at, token = at + 1, token + 1
        elif token < len(tokens) and tokens[token] is None:
            star, resume, token = token, at, token + 1
        elif star >= 0:
            resume += 1
            at, token = resume, star + 1
        else:
            return False
    return all(one is None for one in tokens[token:])


@lru_cache(maxsize=1024)
def _tokens(pattern: str) -> tuple[Token, ...]:
    tokens: list[Token] = []
    at = 0
    while at < len(pattern):
        end = _end_of_set(pattern, at)
        if end:
            tokens.append(_set_of(pattern[at + 1 : end]))
            at = end
        elif pattern[at] != "*":
            tokens.append(_any if pattern[at] == "?" else pattern[at].__eq__)
        elif not tokens or tokens[-1] is not None:
            tokens.append(None)
        at += 1
    return tuple(tokens)


def _end_of_set(pattern: str, start: int) -> int:
    """Return where the set that starts here ends; a bracket nobody closes is a mere bracket."""
    if pattern[start] != "[":
        return 0
    first = start + (2 if pattern.startswith("!", start + 1) else 1)
    return max(pattern.find("]", first + 1), 0)


def _set_of(body: str) -> Callable[[str], bool]:
    negated = body.startswith("!")
    ranges = _ranges(body[1:] if negated else body)
    return lambda char: any(low <= char <= high for low, high in ranges) != negated


def _ranges(body: str) -> tuple[tuple[str, str], ...]:
    found = []
    at = 0
    while at < len(body):
        is_range = at + 2 < len(body) and body[at + 1] == "-"
        found.append((body[at], body[at + 2] if is_range else body[at]))
        at += 3 if is_range else 1
    return tuple(found)


def _any(_: str) -> bool:
    return True
