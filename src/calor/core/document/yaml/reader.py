"""YAML documents: read from libyaml's events, which know every place at once."""

import re
from functools import partial
from itertools import islice
from typing import Any

from yaml import YAMLError

from calor.core.document.document import Document
from calor.core.document.findings import Findings
from calor.core.document.limits import Limits
from calor.core.document.marked import Map
from calor.core.document.places import Lines, locate
from calor.core.document.repeats import repeat_warnings
from calor.core.document.yaml.tree import TreeBuilder
from calor.core.document.yaml.words import refuse_yaml
from calor.core.values import kind_of

_TAG_DIRECTIVE = re.compile(r"(?:^|(?<=[\r\n\x85\u2028\u2029]))%TAG")
_MOST_TAG_DIRECTIVES = 100


def parse_yaml(text: str, file: str, limits: Limits) -> Document:
    """Read the one document of a YAML text; an empty one is an empty map."""
    findings = Findings(file)
    _check_directives(text, findings)
    builder = TreeBuilder(text, limits, findings)
    tree = _as_map(_build(builder, text, findings), findings)
    findings.settle()
    warnings = repeat_warnings(file, tree, builder.repeats)
    return Document(file, tree, partial(locate, file, tree), warnings)


def _build(builder: TreeBuilder, text: str, findings: Findings) -> Any:
    try:
        return builder.build()
    except YAMLError as error:
        refuse_yaml(error, text, findings)


def _as_map(tree: Any, findings: Findings) -> Map:
    if isinstance(tree, Map):
        return tree
    if tree is not None:
        hint = "it has to be a map, with keys such as heat_template_version"
        findings.add(0, f"the document is a {kind_of(tree)}", hint)
    empty = Map()
    empty.mark, empty.marks = 0, {}
    return empty


def _check_directives(text: str, findings: Findings) -> None:
    """Refuse a flood of %TAG lines, since libyaml compares each with all before it."""
    if text.count("%TAG") > _MOST_TAG_DIRECTIVES:
        last = next(islice(_TAG_DIRECTIVE.finditer(text), _MOST_TAG_DIRECTIVES, None), None)
        if last:
            findings.stop(Lines(text).mark(last.start()), "too many %TAG lines", "leave them out")
