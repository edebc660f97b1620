"""One engine at a time works on a tree."""

import asyncio

import pytest

from calor.core.errors import LeaseLost
from calor.store.port import Store
from calor.store.records import Batch, EngineRecord, Lease
from tests.store.conftest import House
from tests.store.samples import NOW, command, event, request, stack


async def test_only_trees_that_are_wanted_are_claimed(store: Store):
    web, idle = stack(), stack("idle")
    await store.write(Batch(new_stacks=(web, idle), commands=(command(web),)))
    assert await store.claim("one", 0) == ()
    assert list(await store.claim("one", 5)) == [Lease(web.id, "one", 1)]
    assert not await store.claim("two", 5)


async def test_those_that_wait_longest_come_first(house: House):
    stacks = [stack(f"s{number}") for number in range(3)]
    for one in stacks:
        await house.store.write(request(one))
        house.pass_time(1)
    await house.store.write(Batch(commands=(command(stacks[0], "again"),)))
    claimed = [*await house.store.claim("one", 2), *await house.store.claim("two", 2)]
    assert [lease.root_id for lease in claimed] == [one.id for one in stacks]


async def test_a_lease_that_ran_out_can_be_taken_and_then_fences(house: House):
    store, web = house.store, stack()
    await store.write(request(web))
    (old,) = await store.claim("one", 1)
    house.pass_time(3)
    assert not await store.claim("two", 1)
    house.pass_time(2)
    (new,) = await store.claim("two", 1)
    assert new == Lease(web.id, "two", 2)
    for attempt in (
        store.write(Batch(events=(event(web),)), old),
        store.release(old),
        store.hand_over(old),
    ):
        with pytest.raises(LeaseLost):
            await attempt
    assert not await store.events(web.id)
    assert not await store.renew("one")
    await store.write(Batch(events=(event(web),)), new)


async def test_a_renewed_lease_does_not_run_out(house: House):
    store, web = house.store, stack()
    await store.write(request(web))
    held = await store.claim("one", 1)
    for _ in range(3):
        house.pass_time(3)
        assert list(await store.renew("one")) == list(held)
    assert not await store.claim("two", 1)


async def test_a_lease_that_ran_out_is_held_until_somebody_takes_it(house: House):
    store, web = house.store, stack()
    await store.write(request(web))
    (lease,) = await store.claim("one", 1)
    house.pass_time(60)
    await store.write(Batch(events=(event(web),)), lease)
    assert list(await store.renew("one")) == [lease]
    assert not await store.claim("two", 1)


async def test_a_tree_is_given_back_when_its_mailbox_is_empty(store: Store):
    web = stack()
    await store.write(request(web))
    (lease,) = await store.claim("one", 1)
    assert await store.release(lease) is False
    (waiting,) = await store.commands(web.id)
    await store.write(Batch(done_commands=(waiting.number,)), lease)
    assert await store.release(lease) is True
    with pytest.raises(LeaseLost):
        await store.release(lease)
    assert not await store.claim("two", 1)
    await store.write(Batch(commands=(command(web),)))
    assert list(await store.claim("two", 1)) == [Lease(web.id, "two", 2)]


async def test_an_engine_that_stops_hands_its_trees_over_at_once(store: Store):
    web = stack()
    await store.write(request(web))
    (lease,) = await store.claim("one", 1)
    await store.hand_over(lease)
    assert list(await store.claim("two", 1)) == [Lease(web.id, "two", 2)]


async def test_claimers_at_the_same_time_never_get_the_same_tree(house: House):
    stacks = [stack(f"s{number}") for number in range(60)]
    await house.store.write(Batch(new_stacks=tuple(stacks), commands=tuple(map(command, stacks))))

    async def take_all(engine_id: str) -> list[Lease]:
        store, taken = house.another(), list[Lease]()
        while more := await store.claim(engine_id, 3):
            taken += more
        return taken

    taken = await asyncio.gather(*(take_all(f"e{number}") for number in range(4)))
    roots = [lease.root_id for leases in taken for lease in leases]
    assert sorted(roots) == sorted(one.id for one in stacks)


async def test_a_command_that_comes_while_a_tree_is_given_back_is_never_forgotten(house: House):
    web = stack()
    await house.store.write(request(web))
    other = house.another()
    for _ in range(20):
        (lease,) = await house.store.claim("one", 1)
        done = tuple(one.number for one in await house.store.commands(web.id))
        await house.store.write(Batch(done_commands=done), lease)
        given_back, _ = await asyncio.gather(
            house.store.release(lease), other.write(Batch(commands=(command(web),)))
        )
        if not given_back:
            await house.store.hand_over(lease)


async def test_engines_are_seen(store: Store):
    first = EngineRecord(id="b", host="h", process=1, started_at=NOW, seen_at=NOW)
    second = EngineRecord(id="a", host="h", process=2, started_at=NOW, seen_at=NOW)
    later = EngineRecord(
        id="b", host="h", process=1, started_at=NOW, seen_at=NOW + 5, stopped_at=NOW + 5
    )
    for engine in (first, second, later):
        await store.see_engine(engine)
    assert list(await store.engines()) == [second, later]
