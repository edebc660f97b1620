"""Stacks of different shapes, as orders to an engine."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from calor.engine.service import Order

VERSION = {"heat_template_version": "2021-04-16"}


def word(length: int, **properties: Any) -> dict[str, Any]:
    """Return a resource that costs an engine nothing but the bookkeeping."""
    return {"type": "OS::Heat::RandomString", "properties": {"length": length, **properties}}


def flat(count: int, length: int) -> Order:
    """Return resources that wait for nothing."""
    return Order(template={**VERSION, "resources": {f"w{n}": word(length) for n in range(count)}})


def chain(count: int, length: int) -> Order:
    """Return resources each of which reads the one before."""
    resources = {"w0": word(length)}
    for n in range(1, count):
        resources[f"w{n}"] = word(length, salt={"get_attr": [f"w{n - 1}", "value"]})
    return Order(template={**VERSION, "resources": resources})


def layers(count: int, length: int) -> Order:
    """Return layers of a tenth each, in which every resource reads one of the layer before."""
    width = count // 10
    resources = {}
    for n in range(count):
        before = {"salt": {"get_attr": [f"w{n - width}", "value"]}} if n >= width else {}
        resources[f"w{n}"] = word(length, **before)
    return Order(template={**VERSION, "resources": resources})


def children(count: int, length: int) -> Order:
    """Return child stacks of ten resources each."""
    inner = {**VERSION, "resources": {f"w{n}": word(length) for n in range(10)}}
    resources = {f"c{n}": {"type": "child.yaml"} for n in range(count // 10)}
    return Order(
        template={**VERSION, "resources": resources},
        files={"child.yaml": json.dumps(inner)},
    )


SHAPES: Mapping[str, tuple[Callable[[int, int], Order], int]] = {
    "1,000 independent": (flat, 1_000),
    "chain of 100": (chain, 100),
    "ten layers of 100": (layers, 1_000),
    "100 child stacks of 10": (children, 1_000),
    "10,000 independent": (flat, 10_000),
}
