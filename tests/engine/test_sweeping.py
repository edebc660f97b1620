"""What credentials stand for is given back once no stack needs it."""

from dataclasses import replace

from calor.core.errors import CloudUnavailable
from calor.engine.sweeping import Sweeper
from calor.store.memory import MemoryStore
from calor.store.records import Batch, CredentialRecord
from tests.store.samples import NOW, stack


def credential(name, root_id):
    return CredentialRecord(id=name, kind="trust", body={}, root_id=root_id)


async def swept(store, forget):
    await Sweeper(store, forget).sweep()
    return [one.id for one in await store.credentials.list()]


async def test_the_credential_of_a_deleted_tree_is_given_back_and_others_are_kept():
    store, given_back = MemoryStore(), []

    async def forget(one, gone):
        given_back.append((one.id, gone))

    living, dead = stack("living"), replace(stack("dead"), deleted_at=NOW)
    await store.write(
        Batch(
            new_stacks=(living, dead),
            credentials=(
                credential("a", living.id),
                credential("b", dead.id),
                credential("replaced", None),
            ),
        )
    )
    assert await swept(store, forget) == ["a"]
    assert given_back == [("b", dead.id), ("replaced", None)]


async def test_what_cannot_be_given_back_now_is_kept_for_later():
    store = MemoryStore()
    await store.write(Batch(credentials=(credential("a", None),)))

    async def fail(_one, _gone):
        raise CloudUnavailable("down")

    assert await swept(store, fail) == ["a"]

    async def succeed(_one, _gone):
        pass

    assert await swept(store, succeed) == []
