"""reference/custom-constraints.md: the checks that templates may name."""

from calor.plugin.checks import CHECKS, CLOUD_CHECKS
from tools.reference.markdown import code, codes, page, table

INTRODUCTION = """\
A parameter may name a check in `custom_constraint`, and so may a property in its declaration."""

NOTATIONS = """\
## Notations

These look at the value alone, and `calor validate` applies them:"""

CLOUD = """\
## What only the cloud knows

These ask whether an object of that name or id exists. `calor validate` works without a cloud and
believes that it does:"""


def custom_constraints() -> str:
    """Write the page."""
    rows = [(code(name), (check.__doc__ or "").split("\n")[0]) for name, check in CHECKS.items()]
    services = [
        (service, codes(f"{service}.{kind}" for kind in kinds.split()))
        for service, kinds in CLOUD_CHECKS.items()
    ]
    return page(
        "Custom constraints",
        INTRODUCTION,
        NOTATIONS,
        table(["name", "what it does"], rows),
        CLOUD,
        table(["service", "names"], services),
    )
