"""Which stack is meant, whose it is, and who acts."""

from dataclasses import replace

import httpx

from calor.api.application import Application
from calor.api.caller import Caller
from calor.api.orchestration.table import TABLE
from calor.engine.lookups import Lookups
from calor.store.filters import StackFilter
from calor.store.records import Batch, CredentialRecord
from tests.api.orchestration.templates import ONE, begun, kind, made, rested, url
from tests.api.serving import Serving, by_name, serving, token


async def test_name_and_id_must_belong_together():
    async with serving() as service:
        one, two = await made(service, "one", ONE), await made(service, "two", ONE)
        mixed = f"/stacks/one/{two.rpartition('/')[2]}"
        assert kind(await service.get(mixed)) == (404, "EntityNotFound")
        assert (await service.get(one)).status_code == 200


async def test_others_do_not_see_a_stack_and_administrators_act_in_its_project():
    async with serving() as service:
        path = await made(service, "one", ONE)
        elsewhere = f"http://calor.test/v1/p2{path}"
        stranger, admin = token("bob", "p2"), token("root", "p2", "admin")
        assert (await service.client.get(elsewhere, headers=stranger)).status_code == 404
        assert (await service.client.delete(elsewhere, headers=stranger)).status_code == 404
        assert (await service.client.get(elsewhere, headers=admin)).status_code == 200
        updated = await service.client.put(elsewhere, json={"template": ONE}, headers=admin)
        assert updated.status_code == 202
        await rested(service, path)
        [record] = await service.services.desks.store.find_stacks(StackFilter())
        assert (record.project, record.user) == ("p1", "ann")


async def test_a_user_that_a_stack_has_made_reaches_that_stack_alone():
    async with serving() as service:
        path, other = await made(service, "one", ONE), await made(service, "two", ONE)
        store = service.services.desks.store
        record = await store.stack(path.rpartition("/")[2])
        marked = replace(record, details={**record.details, "user_project": "users"})
        await store.write(Batch(stacks=(marked,)))
        user = token("u1", "users", "heat_stack_user")
        base = "http://calor.test/v1/users"
        reply = await service.client.get(f"{base}{path}/resources/it/metadata", headers=user)
        assert reply.json() == {"metadata": {}}
        found = await service.client.get(f"{base}/stacks/one", headers=user)
        assert (found.status_code, found.headers["location"]) == (302, url(path))
        reply = await service.client.get(f"{base}{other}/resources/it/metadata", headers=user)
        assert reply.status_code == 404
        assert (await service.client.get(f"{base}/stacks/two", headers=user)).status_code == 404


class Everything:
    """A cloud that has whatever is asked for."""

    async def problems(self, _questions):
        return {}


class Notary:
    """Makes credentials, and knows which were taken back."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.body: dict[str, bool] = {}
        self.taken_back: list[str] = []

    def lookups_of(self, _caller: Caller) -> Lookups:
        return Everything()

    async def credential_of(self, caller: Caller) -> CredentialRecord:
        self.made.append(caller.user_id)
        return CredentialRecord(id=f"c{len(self.made)}", kind="trust", body=self.body)

    async def forget(self, record: CredentialRecord) -> None:
        self.taken_back.append(record.id)


def entrusting(service: Serving, notary: Notary) -> httpx.AsyncClient:
    services = replace(service.services, identity=notary)
    app = Application(table=TABLE, services=services, authenticate=by_name)
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app),
        base_url="http://calor.test",
        headers=token("ann"),
    )


async def test_whoever_acts_first_leaves_a_credential_with_the_stack():
    notary = Notary()
    async with serving() as service, entrusting(service, notary) as client:
        reply = await client.post(url("/stacks"), json={"stack_name": "one", "template": ONE})
        path = f"/stacks/one/{reply.json()['stack']['id']}"
        await rested(service, path)
        store = service.services.desks.store
        assert (await store.stack(path.rpartition("/")[2])).credential_id == "c1"
        assert (await store.credentials.get("c1")).root_id == path.rpartition("/")[2]
        await client.put(url(path), json={"template": ONE})
        await rested(service, path)
        assert notary.made == ["ann"]
        await client.put(url(path), json={"template": ONE}, headers=token("bob"))
        await rested(service, path)
        assert (await store.stack(path.rpartition("/")[2])).credential_id == "c2"
        assert (await store.credentials.get("c1")).root_id is None
        assert notary.taken_back == []


async def test_what_is_lent_to_a_stack_is_replaced_by_whoever_acts_next():
    notary = Notary()
    notary.body = {"is_lent": True}
    async with serving() as service, entrusting(service, notary) as client:
        reply = await client.post(url("/stacks"), json={"stack_name": "one", "template": ONE})
        path = f"/stacks/one/{reply.json()['stack']['id']}"
        await rested(service, path)
        await client.put(url(path), json={"template": ONE})
        await rested(service, path)
        assert notary.made == ["ann", "ann"]


async def test_a_credential_that_is_not_needed_is_taken_back():
    notary = Notary()
    async with serving() as service, entrusting(service, notary) as client:
        await begun(service, "one", ONE)
        body = {"stack_name": "one", "template": ONE}
        assert (await client.post(url("/stacks"), json=body)).status_code == 409
        assert notary.taken_back == ["c1"]
