"""Stacks and events are found by what people ask for."""

from dataclasses import replace

import pytest

from calor.core.errors import NotFound
from calor.core.state import Action, Status
from calor.store.filters import EventFilter, Order, StackFilter, StackKey
from calor.store.port import Store
from calor.store.records import Batch, ResourceLine, StackRecord
from tests.store.samples import NOW, child, event, resource, stack

ROOT = stack("root", id="1", tags=("red", "big"), created_at=NOW)
INNER = child(ROOT, "root-inner", id="2", owner_id="r", created_at=NOW + 1)
DEEP = child(INNER, "root-inner-deep", id="3", created_at=NOW + 2)
BLUE = stack(
    "Blue",
    id="4",
    tags=("blue", "big"),
    created_at=NOW + 3,
    updated_at=NOW + 9,
    status=Status.COMPLETE,
)
BARE = stack("aaa", id="5", created_at=NOW + 3, updated_at=NOW + 4, action=Action.UPDATE)
GONE = stack("gone", id="6", created_at=NOW + 5, deleted_at=NOW + 6, tags=("red",))
FAR = stack("far", id="7", project="elsewhere", created_at=NOW + 6)
ALL = (ROOT, INNER, DEEP, BLUE, BARE, GONE, FAR)

FILTERS = [
    (StackFilter(), "74 5 1"),
    (StackFilter(project="demo"), "451"),
    (StackFilter(project="demo", show_deleted=True), "6451"),
    (StackFilter(project="demo", show_nested=True), "45321"),
    (StackFilter(names=("root", "far", "gone")), "71"),
    (StackFilter(names=("blue",)), ""),
    (StackFilter(ids=("2", "1"), show_nested=True), "21"),
    (StackFilter(actions=(Action.UPDATE,)), "5"),
    (StackFilter(statuses=(Status.COMPLETE, Status.FAILED)), "4"),
    (StackFilter(tags=("red", "big", "red")), "1"),
    (StackFilter(tags_any=("red", "blue")), "41"),
    (StackFilter(not_tags=("red", "big")), "745"),
    (StackFilter(not_tags_any=("red", "blue")), "75"),
    (StackFilter(hidden_tags=("blue",), tags_any=("big",)), "1"),
    (StackFilter(root_id="1"), "321"),
    (StackFilter(parent_id="1"), "2"),
    (StackFilter(owner_id="r"), "2"),
    (StackFilter(order=(Order(StackKey.NAME),)), "4 5 7 1"),
    (StackFilter(order=(Order(StackKey.NAME, descending=True),)), "1 7 5 4"),
    (StackFilter(order=(Order(StackKey.UPDATED),)), "1 7 5 4"),
    (StackFilter(order=(Order(StackKey.UPDATED, descending=True),)), "4 5 1 7"),
    (StackFilter(order=(Order(StackKey.STATUS), Order(StackKey.NAME))), "4 5 7 1"),
    (StackFilter(order=()), "1457"),
    (StackFilter(limit=2), "74"),
    (StackFilter(limit=0), ""),
    (StackFilter(marker="4", limit=1), "5"),
    (StackFilter(marker="1"), ""),
    (StackFilter(marker="6"), "451"),
]


@pytest.mark.parametrize(("wanted", "ids"), FILTERS)
async def test_stacks_are_found_by_a_filter(store: Store, wanted: StackFilter, ids: str):
    await store.write(Batch(new_stacks=ALL))
    found = await store.find_stacks(wanted)
    assert "".join(one.id for one in found) == ids.replace(" ", "")
    assert all(one in ALL for one in found)
    everything = await store.find_stacks(replace(wanted, marker=None, limit=None))
    assert await store.count_stacks(wanted) == len(everything)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("key", StackKey)
async def test_pages_put_together_are_the_whole(store: Store, key: StackKey, descending: bool):
    await store.write(Batch(new_stacks=ALL))
    order = (Order(key, descending), Order(StackKey.CREATED, descending=True))
    wanted = StackFilter(show_nested=True, show_deleted=True, order=order)
    pages: list[StackRecord] = []
    marker = None
    while page := await store.find_stacks(replace(wanted, marker=marker, limit=2)):
        pages += page
        marker = page[-1].id
    assert pages == list(await store.find_stacks(wanted))
    assert len(pages) == len(ALL)


async def test_an_unknown_marker_is_told(store: Store):
    with pytest.raises(NotFound, match="no stack 'x' to go on from"):
        await store.find_stacks(StackFilter(marker="x"))
    with pytest.raises(NotFound, match="no event 'x' to go on from"):
        await store.find_events(EventFilter(marker="x"))


async def test_changed_tags_are_found(store: Store):
    await store.write(Batch(new_stacks=(ROOT,)))
    await store.write(Batch(stacks=(replace(ROOT, tags=("green",)),)))
    assert await store.count_stacks(StackFilter(tags=("green",))) == 1
    assert await store.count_stacks(StackFilter(tags_any=("red", "big"))) == 0


async def test_children_are_the_living_right_below(store: Store):
    gone = child(ROOT, "b", deleted_at=NOW)
    first = child(ROOT, "a")
    await store.write(Batch(new_stacks=(*ALL, gone, first)))
    assert list(await store.children(ROOT.id)) == [first, INNER]


