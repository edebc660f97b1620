"""Turn a template from one format into another, keeping order, values and comments."""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

from calor.cli.conversion.comments import Comment
from calor.cli.conversion.json_comments import is_json, split_comments
from calor.cli.conversion.json_writer import write_json
from calor.cli.conversion.placement import Remarks, place
from calor.cli.conversion.yaml_comments import find_comments
from calor.cli.conversion.yaml_writer import write_yaml
from calor.core.document.document import Document
from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate
from calor.core.source import Position, Problem


class Format(StrEnum):
    """How a template can be written."""

    YAML = "yaml"
    JSON = "json"
    JSONC = "jsonc"


@dataclass(frozen=True, slots=True)
class Converted:
    """A template in its new format, and how many comments found no place in it."""

    text: str
    format: Format
    lost_comments: int


def convert(content: bytes, file: str, to: Format | None = None) -> Converted:
    """Convert a template to a format; without one, to YAML from JSON and to JSON from YAML."""
    text = _decoded(content, file)
    is_from_json = is_json(text)
    comments, document = (_read_json if is_from_json else _read_yaml)(text, file)
    to = to or (Format.YAML if is_from_json else Format.JSON)
    match to:
        case Format.YAML:
            return Converted(write_yaml(document.value, place(comments, document)), to, 0)
        case Format.JSONC:
            return Converted(write_json(document.value, place(comments, document)), to, 0)
        case Format.JSON:
            return Converted(write_json(document.value, Remarks()), to, len(comments))
        case _:
            assert_never(to)


def _decoded(content: bytes, file: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = content[: problem.start].decode().splitlines(keepends=True) or [""]
        position = Position(file, len(before), len(before[-1]) + 1)
        raise InvalidTemplate([Problem("this is not UTF-8 text", (), position)]) from problem


def _read_json(text: str, file: str) -> tuple[list[Comment], Document]:
    comments, bare = split_comments(text)
    if bare == text or _is_valid(bare) or file.endswith((".json", ".jsonc")):
        return comments, parse_document(bare, file)
    try:
        # It may be YAML in braces, in which // is no comment.
        return _read_yaml(text, file)
    except InvalidTemplate:
        return comments, parse_document(bare, file)


def _is_valid(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _read_yaml(text: str, file: str) -> tuple[list[Comment], Document]:
    document = parse_document(text, file)
    return find_comments(text), document
