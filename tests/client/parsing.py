"""A small parser for tests about files."""

import yaml

from calor.core.document.document import Document
from calor.core.errors import InvalidTemplate
from calor.core.source import Position, Problem


def parse(content, file):
    try:
        node = yaml.compose(content)
        value = yaml.safe_load(content)
    except yaml.YAMLError as problem:
        raise InvalidTemplate([Problem("not YAML", (), Position(file, 1, 1))]) from problem
    if not isinstance(value, dict):
        raise InvalidTemplate([Problem("not a map", (), Position(file, 1, 1))])

    def locate(path):
        place, here = node.start_mark, node
        for step in path:
            if isinstance(step, int):
                here = here.value[step]
                place = here.start_mark
            else:
                [(key, here)] = [pair for pair in here.value if pair[0].value == step]
                place = key.start_mark
        return Position(file, place.line + 1, place.column + 1)

    return Document(file, value, locate)