async def test_stacks_are_found_by_name_while_they_live(store: Store):
    await store.write(Batch(new_stacks=ALL))
    assert await store.stack_named("demo", "root") == ROOT
    for project, name in (("demo", "gone"), ("demo", "far"), ("demo", "ROOT")):
        with pytest.raises(NotFound):
            await store.stack_named(project, name)
    assert await store.stack("6") == GONE


EVENTS = (
    event(ROOT, "a", id="a", properties={"p": 1}, physical_id="x"),
    event(INNER, "b", id="b", action="UPDATE", status=Status.FAILED, reason="no \0 host"),
    event(ROOT, "c", id="c", resource_type="OS::Heat::None"),
    event(FAR, "d", id="d"),
    event(DEEP, "e", id="e"),
    event(ROOT, "a", id="f", status=Status.IN_PROGRESS),
)

EVENT_FILTERS = [
    (EventFilter(stack_id="1"), "acf"),
    (EventFilter(root_id="1"), "abcef"),
    (EventFilter(root_id="1", descending=True), "fecba"),
    (EventFilter(stack_ids=("2", "3")), "be"),
    (EventFilter(stack_ids=("2", "3"), marker="b"), "e"),
    (EventFilter(stack_ids=()), ""),
    (EventFilter(root_id="1", resource_names=("a", "e")), "aef"),
    (EventFilter(root_id="1", resource_types=("OS::Heat::None",)), "c"),
    (EventFilter(root_id="1", actions=("UPDATE",)), "b"),
    (EventFilter(root_id="1", statuses=(Status.FAILED, Status.IN_PROGRESS)), "bf"),
    (EventFilter(root_id="1", marker="b", limit=2), "ce"),
    (EventFilter(root_id="1", marker="c", descending=True), "ba"),
    (EventFilter(root_id="1", marker="a", resource_names=("e",)), "e"),
    (EventFilter(stack_id="1", limit=0), ""),
    (EventFilter(stack_id="nothing"), ""),
]


@pytest.mark.parametrize(("wanted", "ids"), EVENT_FILTERS)
async def test_events_are_found_by_a_filter(store: Store, wanted: EventFilter, ids: str):
    await store.write(Batch(new_stacks=ALL, events=EVENTS))
    found = await store.find_events(wanted)
    assert "".join(one.id for one in found) == ids
    assert all(replace(one, number=0) in EVENTS for one in found)
    streamed = [one async for one in store.stream_events(wanted, chunk=2)]
    assert streamed == list(found)


async def test_events_come_in_the_order_in_which_they_were_written(store: Store):
    await store.write(Batch(new_stacks=(ROOT,)))
    for number in range(5):
        await store.write(Batch(events=(event(ROOT, str(number), created_at=NOW - number),)))
    first, second, *_ = await store.events(ROOT.id)
    assert (first.resource_name, second.resource_name) == ("0", "1")
    later = await store.events(ROOT.id, after=second.number, most=2)
    assert [one.resource_name for one in later] == ["2", "3"]


async def test_an_event_is_found_in_its_stack(store: Store):
    await store.write(Batch(new_stacks=ALL, events=EVENTS))
    assert replace(await store.event("1", "c"), number=0) == EVENTS[2]
    with pytest.raises(NotFound):
        await store.event("1", "b")


async def test_resources_are_listed_oldest_first(store: Store):
    late, early = resource(ROOT, "a", created_at=NOW + 1), resource(ROOT, "b")
    await store.write(Batch(new_stacks=(ROOT,), new_resources=(late, early)))
    assert list(await store.resources(ROOT.id)) == [early, late]
    assert not await store.resources("nothing")


async def test_resources_are_listed_page_by_page_without_what_is_in_them(store: Store):
    names = ["b", "a", "c"]
    rows = [resource(ROOT, name, reason=f"no \0 {name}", created_at=NOW) for name in names]
    rows.append(resource(ROOT, "d", created_at=NOW - 1, updated_at=NOW, physical_id="p"))
    await store.write(Batch(new_stacks=(ROOT, INNER), new_resources=tuple(rows)))
    found: list[ResourceLine] = []
    while page := await store.list_resources(ROOT.id, after=found[-1] if found else None, most=2):
        found += page
    assert [one.name for one in found] == ["d", "a", "b", "c"]
    assert found == list(await store.list_resources(ROOT.id))
    assert (found[0].physical_id, found[0].updated_at, found[0].reason) == ("p", NOW, "")
    assert found[1].reason == "no \0 a"
    assert list(await store.list_resources(INNER.id)) == []


async def test_resources_are_found_by_their_names(store: Store):
    rows = [resource(ROOT, name, metadata={"is": name}) for name in ("a", "b", "b", "c")]
    await store.write(Batch(new_stacks=(ROOT,), new_resources=tuple(rows)))
    found = await store.resources_named(ROOT.id, {"b", "c", "x"})
    assert sorted(one.name for one in found) == ["b", "b", "c"]
    assert all(one.metadata == {"is": one.name} for one in found)
    assert list(await store.doubled_names(ROOT.id)) == ["b"]
