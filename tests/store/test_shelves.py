"""Software configurations, deployments and credentials."""

from dataclasses import replace

import pytest

from calor.core.errors import Conflict, NotFound
from calor.store.port import Store
from calor.store.records import Batch, CredentialRecord, DeploymentRecord, SoftwareConfigRecord
from tests.store.samples import NOW, stack

CONFIG = SoftwareConfigRecord(
    id="c1",
    project="demo",
    name="install",
    group="script",
    config="#!/bin/sh\n",
    inputs=({"name": "a", "default": 1},),
    outputs=({"name": "b"},),
    options={"x": [1]},
    created_at=NOW,
)
DEPLOYMENT = DeploymentRecord(
    id="d1",
    project="demo",
    server_id="s1",
    config_id="c1",
    action="CREATE",
    status="IN_PROGRESS",
    input_values={"a": 2},
    created_at=NOW,
)
CREDENTIAL = CredentialRecord(id="k1", kind="trust", body={"trust_id": "t", "password": "p"})


async def test_a_configuration_is_kept_until_it_is_deleted(store: Store):
    shelf = store.software_configs
    await shelf.create(CONFIG)
    assert await shelf.get("c1") == CONFIG
    with pytest.raises(Conflict):
        await shelf.create(CONFIG)
    await shelf.delete("c1", "demo")
    with pytest.raises(NotFound, match="no software configuration 'c1'"):
        await shelf.get("c1")


async def test_a_project_does_not_see_what_is_anothers(store: Store):
    shelf = store.software_configs
    await shelf.create(CONFIG)
    assert await shelf.get("c1", "demo") == CONFIG
    assert not await shelf.list("other")
    for attempt in (shelf.get("c1", "other"), shelf.delete("c1", "other")):
        with pytest.raises(NotFound):
            await attempt
    assert await shelf.list("demo") == [CONFIG]


async def test_pages_go_from_old_to_new(store: Store):
    shelf = store.software_configs
    made = [replace(CONFIG, id=f"c{n}", created_at=NOW + n // 2) for n in range(5)]
    for config in reversed(made):
        await shelf.create(config)
    assert await shelf.list() == made
    assert await shelf.list("demo", marker="c1", limit=2) == made[2:4]
    with pytest.raises(NotFound):
        await shelf.list(marker="none")


async def test_a_deployment_changes_and_is_found_by_its_server(store: Store):
    shelf = store.deployments
    await shelf.create(DEPLOYMENT)
    await shelf.create(replace(DEPLOYMENT, id="d2", server_id="s2"))
    done = replace(
        DEPLOYMENT,
        status="COMPLETE",
        reason="done",
        output_values={"deploy_status_code": 0},
        updated_at=NOW + 1,
        stack_user_project="u",
    )
    await shelf.update(done)
    assert await shelf.list("demo", server_id="s1") == [done]
    assert await shelf.list(config_id="c1", limit=1) == [done]
    assert await shelf.list(config_id="c2") == []
    assert (await shelf.count(), await shelf.count("demo"), await shelf.count("other")) == (2, 2, 0)
    with pytest.raises(NotFound):
        await shelf.update(replace(done, id="d3"))


async def test_a_credential_never_shows_its_body(store: Store):
    await store.credentials.create(CREDENTIAL)
    found = await store.credentials.get("k1")
    assert found == CREDENTIAL
    assert "password" not in repr(found)
    changed = replace(CREDENTIAL, body={"password": "q"})
    await store.credentials.update(changed)
    assert await store.credentials.list() == [changed]
    await store.credentials.delete("k1")
    assert await store.credentials.list() == []


async def test_a_credential_is_idle_once_its_tree_is_gone_or_has_another(store: Store):
    root = stack()
    mine = replace(CREDENTIAL, root_id=root.id)
    await store.write(Batch(new_stacks=(root,), credentials=(mine,)))
    assert await store.credentials.get("k1") == mine
    assert not await store.idle_credentials(10)
    other = replace(mine, id="k2")
    await store.write(Batch(credentials=(replace(mine, root_id=None), other)))
    assert [one.id for one in await store.idle_credentials(10)] == ["k1"]
    await store.write(Batch(stacks=(replace(root, deleted_at=NOW),)))
    assert [one.id for one in await store.idle_credentials(10)] == ["k1", "k2"]
    assert [one.id for one in await store.idle_credentials(1)] == ["k1"]
