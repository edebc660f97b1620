"""What is written is read back, all of it or nothing."""

from dataclasses import replace

import pytest

from calor.core.errors import Conflict, LeaseLost, NotFound, Unstorable
from calor.core.state import Action, Status
from calor.store.port import Store
from calor.store.records import Batch, Lease, OutboxRecord, SnapshotRecord
from tests.store.samples import NOW, child, command, event, request, resource, stack


async def test_a_stack_is_read_back_as_it_was_written(store: Store):
    full = stack(
        owner_id="r",
        user="me",
        credential_id="c",
        reason="because",
        previous=("a", "b", "c"),
        traversal=3,
        deadline=NOW + 1.5,
        timeout_mins=60,
        disable_rollback=False,
        tags=("z", "a"),
        updated_at=NOW + 0.25,
        details={"outputs": [{"key": "ünï\0", "value": [1, 2.5, None, True]}]},
    )
    await store.write(Batch(new_stacks=(full,)))
    assert await store.stack(full.id) == full


async def test_a_resource_is_read_back_as_it_was_written(store: Store):
    web = stack()
    full = resource(
        web,
        action=Action.UPDATE,
        status=Status.FAILED,
        reason="no \0 space",
        physical_id="p",
        properties={"a": {"b": [1]}},
        attributes={"big": 10**30},
        metadata={"m": "x"},
        definition={"deletion_policy": "Retain"},
        requires=("1", "2"),
        replaces="1",
        replaced_by="2",
        traversal=7,
        notes={"hooks": []},
        updated_at=NOW,
    )
    await store.write(Batch(new_stacks=(web,), new_resources=(full,)))
    assert list(await store.resources(web.id)) == [full]


async def test_a_tree_has_all_stacks_resources_secrets_and_commands(store: Store):
    root = stack()
    inner = child(root, "inner")
    gone = child(root, "gone", deleted_at=NOW)
    other = stack("other")
    first, second = resource(root, "a"), resource(inner, "b")
    await store.write(
        Batch(
            new_stacks=(inner, root, gone, other),
            new_resources=(second, first, resource(other)),
            secrets={(first.id, "password"): "geheim"},
            commands=(command(root), command(other), command(inner, "signal", body={"x": 1})),
        )
    )
    tree = await store.tree(root.id)
    assert [one.name for one in tree.stacks] == ["web", "inner"]
    assert tree.resources == (first, second)
    assert tree.secrets == {(first.id, "password"): "geheim"}
    assert [(one.kind, one.body) for one in tree.commands] == [("create", {}), ("signal", {"x": 1})]
    assert "geheim" not in repr(tree)


async def test_the_tree_of_a_deleted_root_can_still_be_loaded(store: Store):
    root = stack(deleted_at=NOW)
    await store.write(Batch(new_stacks=(root,)))
    assert (await store.tree(root.id)).stacks == (root,)


async def test_only_roots_have_trees(store: Store):
    root = stack()
    inner = child(root, "inner")
    await store.write(Batch(new_stacks=(root, inner)))
    for unknown in (inner.id, "nothing"):
        with pytest.raises(NotFound):
            await store.tree(unknown)


async def test_changes_come_after_what_is_new_and_before_what_is_gone(store: Store):
    web = stack()
    changed = replace(web, status=Status.COMPLETE, tags=("b",), updated_at=NOW)
    kept, dropped = resource(web, "kept"), resource(web, "dropped")
    await store.write(
        Batch(
            new_stacks=(web,),
            stacks=(changed,),
            new_resources=(kept, dropped),
            resources=(replace(kept, physical_id="p"), replace(dropped, physical_id="q")),
            gone_resources=(dropped.id, "never there"),
        )
    )
    assert await store.stack(web.id) == changed
    assert [one.physical_id for one in await store.resources(web.id)] == ["p"]


async def test_the_last_of_several_changes_wins(store: Store):
    web = stack()
    changes = tuple(replace(web, reason=str(number), tags=(str(number),)) for number in range(3))
    await store.write(Batch(new_stacks=(web,), stacks=changes))
    assert (await store.stack(web.id)).reason == "2"


@pytest.mark.parametrize("wrong", ["stack", "resource", "command"])
async def test_what_is_changed_must_exist(store: Store, wrong: str):
    web, unknown = stack(), stack("unknown")
    batches = {
        "stack": Batch(new_stacks=(web,), stacks=(unknown,)),
        "resource": Batch(new_stacks=(web,), resources=(resource(web),)),
        "command": Batch(new_stacks=(web,), commands=(command(unknown),)),
    }
    with pytest.raises(NotFound):
        await store.write(batches[wrong])
    with pytest.raises(NotFound):
        await store.stack(web.id)


async def test_live_stacks_of_a_project_have_different_names(store: Store):
    web = stack()
    await store.write(request(web))
    await store.write(request(stack("Web")))
    await store.write(request(stack(project="another")))
    with pytest.raises(Conflict, match="'web' exists already; choose another name"):
        await store.write(Batch(new_stacks=(stack("fine"), stack())))
    with pytest.raises(NotFound):
        await store.stack_named("demo", "fine")
    await store.write(Batch(stacks=(replace(web, deleted_at=NOW),)))
    again = stack()
    await store.write(request(again))
    assert await store.stack_named("demo", "web") == again


