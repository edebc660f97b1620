"""What an update would do is said of child stacks, too, and nothing is done."""

import asyncio
from contextlib import asynccontextmanager
from copy import deepcopy
from dataclasses import replace

import pytest
import yaml

from calor.core.errors import NotFound
from calor.core.plan import Kind, Rule
from calor.core.state import Action, Status
from calor.core.values import UNKNOWN
from calor.engine.engine import Engine
from calor.engine.limits import Limits
from calor.engine.orders import Order
from calor.engine.preview import preview
from calor.engine.service import Stacks
from calor.engine.texts import Definition
from calor.engine.views import Views, look
from calor.store.memory import MemoryStore
from tests.engine.types import REGISTRY

VERSION = "2021-04-16"
PATIENCE = 20

CHILD = """
heat_template_version: 2021-04-16
parameters: {text: {type: string, default: ''}}
resources:
  one: {type: Test::Line, properties: {value: {get_param: text}}}
  two: {type: Test::Line}
outputs: {out: {value: {get_attr: [one, value]}}}
"""
OUTER = """
heat_template_version: 2021-04-16
parameters: {text: {type: string, default: ''}}
resources:
  inner: {type: child.yaml, properties: {text: {get_param: text}}}
outputs: {out: {value: {get_attr: [inner, out]}}}
"""


def order(resources, **files):
    given = {"child.yaml": CHILD, "outer.yaml": OUTER}
    given |= {f"{name}.yaml": text for name, text in files.items()}
    template = {"heat_template_version": VERSION, "resources": yaml.safe_load(resources)}
    return Order(template=template, files=given)


def shown(plan):
    """Return the kinds of a plan's changes, with those of the child beside its own."""
    return {
        name: (one.kind, shown(plan.children[name])) if name in plan.children else one.kind
        for name, one in plan.changes.items()
    }


class Bench:
    """A store with one stack, and an engine that has made it."""

    def __init__(self, store, engine, limits):
        given = {"types": REGISTRY, "limits": limits}
        self.store = store
        self.stacks = Stacks(store, engine.call, **given)
        self.views = Views(store, **given)
        self.id = None

    async def create(self, resources, **files):
        self.id = await self.stacks.create("demo", "app", order(resources, **files))
        await self._rest()

    async def update(self, resources, **files):
        await self.stacks.update("demo", self.id, order(resources, **files))
        await self._rest()

    async def preview(self, resources, **files):
        return await self.views.preview("demo", self.id, order(resources, **files))

    async def _rest(self):
        async with asyncio.timeout(PATIENCE):
            while (stack := await self.store.stack(self.id)).status is Status.IN_PROGRESS:
                await asyncio.sleep(0.005)
        assert stack.status is Status.COMPLETE, stack.reason


@asynccontextmanager
async def bench(**limits):
    store = MemoryStore()
    engine = Engine(store, types=REGISTRY, limits=Limits(**limits))
    task = asyncio.create_task(engine.run())
    try:
        yield Bench(store, engine, Limits(**limits))
    finally:
        engine.stop()
        await task


async def test_a_template_is_updated_where_its_child_changes():
    async with bench() as app:
        await app.create("{box: {type: child.yaml, properties: {text: a}}}")
        plan = await app.preview("{box: {type: child.yaml, properties: {text: b}}}")
        assert shown(plan) == {"box": (Kind.UPDATE, {"one": Kind.UPDATE, "two": Kind.KEEP})}
        assert not plan.is_empty


async def test_a_template_whose_file_has_changed_is_updated_because_of_its_child():
    async with bench() as app:
        await app.create("{box: {type: child.yaml}}")
        plan = await app.preview("{box: {type: child.yaml}}", child=CHILD.replace("two", "three"))
        changes = {"one": Kind.KEEP, "two": Kind.DELETE, "three": Kind.CREATE}
        assert shown(plan) == {"box": (Kind.UPDATE, changes)}
        assert [one.rule for one in plan.changes["box"].reasons] == [Rule.CHILD]


async def test_nothing_is_left_to_do_right_after_an_update():
    first = (
        "{box: {type: outer.yaml, properties: {text: a}}, group: {type: OS::Heat::ResourceGroup,"
    )
    first += " properties: {count: 2, resource_def: {type: child.yaml}}}}"
    then = first.replace("text: a", "text: b").replace("count: 2", "count: 3")
    async with bench() as app:
        await app.create(first)
        assert (await app.preview(first)).is_empty
        assert not (await app.preview(then)).is_empty
        await app.update(then)
        plan = await app.preview(then)
        assert plan.is_empty
        assert set(plan.children["group"].children) == {"0", "1", "2"}


async def test_a_stack_two_below_is_looked_into():
    async with bench() as app:
        await app.create("{box: {type: outer.yaml, properties: {text: a}}}")
        plan = await app.preview("{box: {type: outer.yaml, properties: {text: b}}}")
        inner = (Kind.UPDATE, {"one": Kind.UPDATE, "two": Kind.KEEP})
        assert shown(plan) == {"box": (Kind.UPDATE, {"inner": inner})}


