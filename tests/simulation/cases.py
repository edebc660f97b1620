"""Small stacks, and everything that can be asked of them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.simulation.cloud import ENDLESS, SPOILT, Fault
from tests.simulation.invariants import Sameness
from tests.simulation.requests import Ask
from tests.simulation.things import SECRET

HEAD = f"parameters: {{password: {{type: string, hidden: true, default: {SECRET}}}}}\n"


def thing(name: str, text: str = "", *, extra: str = "") -> str:
    """Return a thing as a line of a template."""
    given = ", ".join(one for one in ("secret: {get_param: password}", text) if one)
    return f"  {name}: {{type: Sim::Thing, properties: {{{given}}}{extra}}}\n"


def needing(*names: str) -> str:
    """Return the property that names other things."""
    return f"needs: [{', '.join(f'{{get_resource: {name}}}' for name in names)}]"


def template(*things: str, outputs: str = "") -> str:
    """Return a template."""
    return f"{HEAD}resources:\n{''.join(things)}{outputs}"


@dataclass(frozen=True)
class Subject:
    """A stack in three states: as it is made, changed in place, and changed by replacement."""

    name: str
    made: Ask
    changed: Ask
    replaced: Ask
    shrunk: Ask
    spoilt: Ask
    """Changed to something that the cloud refuses in its last part."""


def _asks(make: "Maker", files: "Maker | None" = None) -> Iterator[Ask]:
    for value, fixed, rest in (
        ("one", "x", True),
        ("two", "x", True),
        ("one", "y", True),
        ("one", "x", False),
        ("two", "x", True),
    ):
        given = {"child.yaml": files(value, fixed, rest)} if files else {}
        yield Ask("update", make(value, fixed, rest), files=given)


class Maker:
    """Builds the template of a subject."""

    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        raise NotImplementedError


class Single(Maker):
    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        more = thing("b", "value: b") if rest else ""
        return template(thing("a", f"value: {value}, fixed: {fixed}"), more)


class Chain(Maker):
    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        last = thing("c", f"{needing('b')}, value: {{get_attr: [b, value]}}")
        return template(
            thing("a", f"value: {value}, fixed: {fixed}"),
            thing("b", f"{needing('a')}, value: {{get_attr: [a, live]}}"),
            last if rest else "",
            outputs="outputs: {o: {value: {get_attr: [b, value]}}}\n",
        )


class Diamond(Maker):
    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        right = thing("r", needing("a"), extra=", depends_on: [l]")
        return template(
            thing("a", f"value: {value}, fixed: {fixed}"),
            thing("l", f"{needing('a')}, value: {{get_attr: [a, value]}}, fixed: {fixed}"),
            right if rest else "",
            thing("z", needing("l", "r") if rest else needing("l")),
        )


class Nested(Maker):
    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        given = f"{{base: {{get_resource: a}}, v: {value}}}"
        child = f"  n: {{type: child.yaml, properties: {given}}}\n"
        after = thing("z", "value: {get_attr: [n, out]}")
        return template(thing("a", f"fixed: {fixed}"), *((child, after) if rest else ()))


class NestedChild(Maker):
    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        return (
            "parameters: {base: {type: string}, v: {type: string}}\nresources:\n"
            "  i: {type: Sim::Thing, properties: {value: {get_param: v}, "
            "needs: [{get_param: base}]}}\n"
            "  j: {type: Sim::Thing, properties: {needs: [{get_resource: i}]}}\n"
            "outputs: {out: {value: {get_attr: [i, live]}}}\n"
        )


class Group(Maker):
    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        member = f"{{value: '{value}-%index%', fixed: {fixed}}}"
        definition = f"{{type: Sim::Thing, properties: {member}}}"
        given = f"{{count: {3 if rest else 1}, resource_def: {definition}}}"
        return template(
            f"  g: {{type: OS::Heat::ResourceGroup, properties: {given}}}\n",
            thing("z", "value: {list_join: [',', {get_attr: [g, value]}]}"),
        )


class Rolling(Group):
    """A group whose members change one after the other, with a pause between them."""

    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        text = super().__call__(value, fixed, rest)
        pace = "{max_batch_size: 1, pause_time: 2, min_in_service: 1}"
        policy = f", update_policy: {{rolling_update: {pace}, batch_create: {BATCH}}}"
        group, _, others = text.partition("}}}}\n")
        return f"{group}}}}}}}{policy}}}\n{others}"


BATCH = "{max_batch_size: 2, pause_time: 1}"


class DeepChild(Maker):
    """A child stack with a group in it."""

    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        member = "{value: {get_param: v}, needs: [{get_param: base}]}"
        definition = f"{{type: Sim::Thing, properties: {member}}}"
        return (
            "parameters: {base: {type: string}, v: {type: string}}\nresources:\n"
            "  i: {type: OS::Heat::ResourceGroup, "
            f"properties: {{count: 2, resource_def: {definition}}}}}\n"
            "  j: {type: Sim::Thing, depends_on: [i]}\n"
            "outputs: {out: {value: {list_join: [',', {get_attr: [i, value]}]}}}\n"
        )


class Switch(Maker):
    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        return (
            f"{HEAD}conditions: {{is_on: {str(rest).lower()}}}\nresources:\n"
            + thing("a", f"value: {value}, fixed: {fixed}")
            + thing("b", needing("a"), extra=", condition: is_on")
            + thing("c", "value: {if: [is_on, {get_attr: [b, value]}, none]}")
        )


class Stubborn(Maker):
    """Its thing finds out during an update that it must be replaced."""

    def __call__(self, value: str, fixed: str, rest: bool) -> str:
        told = "stubborn" if value == "two" else value
        return template(
            thing("a", f"value: {told}, fixed: {fixed}"),
            thing("b", needing("a")) if rest else "",
        )


def _subject(name: str, make: Maker, files: Maker | None = None) -> Subject:
    made, changed, replaced, shrunk, spoilt = _asks(make, files)
    last = thing("y", "value: bad", extra=f", depends_on: [{_last(str(made.template))}]")
    text, _, rest = str(spoilt.template).partition("outputs:")
    spoilt = replace(spoilt, template=text + last + (f"outputs:{rest}" if rest else ""))
    return Subject(name, made, changed, replaced, shrunk, spoilt)


def _last(text: str) -> str:
    lines = [line for line in text.splitlines() if line.startswith("  ")]
    return lines[-1].split(":")[0].strip()


SUBJECTS = [
    _subject("single", Single()),
    _subject("chain", Chain()),
    _subject("diamond", Diamond()),
    _subject("nested", Nested(), NestedChild()),
    _subject("group", Group()),
    _subject("rolling", Rolling()),
    _subject("deep", Nested(), DeepChild()),
    _subject("switch", Switch()),
    _subject("stubborn", Stubborn()),
]


@dataclass(frozen=True)
class Case:
    """What was there before, and what is asked for while engines die."""

    name: str
    before: tuple[Ask, ...]
    asks: tuple[Ask, ...]
    faults: frozenset[Fault] = frozenset()
    sameness: Sameness = "exact"
    """How alike the ends are, whatever dies: down to the last action of each row, in what there
    is, or (where it depends on how far it had come) in the state of the stack alone."""
    is_in_order: bool = False
    """Whether every thing is made in this run, so that the order of creation can be checked."""


def _cases(one: Subject) -> Iterator[Case]:
    create = replace(one.made, verb="create")
    was = (create,)
    yield Case("create", (), was, is_in_order=True)
    yield Case("update", was, (one.changed,))
    yield Case("replace", was, (one.replaced,))
    yield Case("remove", was, (one.shrunk,))
    yield Case("add", (replace(one.shrunk, verb="create"),), (one.made,))
    yield Case("delete", was, (Ask("delete"),))
    yield Case("suspend", was, (Ask("suspend"), Ask("resume")))
    yield Case("check", was, (Ask("check"),))
    yield Case("fail", was, (one.spoilt,))
    yield Case("rollback", was, (replace(one.spoilt, rollback=True),), sameness="alike")
    yield Case(
        "rollback-create",
        (),
        (replace(one.spoilt, verb="create", rollback=True),),
        sameness="alike",
    )
    yield Case("heal", (create, one.spoilt), (one.replaced,))
    cancel = Ask("cancel", after=0.3)
    yield Case("cancel", was, (one.changed, cancel), sameness="alike")
    yield Case("cancel-replace", was, (one.replaced, cancel), sameness="alike")
    yield Case("stop", was, (one.replaced, Ask("stop", after=0.3), one.changed), sameness="alike")
    yield Case("halt", was, (one.replaced, Ask("stop", after=0.3)), sameness="stack")
    yield Case("supersede", was, (one.replaced, replace(one.changed, after=0.3)), sameness="alike")
    yield Case("return", was, (one.shrunk, replace(one.made, after=0.3)), sameness="alike")
    stuck = frozenset(Fault("delete", name, 1, "fail") for name in ("b", "c", "r", "j", "2"))
    yield Case("undelete", was, (one.shrunk, one.made), stuck, sameness="alike")
    yield Case(
        "back-and-forth", was, (one.replaced, replace(one.made, after=0.7)), sameness="alike"
    )
    yield Case("early-update", (), (create, replace(one.changed, after=0.3)), sameness="alike")
    yield Case("early-delete", (), (create, Ask("delete", after=0.3)), sameness="alike")
    yield Case("late-delete", was, (one.replaced, Ask("delete", after=0.6)), sameness="alike")


FAULTS = {
    "refused-create": Fault("create", "a", 1, "refuse"),
    "lost-create": Fault("create", "a", 1, "lose"),
    "broken-create": Fault("create", "a", 1, "error"),
    "lost-delete": Fault("delete", "a", 1, "lose"),
    "refused-delete": Fault("delete", "a", 1, "refuse"),
}


def _faulty(one: Subject) -> Iterator[Case]:
    create = replace(one.made, verb="create")
    for name, fault in FAULTS.items():
        if fault.verb == "create":
            yield Case(name, (), (create,), frozenset({fault}))
        else:
            yield Case(name, (create,), (Ask("delete"),), frozenset({fault}))
    cut = frozenset({Fault("create", "a", 1, "cut")})
    unmoved = frozenset({Fault("update", "b", 1, "fail")})
    twice = (one.replaced, one.replaced)
    yield Case("unmoved", (create,), twice, unmoved, sameness="alike")
    yield Case("cut-create", (), (create, Ask("delete")), cut, sameness="alike")
    yield Case("cut-update", (), (create, one.changed), cut, sameness="alike")


def _timed_out(one: Subject) -> Iterator[Case]:
    was = (replace(one.made, verb="create", timeout_mins=1),)
    slow = replace(one.spoilt, template=str(one.spoilt.template).replace(SPOILT, ENDLESS))
    yield Case("timeout", was, (slow,), sameness="alike")
    yield Case("timeout-rollback", was, (replace(slow, rollback=True),), sameness="alike")
    yield Case("timeout-repair", was, (slow, one.replaced), sameness="alike")


WAITING = """resources:
  h: {type: OS::Heat::WaitConditionHandle}
  w: {type: OS::Heat::WaitCondition, properties: {handle: {get_resource: h}, timeout: 99, count: 3}}
  z: {type: Sim::Thing, properties: {value: {get_attr: [w, data]}}}
