"""Every function is described."""

from calor.core.template.function import Rejected
from calor.core.template.functions.descriptions import DESCRIPTIONS
from calor.core.template.version import DIALECTS, in_conditions


def test_every_function_of_every_version_is_described_and_no_other():
    known = {
        name
        for dialect in DIALECTS
        for name, one in (*dialect.functions.items(), *in_conditions(dialect).items())
        if not isinstance(one, Rejected)
    }
    assert set(DESCRIPTIONS) == known