async def test_only_what_a_child_can_foresee_of_its_outputs_is_known():
    constant = CHILD.replace("{get_attr: [one, value]}", "{get_param: text}")
    box = "box: {type: child.yaml, properties: {text: a}}"
    user = "user: {type: Test::Line, properties: {value: {get_attr: [box, out]}}}"
    async with bench() as app:
        await app.create(f"{{{box}, {user}}}", child=constant)
        other = constant.replace("two: {type: Test::Line}", "three: {type: Test::Line}")
        plan = await app.preview(f"{{{box}, {user}}}", child=other)
        assert plan.changes["box"].kind is Kind.UPDATE
        assert plan.changes["user"].kind is Kind.KEEP
        plan = await app.preview(f"{{{box.replace('text: a', 'text: b')}, {user}}}", child=other)
        (reason,) = plan.changes["user"].reasons
        assert (reason.old, reason.new) == ("a", "b")


async def test_an_attribute_that_nobody_has_asked_for_so_far_is_unknown():
    lone, user = "lone: {type: Test::Line}", "user: {type: Test::Line, properties: {value: %s}}"
    async with bench() as app:
        await app.create(f"{{{lone}, {user % 'a'}}}")
        plan = await app.preview(f"{{{lone}, {user % '{get_attr: [lone, live]}'}}}")
        (reason,) = plan.changes["user"].reasons
        assert reason.new is UNKNOWN


async def test_what_is_new_is_created_with_all_in_it():
    async with bench() as app:
        await app.create("{lone: {type: Test::Line}}")
        plan = await app.preview("{lone: {type: Test::Line}, box: {type: outer.yaml}}")
        inner = (Kind.CREATE, {"one": Kind.CREATE, "two": Kind.CREATE})
        assert shown(plan)["box"] == (Kind.CREATE, {"inner": inner})


async def test_what_is_removed_goes_with_all_in_it():
    async with bench() as app:
        await app.create("{lone: {type: Test::Line}, box: {type: outer.yaml}}")
        plan = await app.preview("{lone: {type: Test::Line}}")
        inner = (Kind.DELETE, {"one": Kind.DELETE, "two": Kind.DELETE})
        assert shown(plan)["box"] == (Kind.DELETE, {"inner": inner})


GROUP = """
{{group: {{type: OS::Heat::ResourceGroup, {policy}properties: {{count: {count}, resource_def:
  {{type: Test::Line, properties: {{value: {value}}}}}}}}}}}
"""
ROLLING = "update_policy: {rolling_update: {max_batch_size: 1, min_in_service: 2}}, "


@pytest.mark.parametrize("policy", ["", ROLLING], ids=["at once", "rolling"])
async def test_a_group_that_grows_or_shrinks_says_which_members_come_and_go(policy):
    async with bench() as app:
        await app.create(GROUP.format(policy=policy, count=2, value="a"))
        plan = await app.preview(GROUP.format(policy=policy, count=3, value="a"))
        assert shown(plan.children["group"]) == {"0": Kind.KEEP, "1": Kind.KEEP, "2": Kind.CREATE}
        plan = await app.preview(GROUP.format(policy=policy, count=1, value="a"))
        assert shown(plan.children["group"]) == {"0": Kind.KEEP, "1": Kind.DELETE}


async def test_a_group_that_changes_bit_by_bit_says_what_it_comes_to_in_the_end():
    async with bench() as app:
        await app.create(GROUP.format(policy=ROLLING, count=3, value="a"))
        plan = await app.preview(GROUP.format(policy=ROLLING, count=3, value="b"))
        assert shown(plan.children["group"]) == dict.fromkeys("012", Kind.UPDATE)
        await app.update(GROUP.format(policy=ROLLING, count=3, value="b"))
        assert (await app.preview(GROUP.format(policy=ROLLING, count=3, value="b"))).is_empty


SCALING = """
{{group: {{type: OS::Heat::AutoScalingGroup, properties: {{min_size: 1, max_size: 5,
  desired_capacity: {size}, rolling_updates: {{max_batch_size: 1, min_in_service: 0}},
  resource: {{type: Test::Line, properties: {{value: {value}}}}}}}}}}}
"""


@pytest.mark.parametrize(
    ("size", "value", "kinds"),
    [
        (2, "a", [Kind.KEEP] * 2),
        (3, "a", [Kind.KEEP] * 2 + [Kind.CREATE]),
        (1, "a", [Kind.KEEP, Kind.DELETE]),
        (2, "b", [Kind.UPDATE] * 2),
        (4, "b", [Kind.UPDATE] * 2 + [Kind.CREATE] * 2),
    ],
)
async def test_a_scaling_group_says_which_members_come_go_and_change(size, value, kinds):
    async with bench() as app:
        await app.create(SCALING.format(size=2, value="a"))
        plan = await app.preview(SCALING.format(size=size, value=value))
        found = shown(plan.children["group"])
        assert sorted(found.values()) == sorted(kinds)
        await app.update(SCALING.format(size=size, value=value))
        assert (await app.preview(SCALING.format(size=size, value=value))).is_empty


