"""Every route, asked by everybody who may and everybody who may not.

The cases come from the table of routes, and who may ask from the contract: a route that is added
is tried without a line here.
"""

import json
import re
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from calor.api.orchestration.table import TABLE
from calor.api.policy import FilePolicy
from calor.api.rules import list_rules
from calor.api.services import ApiSettings
from tests.api.serving import PROJECT, serving, token

CONTRACT = json.loads((Path(__file__).parents[1] / "contract" / "rest_api.json").read_text())
POLICY = FilePolicy()
SETTINGS = ApiSettings(allow_abandon=True, allow_adopt=True)
TEMPLATE = {
    "heat_template_version": "2018-08-31",
    "resources": {"it": {"type": "OS::Heat::RandomString"}},
    "outputs": {"it": {"value": {"get_attr": ["it", "value"]}}},
}

NOBODY = {"X-Auth-Token": ""}
MEMBER = token("ann", PROJECT, "member,reader")
READER = token("ron", PROJECT, "reader")
STACK_USER = token("agent", PROJECT, "heat_stack_user")
STRANGER = token("eve", "p2", "member,reader")
ADMIN = token("root", "p9", "admin,member,reader")

SHARED = {"project", "type_name", "template_version", "server_id"}
"""Places that name nothing of a project's own."""

BODIES = {
    "resource:mark_unhealthy": {"mark_unhealthy": True},
    "stacks:update_patch": {"template": TEMPLATE},
    **{
        f"actions:{one}": {one: None}
        for one in ("suspend", "resume", "check", "cancel_update", "cancel_without_rollback")
    },
}


def defaults():
    """Return who may use each rule, by the contract and, where it is silent, by our own list."""
    found = {one.name: one.check_str for one in list_rules()}
    for route in CONTRACT["routes"]:
        name, check = route["policy"], route["policy_default"]
        if isinstance(check, dict):
            area = name.partition(":")[0]
            found |= {f"{area}:{action}": each for action, each in check.items()}
        else:
            found[name] = check
    return found


DEFAULTS = defaults()


def roles_for(rule):
    """Return the roles of which each alone allows what a rule is about."""
    check = DEFAULTS[rule]
    return set(re.findall(r"(?<!not )role:(\w+)", check)).union(
        *(roles_for(inner) for inner in re.findall(r"rule:([\w:]+)", check))
    )


@dataclass(frozen=True)
class Case:
    """One way to ask, and the rule that decides about it."""

    method: str
    path: str
    rule: str
    success: int
    returns: object

    @property
    def places(self):
        return re.findall(r"\{(\w+)\*?\}", self.path)

    @property
    def is_of_a_project(self):
        """Whether what is asked about belongs to somebody."""
        return bool(set(self.places) - SHARED)

    @property
    def is_by_name(self):
        """Whether a stack is looked for by its name, of which each project may have one."""
        return "stack_name" in self.places and "stack_id" not in self.places


CASES = [
    Case(route.method, route.path, rule, route.success, route.returns)
    for route in TABLE.routes
    if route.policy is not None
    for rule in ([route.policy] if route.policy else route.rules)
]


@dataclass(frozen=True)
class Scene:
    """A service in which a project has one of everything."""

    service: object
    things: dict[str, str]

    async def ask(self, case, headers, project=PROJECT):
        path = case.path
        for name, value in {**self.things, "project": project}.items():
            path = re.sub(rf"\{{{name}\*?\}}", value, path)
        body = {} if case.method in ("GET", "HEAD") else {"json": BODIES.get(case.rule, {})}
        return await self.service.client.request(case.method, path, headers=headers, **body)


async def furnished(service):
    """Make one of everything."""
    stack = await service.stack("one", TEMPLATE)
    desks = service.services.desks
    snapshot = await desks.snapshots.take(PROJECT, stack["id"], "then")
    await service.rest(stack["id"])
    events = await desks.store.events(stack["id"])
    made = await service.post("/software_configs", {"name": "install"})
    config = made.json()["software_config"]["id"]
    body = {"config_id": config, "server_id": "s1"}
    deployment = (await service.post("/software_deployments", body)).json()["software_deployment"]
    things = {
        "stack_name": "one",
        "stack_id": stack["id"],
        "arn": f"arn:openstack:heat::{PROJECT}:stacks/one/{stack['id']}",
        "resource_name": "it",
        "output_key": "it",
        "snapshot_id": snapshot,
        "event_id": next(one.id for one in events if one.resource_name == "it"),
        "config_id": config,
        "deployment_id": deployment["id"],
        "server_id": "s1",
        "type_name": "OS::Heat::RandomString",
        "template_version": "heat_template_version.2018-08-31",
    }
    return Scene(service, things)


def is_denied(answer):
    """Return whether the policy has said no."""
    return answer.status_code == 403 and "policy does not allow" in answer.text


def label(case):
    return f"{case.method} {case.path} {case.rule}"


@pytest.mark.parametrize("case", CASES, ids=label)
async def test_nobody_gets_further_than_they_may(case):
    async with serving(SETTINGS, policy=POLICY) as service:
        scene = await furnished(service)
        assert not re.search(r"\{(?!project)\w+", unknown_places(case, scene)), "make one of these"
        allowed = roles_for(case.rule)
        assert (await scene.ask(case, NOBODY)).status_code == 401
        assert (await scene.ask(case, STRANGER)).status_code == 403
        await keeps_to_itself(scene, case)
        for headers, role in ((STACK_USER, "heat_stack_user"), (READER, "reader")):
            answer = await scene.ask(case, headers)
            assert is_denied(answer) == (role not in allowed), answer.text
        member = await scene.ask(case, MEMBER)
        assert is_denied(member) == (not allowed & {"member", "reader"}), member.text


def unknown_places(case, scene):
    return " ".join(f"{{{one}" for one in case.places if one not in {*scene.things, "project"})


async def keeps_to_itself(scene, case):
    """Check that a stranger who asks in their own project learns nothing of this one."""
    answer = await scene.ask(case, STRANGER, project="p2")
    if case.is_of_a_project:
        assert answer.status_code == 404, answer.text
    ids = [scene.things[one] for one in ("stack_id", "config_id", "deployment_id")]
    hidden = [one for one in ids if f"/{one}" not in str(answer.url)]
    assert not any(one in answer.text for one in hidden)


@pytest.mark.parametrize("case", CASES, ids=label)
async def test_an_administrator_reaches_every_project(case):
    async with serving(SETTINGS, policy=POLICY) as service:
        scene = await furnished(service)
        answer = await scene.ask(case, ADMIN)
        if case.returns and answer.status_code == case.success:
            msgspec.convert(answer.json(), case.returns)
        assert answer.status_code != 401
        assert (answer.status_code == 404) == case.is_by_name, answer.text
        assert is_denied(answer) == (not roles_for(case.rule) & {"admin", "member", "reader"})


def test_what_anybody_may_know_is_no_projects_business():
    for route in TABLE.routes:
        if route.policy is None:
            assert "{" not in route.path, route.path


def test_every_rule_is_one_that_operators_know():
    known = {one.name for one in list_rules()}
    assert {case.rule for case in CASES} <= known
    assert {case.rule for case in CASES} <= set(DEFAULTS)
