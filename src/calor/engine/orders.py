"""What users give for a stack, and what an update leaves as it was."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from calor.core.document.document import Document
from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate
from calor.core.source import Report
from calor.core.template.environment.environment import read_environment
from calor.core.template.environment.merge import merge_environments
from calor.core.template.parameters.values import in_file, settle
from calor.core.template.reader import read_template
from calor.core.template.template import Template
from calor.core.values import Value
from calor.engine.texts import Definition, decode


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a stack is to be made of; what is none stays as it was."""

    template: Mapping[str, Any] | None = None
    environment: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    timeout_mins: int | None = None
    disable_rollback: bool | None = None
    converge: bool = False
    """Whether to look first at what is really there."""
    tags: tuple[str, ...] = ()


def ordered(definition: Definition) -> Order:
    """Return the order that a stored definition came from."""
    return Order(
        template=decode(definition.template),
        environment=decode(definition.environment),
        files=decode(definition.files),
    )


def overlaid(order: Order, stored: Order, clear: Collection[str] = ()) -> Order:
    """Return an order that changes only what it names; cleared parameters lose their values."""
    template = order.template if order.template is not None else stored.template
    read = read_order(replace(order, template=template))
    before = read_environment(stored.environment, Report())
    kept = {
        name: value
        for name, value in before.parameters.items()
        if name in read.parameters and name not in clear
    }
    # Once merged, nobody could tell any more what was wrong with the part that came in.
    report = Report()
    written = [
        (replace(before, parameters=kept), Report()),
        (read_environment(order.environment, report), report),
    ]
    merged = merge_environments(written, read.parameters)
    if report.errors:
        raise InvalidTemplate(report.errors)
    files = {**stored.files, **order.files}
    return replace(order, template=template, environment=merged.to_dict(), files=files)


def merged_environments(
    environments: Sequence[Document], template: Mapping[str, Any] | None
) -> dict[str, Any]:
    """Return the sum of environment files; later ones win."""
    declared = read_order(Order(template=template)).parameters if template else {}
    reports = [one.report() for one in environments]
    written = [
        (read_environment(one.value, report), report)
        for one, report in zip(environments, reports, strict=True)
    ]
    merged = merge_environments(written, declared)
    errors = [one for report in reports for one in report.errors]
    if errors:
        raise InvalidTemplate(errors)
    return merged.to_dict()


def settled_parameters(order: Order) -> dict[str, Value]:
    """Return the values of an order's parameters, as far as they are known."""
    environment = read_environment(order.environment, Report())
    return settle(
        read_order(order).parameters,
        environment.parameters,
        environment.parameter_defaults,
        in_file(Report()),
        partial=True,
    )


def read_order(order: Order) -> Template:
    """Return the template of an order, read."""
    document = parse_document(Definition.of(order.template or {}).template, "template")
    report = document.report()
    read = read_template(document, report)
    if read is None:
        raise InvalidTemplate(report.errors)
    return read
