"""Parse a template or an environment: JSON first, then YAML, as Heat does."""

import re

from calor.core.document.document import Document
from calor.core.document.findings import Findings
from calor.core.document.json.reader import NotJson, parse_json
from calor.core.document.json.shape import JsonScanner
from calor.core.document.limits import LIMITS, Limits
from calor.core.document.text import decode
from calor.core.document.yaml.reader import parse_yaml
from calor.core.errors import InvalidTemplate

_JSON_SPACE = " \t\r\n"
_QUOTED_KEY = re.compile(r'\s*+\{\s*+"')


def parse_document(text: str | bytes, file: str = "template", limits: Limits = LIMITS) -> Document:
    """Return the document a text holds, or raise InvalidTemplate with what is wrong in it."""
    findings = Findings(file)
    text = decode(text, limits, findings)
    try:
        return _parse(text, file, limits)
    except RecursionError:  # only where the limit of depth is set higher than Python's
        findings.stop(0, "nested too deeply")


def _parse(text: str, file: str, limits: Limits) -> Document:
    if not text.lstrip(_JSON_SPACE).startswith("{"):
        return parse_yaml(text, file, limits)
    try:
        return parse_json(text, file, limits)
    except NotJson:
        return _parse_flow(text, file, limits)


def _parse_flow(text: str, file: str, limits: Limits) -> Document:
    """Read YAML that begins as JSON does; where it is neither, tell the better error."""
    scanner = JsonScanner(text, file, limits)
    try:
        scanner.scan()
    except InvalidTemplate as as_json:
        try:
            return parse_yaml(text, file, limits)
        except InvalidTemplate as as_yaml:
            raise _more_helpful(text, as_json, as_yaml) from None
    if scanner.refused:
        raise InvalidTemplate(scanner.refused)
    return parse_yaml(text, file, limits)


def _more_helpful(text: str, as_json: InvalidTemplate, as_yaml: InvalidTemplate) -> InvalidTemplate:
    """Take the error of the parser that understood more of what the author meant."""
    if not _QUOTED_KEY.match(text):
        return as_yaml
    return max(as_json, as_yaml, key=_last_line)


def _last_line(error: InvalidTemplate) -> int:
    return max(one.position.line for one in error.problems if one.position)
