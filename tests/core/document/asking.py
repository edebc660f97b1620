"""Short questions to the parser."""

import pytest

from calor.core.document.limits import LIMITS
from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate


def value_of(text):
    """Return what the text `x: TEXT` holds for x."""
    return parse_document(f"x: {text}").value["x"]


def refusals(text, limits=LIMITS):
    """Return the problems for which a text is refused, as people read them."""
    with pytest.raises(InvalidTemplate) as raised:
        parse_document(text, "web.yaml", limits)
    assert all(problem.position for problem in raised.value.problems)
    return [str(problem) for problem in raised.value.problems]


def refusal(text, limits=LIMITS):
    """Return the one problem for which a text is refused."""
    [problem] = refusals(text, limits)
    return problem
