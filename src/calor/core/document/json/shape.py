"""Read JSON once more for what the fast parser does not tell: places and mistakes.

The values stay out of the tree: it has the shape and the marks of the document
alone, with None for every scalar.
"""

import re
from math import isinf
from typing import Any

import msgspec

from calor.core.document.findings import MOST_PROBLEMS, Findings
from calor.core.document.json.tokens import JsonTokens
from calor.core.document.limits import MOST_DIGITS, Limits
from calor.core.document.marked import Map, Seq
from calor.core.document.places import position
from calor.core.document.repeats import Repeat
from calor.core.source import Problem, shorten

_KEY = "a key in double quotes"


class JsonScanner:
    """Scans a JSON object; stops at the first thing that is not JSON.

    What is JSON by its form but cannot be taken, such as an infinite number, is
    left in `refused`, since only the end tells whether the text is JSON at all.
    Containers are read recursively, which the limit of depth keeps short.
    """

    def __init__(self, text: str, file: str, limits: Limits) -> None:
        self.repeats: list[Repeat] = []
        self.refused: list[Problem] = []
        self._findings = Findings(file)
        self._tokens = JsonTokens(text, self._findings)
        self._limits = limits
        self._depth = 0

    def scan(self) -> Map:
        """Return the shape of the document with its marks."""
        tree: Map = self._value()
        self._tokens.end()
        return tree

    def _value(self) -> Any:
        token = self._tokens.next("a value")
        match token.lastgroup:
            case "string":
                self._unquote(token)
            case "number":
                self._check_number(token)
            case "endless":
                self._refuse_endless(token)
            case "sign" if token["sign"] in "{[":
                return self._container(token)
            case "sign":
                self._tokens.refuse(token, "a value")
            case _:  # true, false and null have nothing to check
                pass
        return None

    def _container(self, token: re.Match[str]) -> Map | Seq:
        self._depth += 1
        if self._depth > self._limits.depth:
            message = f"nested more than {self._limits.depth} levels deep"
            self._findings.stop(self._tokens.mark(token), message)
        result = self._map(token) if token["sign"] == "{" else self._seq(token)
        self._depth -= 1
        return result

    def _map(self, token: re.Match[str]) -> Map:
        result = Map()
        result.mark, result.marks = self._tokens.mark(token), {}
        more = not self._tokens.take("}")
        while more:
            self._item(result)
            more = self._goes_on("}")
        return result

    def _item(self, result: Map) -> None:
        token = self._tokens.next(_KEY)
        if token.lastgroup != "string":
            self._tokens.refuse(token, _KEY)
        key, mark = self._unquote(token), self._tokens.mark(token)
        colon = self._tokens.next("':'")
        if colon["sign"] != ":":
            self._tokens.refuse(colon, "':' after the key")
        value = self._value()
        if key in result:
            self.repeats.append(Repeat(result, key, result.marks[key], mark))
        result[key] = value
        result.marks[key] = mark

    def _seq(self, token: re.Match[str]) -> Seq:
        result = Seq()
        result.mark, result.marks = self._tokens.mark(token), []
        more = not self._tokens.take("]")
        while more:
            result.marks.append(self._tokens.mark_ahead())
            result.append(self._value())
            more = self._goes_on("]")
        return result

    def _goes_on(self, bracket: str) -> bool:
        expected = f"',' or '{bracket}'"
        token = self._tokens.next(expected)
        if token["sign"] not in (",", bracket):
            self._tokens.refuse(token, expected)
        return token["sign"] == ","

    def _unquote(self, token: re.Match[str]) -> str:
        text = token["string"]
        if "\\" not in text:
            return text[1:-1]
        try:
            return msgspec.json.decode(text, type=str)
        except msgspec.DecodeError:
            message = r"a \u escape here is half of a character"
            self._refuse(token, message, "write both halves or none")
            return text

    def _check_number(self, token: re.Match[str]) -> None:
        number = token["number"]
        digits = number.removeprefix("-")
        if digits.isdecimal():
            if len(digits) > MOST_DIGITS:
                message = f"the number {shorten(number, 24)} is too long"
                self._refuse(token, message, "put it in quotes")
        elif isinf(float(number)):
            self._refuse_endless(token)

    def _refuse_endless(self, token: re.Match[str]) -> None:
        message = f"{shorten(token[0].strip())} is not a finite number; templates have no others"
        self._refuse(token, message, "put it in quotes if it is text")

    def _refuse(self, token: re.Match[str], message: str, hint: str) -> None:
        if len(self.refused) < MOST_PROBLEMS:
            place = position(self._findings.file, self._tokens.mark(token))
            self.refused.append(Problem(message, (), place, hint=hint))