async def test_a_chain_says_which_links_come_and_go():
    chain = "{{chain: {{type: OS::Heat::ResourceChain, properties: {{resources: [{types}]}}}}}}"
    async with bench() as app:
        await app.create(chain.format(types="Test::Line, child.yaml"))
        plan = await app.preview(chain.format(types="Test::Line"))
        gone = (Kind.DELETE, {"one": Kind.DELETE, "two": Kind.DELETE})
        assert shown(plan.children["chain"]) == {"0": Kind.KEEP, "1": gone}


async def test_a_roll_out_that_would_never_end_is_refused_with_the_reason():
    endless = "update_policy: {rolling_update: {max_batch_size: 1, pause_time: 9000}}, "
    async with bench() as app:
        await app.create(GROUP.format(policy="", count=3, value="a"))
        plan = await app.preview(GROUP.format(policy=endless, count=3, value="b"))
        assert "pauses between batches" in refusal(plan.changes["group"])
        assert "group" not in plan.children


async def test_a_child_that_would_be_too_large_is_refused_with_the_reason():
    lone = "lone: {type: Test::Line, properties: {value: '9'}}"
    group = "group: {type: OS::Heat::ResourceGroup, properties: {count: {get_attr: [lone, value]},"
    group += " resource_def: {type: Test::Line}}}"
    async with bench(resources_per_tree=5) as app:
        await app.create(f"{{{lone}}}")
        plan = await app.preview(f"{{{lone}, {group}}}")
        assert "5 resources" in refusal(plan.changes["group"])
        assert plan.changes["lone"].kind is Kind.KEEP


async def test_what_is_wrong_in_a_child_is_refused_there():
    resources = """
    {lone: {type: Test::Line, properties: {value: soon}},
     box: {type: child.yaml, properties: {text: {get_attr: [lone, value]}}}}
    """
    async with bench() as app:
        await app.create(resources)
        wrong = CHILD.replace("value: {get_param: text}", "secs: {get_param: text}")
        plan = await app.preview(resources, child=wrong)
        assert plan.changes["box"].kind is Kind.UPDATE
        assert "secs: expected a number" in refusal(plan.children["box"].changes["one"])


def refusal(change):
    """Return why a change is refused."""
    (reason,) = change.reasons
    assert (change.kind, reason.rule) == (Kind.REFUSE, Rule.FAILED)
    return reason.new


async def test_a_child_that_hangs_on_something_unknown_is_left_out():
    template = """
    {{lone: {{type: Test::Line, properties: {{value: '{count}', file: '{file}'}}}},
     group: {{type: OS::Heat::ResourceGroup, properties: {{count: {{get_attr: [lone, value]}},
       resource_def: {{type: Test::Line, properties: {{value: {{get_attr: [lone, value]}}}}}}}}}},
     user: {{type: Test::Line, properties: {{value: {{get_attr: [group, refs, 0]}}}}}}}}
    """
    async with bench() as app:
        await app.create(template.format(count=2, file=""))
        plan = await app.preview(template.format(count=3, file=""))
        assert plan.changes["group"].kind is Kind.UPDATE
        assert "group" not in plan.children
        assert plan.changes["user"].kind is Kind.UPDATE


async def test_a_preview_changes_nothing():
    first = "{box: {type: outer.yaml}, old: {type: child.yaml}}"
    then = "{box: {type: outer.yaml, properties: {text: b}}, new: {type: outer.yaml}}"
    async with bench() as app:
        await app.create(first)
        stored = await app.store.tree(app.id)
        assert not (await app.preview(then)).is_empty
        assert await app.store.tree(app.id) == stored

        tree, stack = await look(app.views, app.id)
        wanted = order(then)
        definition = Definition.of(wanted.template, wanted.environment, wanted.files)
        tree.library.texts.update(definition.texts)
        template, environment, files = definition.digests
        record = replace(stack.record, template=template, environment=environment, files=files)
        before = state_of(tree)
        assert not preview(tree, stack, replace(record, action=Action.UPDATE)).is_empty
        assert state_of(tree) == before
        assert not tree.ledger
        assert not tree.jobs
        with pytest.raises(NotFound):
            await app.store.text(template)


def state_of(tree):
    """Return all of a tree that anything could be written into."""
    stacks = {
        key: (one.record, one.goal, dict(one.rows), dict(one.current))
        for key, one in tree.stacks.items()
    }
    rest = (tree.children, tree.secrets, tree.library.texts, list(tree.events), tree.pauses)
    return stacks, deepcopy(rest)