"""
POLICY = "{type: OS::Heat::ScalingPolicy, properties: {auto_scaling_group_id: {get_resource: g}"
SCALED = f"""resources:
  g:
    type: OS::Heat::AutoScalingGroup
    properties: {{min_size: 1, max_size: 5, resource: {{type: Sim::Thing}}}}
  up: {POLICY}, adjustment_type: change_in_capacity, scaling_adjustment: 2}}}}
  down: {POLICY}, adjustment_type: change_in_capacity, scaling_adjustment: -1}}}}
"""
LATER = 30.0
"""So many seconds later another engine has taken over, whatever has died."""


def _signalled() -> Iterator[Case]:
    """Signals are carried out once each, and groups scale once for each signal."""
    signal = Ask("signal", resource="h", after=LATER)
    waiting = (replace(Ask("create"), template=WAITING),)
    heard = (signal, replace(signal, after=0.0), replace(signal, details={"id": "last"}))
    yield Case("wait", (), waiting + heard, sameness="count")
    failure = replace(signal, details={"status": "FAILURE", "reason": "no"})
    yield Case("wait-fail", (), (*waiting, signal, failure), sameness="count")
    up, down = Ask("signal", resource="up"), Ask("signal", resource="down")
    was = (replace(Ask("create"), template=SCALED),)
    yield Case("scale", was, (up, down, up), sameness="count")
    gone = (up, Ask("delete", after=0.3))
    yield Case("scale-delete", was, gone, sameness="count")
    suspended = (up, Ask("suspend", after=0.3), Ask("resume"))
    yield Case("scale-suspend", was, suspended, sameness="stack")


def cases() -> dict[str, Case]:
    """Return all cases by name."""
    found = {}
    for subject in SUBJECTS:
        for case in _cases(subject):
            found[f"{subject.name}/{case.name}"] = case
        for case in _timed_out(subject):
            found[f"{subject.name}/{case.name}"] = case
    for case in _signalled():
        found[f"signals/{case.name}"] = case
    for case in _faulty(SUBJECTS[1]):
        found[f"chain/{case.name}"] = case
    return {name: replace(case, name=name) for name, case in found.items()}


CASES = cases()
