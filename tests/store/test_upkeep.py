"""Old things go, and nothing else does."""

from dataclasses import replace

import pytest

from calor.core.errors import NotFound
from calor.core.state import Status
from calor.store.filters import Purged, StackFilter
from calor.store.port import Store
from calor.store.records import Batch, CredentialRecord, SnapshotRecord
from calor.store.secrets import Key, Keyring
from calor.store.sql.store import Settings
from tests.store.conftest import House
from tests.store.samples import NOW, child, command, event, request, resource, stack


async def test_a_purged_stack_takes_everything_with_it(house: House):
    store = house.store
    old = stack("old", template="shared", environment="only", files="f", deleted_at=NOW)
    server = resource(old)
    live = stack("live", template="shared", environment="e", files="f", previous=("p", "e", "f"))
    kept = {"shared", "f", "p", "e"}
    await store.write(
        Batch(
            texts=dict.fromkeys((*kept, "only"), b"x"),
            new_stacks=(old, live),
            new_resources=(server, resource(live)),
            secrets={(server.id, "a"): "b"},
            events=(event(old), event(old), event(live)),
            snapshots=(
                SnapshotRecord(
                    id="1", stack_id=old.id, name="s", status=Status.COMPLETE, created_at=NOW
                ),
            ),
        )
    )
    house.pass_time(100)
    long_after = NOW + 10**10
    assert await store.purge(NOW) == Purged()
    assert await store.purge(long_after) == Purged(stacks=1, resources=1, events=2, texts=1)
    assert await store.purge(long_after) == Purged()
    for gone in (store.stack(old.id), store.tree(old.id), store.snapshot("1"), store.text("only")):
        with pytest.raises(NotFound):
            await gone
    assert len(await store.events(live.id)) == len(await store.resources(live.id)) == 1
    for digest in kept:
        assert await store.text(digest)


async def test_a_text_that_was_just_used_is_not_purged(house: House):
    await house.store.write(Batch(texts={"new": b"x"}))
    house.pass_time(100)
    await house.store.write(Batch(texts={"new": b"x"}))
    assert (await house.store.purge(NOW + 10**10)).texts == 0
    assert await house.store.text("new") == b"x"


async def test_a_purge_goes_step_by_step_and_by_project(store: Store):
    deleted = [stack(f"s{n}", deleted_at=NOW + n) for n in range(5)]
    other = stack("other", project="other", deleted_at=NOW)
    await store.write(Batch(new_stacks=(*deleted, other)))
    counts = [(await store.purge(NOW + 4, project="demo", most=3)).stacks for _ in range(3)]
    assert counts == [3, 1, 0]
    left = await store.find_stacks(StackFilter(show_deleted=True))
    assert {one.name for one in left} == {"s4", "other"}


async def test_a_deleted_child_is_purged_alone(store: Store):
    root = stack()
    inner = child(root, "inner", deleted_at=NOW)
    await store.write(Batch(new_stacks=(root, inner), commands=(command(root),)))
    assert (await store.purge(NOW + 1)).stacks == 1
    assert len((await store.tree(root.id)).commands) == 1


async def test_only_the_newest_events_are_kept(store: Store):
    web, other = stack(), stack("other")
    names = [str(number) for number in range(10)]
    events = tuple(event(owner, name) for name in names for owner in (web, other))
    await store.write(Batch(new_stacks=(web, other), events=events))
    assert await store.trim_events(web.id, 20) == 0
    assert await store.trim_events(web.id, 3) == 7
    assert [one.resource_name for one in await store.events(web.id)] == names[-3:]
    assert len(await store.events(other.id)) == 10


async def test_the_writer_trims_once_enough_was_written(house: House):
    if house.url is None:
        pytest.skip("the memory keeps all events")
    store = house.another(Settings(keep_events=5, trim_every=10))
    web = stack()
    await store.write(Batch(new_stacks=(web,)))
    for number in range(12):
        await store.write(Batch(events=(event(web, str(number)),)))
    await store.renew("nobody")  # comes after the trimming
    kept = [one.resource_name for one in await store.events(web.id)]
    assert kept == ["5", "6", "7", "8", "9", "10", "11"]


async def test_secrets_are_sealed_anew_with_the_first_key(house: House):
    if house.url is None:
        pytest.skip("the memory encrypts nothing")
    old, new = Key("old", b"o" * 32), Key("new", b"n" * 32)
    web = stack()
    servers = [resource(web, str(number)) for number in range(3)]
    before = house.another(keyring=Keyring([old]))
    await before.write(
        Batch(
            texts={"d": b"text"},
            new_stacks=(web,),
            new_resources=tuple(servers),
            secrets={(server.id, "k"): server.name for server in servers},
        )
    )
    await before.credentials.create(CredentialRecord(id="1", kind="trust", body={"a": 1}))
    between = house.another(keyring=Keyring([new, old]))
    assert (await between.tree(web.id)).secrets[servers[1].id, "k"] == "1"
    assert await between.reseal() == 3 + 3 + 1 + 1  # secrets, rows, a text, a credential
    assert await between.reseal() == 0
    after = house.another(keyring=Keyring([new]))
    assert set((await after.tree(web.id)).secrets.values()) == {"0", "1", "2"}
    assert (await after.credentials.get("1")).body == {"a": 1}
    assert await after.text("d") == b"text"
    assert {one.name for one in (await after.tree(web.id)).resources} == {"0", "1", "2"}


async def test_a_purge_leaves_waiting_work_alone(store: Store):
    web = stack()
    await store.write(request(web))
    await store.write(Batch(stacks=(replace(web, reason="x"),)))
    assert await store.purge(NOW + 10**10) == Purged()
    assert len(await store.claim("one", 1)) == 1
