"""Random templates, and random changes to them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from tests.simulation.requests import Ask
from tests.simulation.things import SECRET

CHILD = """
parameters: {v: {type: string}, base: {type: string, default: ''}}
conditions: {has_base: {not: {equals: [{get_param: base}, '']}}}
resources:
  i: {type: Sim::Thing, properties: {value: {get_param: v},
      needs: {if: [has_base, [{get_param: base}], []]}}}
  j: {type: Sim::Thing, properties: {needs: [{get_resource: i}], value: {get_attr: [i, live]}}}
outputs: {out: {value: {get_attr: [j, value]}}}
"""

DEEP = """
parameters: {v: {type: string}, base: {type: string, default: ''}}
resources:
  box: {type: child.yaml, properties: {v: {get_param: v}, base: {get_param: base}}}
  many: {type: OS::Heat::ResourceGroup, properties: {count: 2, resource_def:
      {type: child.yaml, properties: {v: {get_attr: [box, out]}}}}}
  k: {type: Sim::Thing, properties: {value: {list_join: ["", {get_attr: [many, out]}]}}}
outputs: {out: {value: {get_attr: [k, value]}}}
"""

NESTED = ("thing", "thing", "value", "group", "rolling", "child", "deep")
"""What is drawn where child stacks matter."""

STACKS = ("group", "rolling", "child", "deep")
"""What is a stack of its own."""


@dataclass(frozen=True)
class Node:
    """A resource of a random template."""

    kind: str = "thing"
    value: str = "v1"
    fixed: str = "f1"
    needs: tuple[str, ...] = ()
    reads: str | None = None
    after: tuple[str, ...] = ()
    is_on: bool | None = None
    """Whether its condition holds, if it has one."""
    count: int = 2

    def without(self, gone: str) -> "Node":
        """Return the same resource in a template from which another has gone."""
        return replace(
            self,
            needs=tuple(one for one in self.needs if one != gone),
            after=tuple(one for one in self.after if one != gone),
            reads=None if self.reads == gone else self.reads,
        )


@dataclass(frozen=True)
class Plan:
    """A random template before it is written down."""

    nodes: Mapping[str, Node] = field(default_factory=dict)
    kinds: Sequence[str] = ()
    """What is drawn when something is added."""

    def ask(self, verb: str, **more: Any) -> Ask:
        """Return the request that asks for it."""
        return Ask(verb, self.template(), files=self.files(), **more)

    def files(self) -> dict[str, str]:
        """Return the templates that it needs beside itself."""
        has_deep = any(one.kind == "deep" for one in self.nodes.values())
        return {"child.yaml": CHILD, **({"deep.yaml": DEEP} if has_deep else {})}

    def template(self) -> dict[str, Any]:
        """Return it as a template."""
        switched = {name: one for name, one in self.nodes.items() if one.is_on is not None}
        return {
            "heat_template_version": "2021-04-16",
            "parameters": {"password": {"type": "string", "hidden": True, "default": SECRET}},
            "conditions": {f"has_{name}": one.is_on for name, one in switched.items()},
            "resources": {name: self._resource(name, one) for name, one in self.nodes.items()},
            "outputs": dict(self._outputs()),
        }

    def _resource(self, name: str, one: Node) -> dict[str, Any]:
        made = MAKERS[one.kind](self, one)
        if one.after:
            made["depends_on"] = list(one.after)
        if one.is_on is not None:
            made["condition"] = f"has_{name}"
        return made

    def _value(self, one: Node) -> Any:
        if one.reads is None:
            return one.value
        return {"get_attr": [one.reads, self._shown(self.nodes[one.reads])]}

    def _shown(self, one: Node) -> str:
        return SHOWN.get(one.kind, "live" if one.needs else "value")

    def _text(self, one: Node) -> Any:
        value = self._value(one)
        is_list = one.reads and self.nodes[one.reads].kind in ("group", "rolling")
        return {"list_join": [",", value]} if is_list else value

    def value(self, one: Node) -> dict[str, Any]:
        """Return a resource that keeps a value."""
        return {"type": "OS::Heat::Value", "properties": {"value": self._text(one)}}

    def test(self, one: Node) -> dict[str, Any]:
        """Return a resource for tests."""
        given = {"value": self._text(one), "update_replace_value": one.fixed}
        return {"type": "OS::Heat::TestResource", "properties": given}

    def thing(self, one: Node) -> dict[str, Any]:
        """Return a thing of the cloud."""
        value = self._text(one)
        needs = [{"get_resource": need} for need in one.needs]
        secret = {"get_param": "password"}
        given = {"value": value, "fixed": one.fixed, "needs": needs, "secret": secret}
        return {"type": "Sim::Thing", "properties": given}

    def group(self, one: Node) -> dict[str, Any]:
        """Return a group of things."""
        member = {"value": f"{one.value}-%index%", "fixed": one.fixed}
        definition = {"type": "Sim::Thing", "properties": member}
        given = {"count": one.count, "resource_def": definition}
        return {"type": "OS::Heat::ResourceGroup", "properties": given}

    def child(self, one: Node) -> dict[str, Any]:
        """Return a child stack."""
        given: dict[str, Any] = {"v": one.value}
        if one.needs:
            given["base"] = {"get_resource": one.needs[0]}
        return {"type": "child.yaml", "properties": given}

    def rolling(self, one: Node) -> dict[str, Any]:
        """Return a group that changes a member at a time."""
        pace = {"max_batch_size": 1, "min_in_service": 1}
        return {**self.group(one), "update_policy": {"rolling_update": pace}}

    def deep(self, one: Node) -> dict[str, Any]:
        """Return a child stack that has children."""
        return {**self.child(one), "type": "deep.yaml"}

    def _outputs(self) -> Iterator[tuple[str, Any]]:
        for name, one in self.nodes.items():
            if one.kind == "thing" and one.is_on is None:
                yield f"of_{name}", {"value": {"get_attr": [name, "value"]}}


MAKERS = {
    "thing": Plan.thing,
    "value": Plan.value,
    "test": Plan.test,
    "group": Plan.group,
    "child": Plan.child,
    "rolling": Plan.rolling,
    "deep": Plan.deep,
}

SHOWN = {
    "group": "refs",
    "rolling": "refs",
    "child": "out",
    "deep": "out",
    "test": "output",
    "value": "value",
}
"""The attribute that others read."""


COMMON = ("thing",) * 8 + ("group", "child", "value", "test")


def draw(chance: Random, least: int = 5, most: int = 15, kinds: Sequence[str] = COMMON) -> Plan:
    """Return a random template."""
    plan = Plan(kinds=kinds)
    for number in range(chance.randint(least, most)):
        plan = _added(plan, f"r{number}", chance)
    return plan


def _added(plan: Plan, name: str, chance: Random) -> Plan:
    firm = [key for key, one in plan.nodes.items() if one.is_on is None]
    things = [key for key in firm if plan.nodes[key].kind == "thing"]
    needs = tuple(chance.sample(things, min(len(things), chance.choice([0, 0, 1, 1, 2]))))
    node = Node(
        kind=chance.choice(plan.kinds),
        value=chance.choice(["v1", "v2", "v3"]),
        fixed=chance.choice(["f1", "f2"]),
        needs=needs,
        reads=chance.choice(firm) if firm and chance.random() < 0.3 else None,
        after=tuple(chance.sample(firm, 1)) if firm and chance.random() < 0.2 else (),
        is_on=chance.random() < 0.5 if chance.random() < 0.15 else None,
        count=chance.randint(0, 3),
    )
    if node.kind in STACKS:
        node = replace(node, reads=None)
    if node.kind != "thing":
        has_base = node.kind in ("child", "deep")
        node = replace(node, needs=needs[:1] if has_base else ())
    return replace(plan, nodes={**plan.nodes, name: node})


def varied(plan: Plan, chance: Random) -> Plan:
    """Return a template that differs in a few places."""
    for _ in range(chance.randint(1, 4)):
        plan = _changed(plan, chance)
    return plan


def _changed(plan: Plan, chance: Random) -> Plan:
    name = chance.choice(list(plan.nodes))
    node = plan.nodes[name]
    match chance.choice(["value", "fixed", "drop", "add", "switch", "count", "needs"]):
        case "value":
            node = replace(node, value=chance.choice(["v1", "v2", "v3"]), reads=None)
        case "fixed":
            node = replace(node, fixed=chance.choice(["f1", "f2"]))
        case "switch" if node.is_on is not None:
            node = replace(node, is_on=not node.is_on)
        case "count":
            node = replace(node, count=chance.randint(0, 3))
        case "needs":
            node = replace(node, needs=node.needs[1:])
        case "drop" if len(plan.nodes) > 2:
            left = {key: one.without(name) for key, one in plan.nodes.items() if key != name}
            return replace(plan, nodes=left)
        case "add":
            new = f"n{chance.randint(0, 99)}"
            return plan if new in plan.nodes else _added(plan, new, chance)
        case _:
            pass
    return replace(plan, nodes={**plan.nodes, name: node})