async def test_an_id_is_used_once(store: Store):
    web = stack()
    server = resource(web)
    await store.write(Batch(new_stacks=(web,), new_resources=(server,)))
    with pytest.raises(Conflict):
        await store.write(Batch(new_resources=(server,)))
    with pytest.raises(Conflict):
        await store.write(Batch(new_stacks=(replace(web, name="other"),)))


@pytest.mark.parametrize("value", ["\ud800", object(), iter(())])
async def test_what_is_no_json_is_refused(store: Store, value: object):
    web = stack()
    with pytest.raises(Unstorable):
        await store.write(
            Batch(new_stacks=(web,), new_resources=(resource(web, notes={"a": value}),))
        )
    with pytest.raises(NotFound):
        await store.stack(web.id)


async def test_texts_are_kept_by_their_digest(store: Store):
    texts = {"short": b"a: 1", "long": b"resources: {}\n" * 10_000, "empty": b""}
    await store.write(Batch(texts=texts))
    await store.write(Batch(texts={"short": b"a: 1"}))
    assert {digest: await store.text(digest) for digest in texts} == texts
    with pytest.raises(NotFound):
        await store.text("none")


async def test_secrets_change_and_go(store: Store):
    web = stack()
    one, two = resource(web, "one"), resource(web, "two")
    await store.write(
        Batch(
            new_stacks=(web,),
            new_resources=(one, two),
            secrets={(one.id, "a"): "1", (one.id, "b"): "2", (two.id, "a"): "3"},
        )
    )
    await store.write(Batch(secrets={(one.id, "a"): "4", (one.id, "b"): None}))
    await store.write(Batch(gone_resources=(two.id,)))
    assert (await store.tree(web.id)).secrets == {(one.id, "a"): "4"}


async def test_commands_are_carried_out_in_order_and_once(store: Store):
    web = stack()
    await store.write(request(web))
    await store.write(Batch(commands=(command(web, "update"), command(web, "delete"))))
    first, second, third = await store.commands(web.id)
    assert [one.kind for one in (first, second, third)] == ["create", "update", "delete"]
    await store.write(Batch(done_commands=(first.number, third.number)))
    assert list(await store.commands(web.id)) == [second]
    await store.write(Batch(done_commands=(second.number,), commands=(command(web, "check"),)))
    (newest,) = await store.commands(web.id, after=third.number)
    assert newest.kind == "check"


async def test_snapshots_change_and_go(store: Store):
    web = stack()
    first = SnapshotRecord(
        id="1", stack_id=web.id, name=None, status=Status.IN_PROGRESS, created_at=NOW
    )
    second = replace(first, id="2", name="two", created_at=NOW - 1)
    await store.write(Batch(new_stacks=(web,), snapshots=(first, second)))
    done = replace(first, status=Status.COMPLETE, data={"resources": {"a": 1}})
    await store.write(Batch(snapshots=(done,)))
    assert list(await store.snapshots(web.id)) == [second, done]
    await store.write(Batch(gone_snapshots=("2",)))
    assert await store.snapshot("1") == done
    with pytest.raises(NotFound):
        await store.snapshot("2")


async def test_notifications_wait_until_they_are_sent(store: Store):
    messages = tuple(
        OutboxRecord(topic="stack.create", body={"n": number}, created_at=NOW)
        for number in range(3)
    )
    await store.write(Batch(outbox=messages))
    first, second = await store.outbox(2)
    await store.sent([first.number])
    await store.sent([])
    assert [message.body["n"] for message in await store.outbox(9)] == [1, 2]
    assert second.number > first.number


async def test_a_batch_with_a_lost_lease_writes_nothing(store: Store):
    web = stack()
    server = resource(web)
    await store.write(Batch(new_stacks=(web,), new_resources=(server,), commands=(command(web),)))
    (lease,) = await store.claim("one", 5)
    await store.write(Batch(events=(event(web),)), lease)
    everything = Batch(
        texts={"new": b"x"},
        new_stacks=(stack("new"),),
        stacks=(replace(web, reason="changed"),),
        new_resources=(resource(web, "new"),),
        gone_resources=(server.id,),
        events=(event(web),),
        done_commands=((await store.commands(web.id))[0].number,),
        outbox=(OutboxRecord(topic="t", body={}, created_at=NOW),),
    )
    before = await store.tree(web.id)
    for lost in (
        replace(lease, epoch=0),
        replace(lease, epoch=2),
        replace(lease, engine_id="two"),
        Lease("nothing", "one", 1),
    ):
        with pytest.raises(LeaseLost):
            await store.write(everything, lost)
    assert await store.tree(web.id) == before
    assert len(await store.events(web.id)) == 1
    assert not await store.outbox(1)
    with pytest.raises(NotFound):
        await store.text("new")


async def test_a_stack_with_a_newer_goal_is_left_as_it_is(store: Store):
    first = stack(traversal=1, tags=("old",))
    newer = replace(first, traversal=2, reason="newer", tags=("new",))
    await store.write(Batch(new_stacks=(first,)))
    await store.write(Batch(stacks=(newer,)))
    await store.write(Batch(stacks=(replace(first, reason="late"),)))
    assert await store.stack(first.id) == newer
    same = replace(newer, reason="of the same goal")
    await store.write(Batch(stacks=(same,)))
    assert await store.stack(first.id) == same
