"""The tokens of a JSON text, and words for what is none."""

import re
from typing import Final, NoReturn

from calor.core.document.findings import Findings
from calor.core.document.places import Lines
from calor.core.source import shorten

_SPACE: Final = " \t\r\n"
_OPEN_STRING: Final = re.compile(
    r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
)
_TOKEN: Final = re.compile(
    f'(?:(?P<string>{_OPEN_STRING.pattern}")'
    r"|(?P<sign>[{}\[\]:,])"
    r"|(?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][-+]?[0-9]++)?(?![\w.+-]))"
    r"|(?P<word>(?:true|false|null)(?!\w))"
    r"|(?P<endless>(?:NaN|-?Infinity)(?!\w)))[ \t\r\n]*+"
)


class JsonTokens:
    """A cursor over a JSON text that stops at the first thing that is not JSON.

    A token takes the space behind it along, so that the next one begins at once.
    """

    def __init__(self, text: str, findings: Findings) -> None:
        self._text = text
        self._findings = findings
        self._lines = Lines(text)
        self._at = len(text) - len(text.lstrip(_SPACE))

    def next(self, expected: str) -> re.Match[str]:
        """Return the next token, which is one of what is expected."""
        token = _TOKEN.match(self._text, self._at)
        if token is None:
            self._refuse_character(expected)
        self._at = token.end()
        return token

    def take(self, sign: str) -> bool:
        """Pass a sign if it is the next token."""
        found = self._text.startswith(sign, self._at)
        if found:
            self.next(sign)
        return found

    def end(self) -> None:
        """Make sure that nothing follows."""
        if self._at < len(self._text):
            message = "this stands after the end of the document"
            self._findings.stop(self._lines.mark(self._at), message, "check the brackets before it")

    def refuse(self, token: re.Match[str], expected: str) -> NoReturn:
        """Stop at a token that is not what was expected."""
        message = f"expected {expected}, found {shorten(token[0].rstrip(_SPACE), 40)}"
        self._findings.stop(self.mark(token), message)

    def _refuse_character(self, expected: str) -> NoReturn:
        string = _OPEN_STRING.match(self._text, self._at)
        # Where a string goes wrong inside, that is the place; else it is where it opens.
        at = string.end() if string and string.end() < len(self._text) else self._at
        message, hint = _complaint(self._text[at : at + 1], expected)
        self._findings.stop(self._lines.mark(at), message, hint)

    def mark(self, token: re.Match[str]) -> int:
        """Return the mark of a token."""
        return self._lines.mark(token.start())

    def mark_ahead(self) -> int:
        """Return the mark of the token that comes next."""
        return self._lines.mark(self._at)


def _complaint(character: str, expected: str) -> tuple[str, str | None]:
    match character:
        case "":
            return f"the text ends where {expected} should be", "close what is open"
        case '"':
            return "this string is never closed", None
        case "\\":
            return "this is no escape that JSON knows", r"write \\ for a backslash"
        case "\n" | "\r":
            return "this string is not closed on its line", r"write \n for a line break"
        case "'":
            return f"expected {expected}, found a single quote", "JSON takes double quotes"
        case _ if character < " ":
            return f"the control character U+{ord(character):04X} is not allowed", "remove it"
        case _:
            return f"expected {expected}, found {shorten(character)}", None
