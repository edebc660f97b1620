"""Check templates written as short texts, with a few resource types made for it."""

from textwrap import dedent

from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate
from calor.core.schema.constraints import Range
from calor.core.schema.model import (
    Attribute,
    Kind,
    Property,
    Status,
    Support,
    TypeSchema,
)
from calor.core.source import Problem
from calor.core.template.checks.request import StackRequest
from calor.core.template.checks.stack import check_stack
from calor.core.template.checks.surroundings import Surroundings

DEPRECATED = Support(Status.DEPRECATED, "10.0.0", "use size")
OLD = Support(Status.HIDDEN, message="use Box")
TEXT = Property(kind=Kind.STRING)

BOX = TypeSchema(
    name="Box",
    properties={
        "size": Property(kind=Kind.INTEGER, constraints=(Range(low=1),)),
        "name": TEXT,
        "items": Property(kind=Kind.LIST),
        "amount": Property(kind=Kind.INTEGER, support=DEPRECATED),
        "later": Property(kind=Kind.STRING, implemented=False),
    },
    attributes={"colour": Attribute(), "weight": Attribute()},
    update_policy={"batch": Property(kind=Kind.MAP, fields={"size": Property(kind=Kind.INTEGER)})},
)
GROUP = TypeSchema(
    name="Group",
    properties={
        "count": Property(kind=Kind.INTEGER, default=1),
        "index_var": Property(kind=Kind.STRING, default="%index%"),
        "member": Property(
            kind=Kind.MAP,
            required=True,
            fields={"type": TEXT, "properties": Property(kind=Kind.MAP)},
        ),
    },
    open_attributes=True,
    member="member",
)
SAFE = TypeSchema(name="Safe", properties={"word": Property(kind=Kind.STRING, required=True)})
VOLUME = TypeSchema(name="Volume", can_snapshot=True)
CRATE = TypeSchema(name="Crate", support=OLD)
ANYTHING = TypeSchema(name="Anything", placeholder=True)


class Types(dict[str, TypeSchema]):
    def names(self):
        return list(self)


TYPES = Types({one.name: one for one in (BOX, GROUP, SAFE, VOLUME, CRATE, ANYTHING)})

HOT = "heat_template_version: 2021-04-16\n"
CFN = "AWSTemplateFormatVersion: '2010-09-09'\n"


def verdict(text, *environments, files=None, parameters=None, partial=True, **around):
    """Check a template; `files` are texts by name, of which templates are read as such."""
    texts = {name: dedent(one) for name, one in (files or {}).items()}

    def document(name):
        if name not in texts:
            raise InvalidTemplate([Problem(f"there is no file {name!r}")])
        return parse_document(texts[name], name)

    request = StackRequest(
        document=parse_document(dedent(text), "t.yaml"),
        environments=tuple(
            parse_document(dedent(one), f"env{n}.yaml") for n, one in enumerate(environments)
        ),
        parameters=parameters or {},
        partial=partial,
    )
    around = {"types": TYPES, "document": document, "files": texts, **around}
    return check_stack(request, Surroundings(**around))


def problems(text, *environments, **options):
    """Return what is wrong, each problem as one line."""
    return [str(one) for one in verdict(HOT + dedent(text), *environments, **options).problems]


def cfn_problems(text, *environments, **options):
    return [str(one) for one in verdict(CFN + dedent(text), *environments, **options).problems]


def problem(text, *environments, **options):
    """Return the only thing that is wrong."""
    [found] = problems(text, *environments, **options)
    return found


def stack(text, *environments, **options):
    """Return the checked stack of a template that has no problem at all."""
    found = verdict(HOT + dedent(text), *environments, **options)
    assert found.problems == ()
    return found.stack
