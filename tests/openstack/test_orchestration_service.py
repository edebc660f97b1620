"""The service in Heat's place: real users, tokens, roles, trusts and a domain of stacks' users."""

import json
import os
import signal
import subprocess

import pytest
from openstack.connection import Connection
from openstack.exceptions import NotFoundException

from tests.openstack.orchestration import PATIENCE, served, until

# The SDK warns of its own inner workings.
pytestmark = pytest.mark.filterwarnings("ignore::openstack.warnings.RemovedInSDK50Warning")

NETWORKS = """
heat_template_version: 2021-04-16
parameters:
  cidr: {type: string, default: 10.31.0.0/24}
resources:
  net: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: {get_param: cidr}, enable_dhcp: false}
  port:
    type: OS::Neutron::Port
    properties: {network: {get_resource: net}, fixed_ips: [{subnet: {get_resource: subnet}}]}
outputs:
  address: {value: {get_attr: [port, fixed_ips, 0, ip_address]}}
"""

REPORTING = """
heat_template_version: 2021-04-16
resources:
  handle:
    type: OS::Heat::WaitConditionHandle
    properties: {signal_transport: HEAT_SIGNAL}
outputs:
  way: {value: {get_attr: [handle, signal]}}
"""

WAITING = """
heat_template_version: 2021-04-16
resources:
  handle: {type: OS::Heat::WaitConditionHandle}
  wait:
    type: OS::Heat::WaitCondition
    properties: {handle: {get_resource: handle}, timeout: 120}
  net: {type: OS::Neutron::Net, depends_on: wait}
outputs:
  token: {value: {get_attr: [handle, token]}}
  endpoint: {value: {get_attr: [handle, endpoint]}}
"""

PORTS = """
heat_template_version: 2021-04-16
resources:
  net: {type: OS::Neutron::Net}
  subnet:
    type: OS::Neutron::Subnet
    properties: {network: {get_resource: net}, cidr: 10.32.0.0/24, enable_dhcp: false}
  ports:
    type: OS::Heat::ResourceGroup
    depends_on: subnet
    properties:
      count: 30
      resource_def: {type: OS::Neutron::Port, properties: {network: {get_resource: net}}}
"""


OPTIONS = """
[oslo_policy]
policy_file = {policy}

[calor]
token_cache_seconds = 1
"""


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    place = tmp_path_factory.mktemp("service")
    policy = place / "policy.yaml"
    policy.write_text('"stacks:global_index": "role:admin"\n')
    with served(place, more=OPTIONS.format(policy=policy)) as service:
        yield service


@pytest.fixture(scope="module")
def project(service):
    return service.make("project")


@pytest.fixture(scope="module")
def owner(service, project):
    return service.somebody(project, "member")


@pytest.fixture(scope="module")
def colleague(service, project):
    return service.somebody(project, "member")


@pytest.fixture(scope="module")
def stranger(service):
    return service.somebody(service.make("project"), "member")


@pytest.fixture
def ask(service):
    """Ask the service as somebody."""

    def ask(who, method, path, body=None, **more):
        where = {"service_type": "orchestration", "region_name": service.places.region}
        return who.request(path, method, json=body, endpoint_filter=where, raise_exc=False, **more)

    return ask


@pytest.fixture
def cloud(service):
    """All services, through the SDK that people use."""

    def cloud(who):
        return Connection(session=who, region_name=service.places.region)

    return cloud


@pytest.fixture
def stack(ask, owner, colleague):
    """Make stacks, which are removed in the end by somebody else."""
    made = []

    def stack(template, name="s", who=owner, *, wait=True):
        body = {"stack_name": name, "template": template, "timeout_mins": 10}
        reply = ask(who, "POST", "/stacks", body)
        assert reply.status_code == 201, reply.text
        path = f"/stacks/{name}/{reply.json()['stack']['id']}"
        made.append(path)
        if wait:
            assert settled(ask, who, path) == "CREATE_COMPLETE"
        return path

    yield stack
    for path in made:
        if ask(colleague, "DELETE", path).status_code == 204:
            assert settled(ask, colleague, path) == "DELETE_COMPLETE"


def shown(ask, who, path):
    return ask(who, "GET", path).json()["stack"]


def settled(ask, who, path):
    """Return the status of a stack once it changes no more."""

    def status():
        found = shown(ask, who, path)["stack_status"]
        return None if found.endswith("IN_PROGRESS") else found

    return until(status)


def outputs(ask, who, path):
    return {one["output_key"]: one["output_value"] for one in shown(ask, who, path)["outputs"]}


def trusts(service, who):
    """Return the trusts that somebody has given."""
    user = who.get_user_id()
    return service.keystone.ask("GET", "/OS-TRUST/trusts", trustor_user_id=user)["trusts"]


def revoke(who):
    headers = {"X-Subject-Token": who.get_token()}
    reply = who.delete(
        "/auth/tokens", headers=headers, endpoint_filter={"service_type": "identity"}
    )
    assert reply.status_code == 204
    who.invalidate()


def test_a_user_makes_a_stack_and_the_trust_goes_with_it(service, cloud, owner, project):
    orchestration = cloud(owner).orchestration
    made = orchestration.create_stack(name="sdk", template=NETWORKS, parameters={})
    made = orchestration.wait_for_status(made, "CREATE_COMPLETE", ["CREATE_FAILED"], 0.2, PATIENCE)
    (output,) = orchestration.get_stack(made).outputs
    assert output["output_value"].startswith("10.31.0.")
    assert [one.name for one in orchestration.stacks()] == ["sdk"]
    (port,) = [one for one in orchestration.resources(made) if one.name == "port"]
    assert cloud(owner).network.get_port(port.physical_resource_id).project_id == project
    (trust,) = trusts(service, owner)
    assert trust["impersonation"]
    roles = service.keystone.ask("GET", f"/OS-TRUST/trusts/{trust['id']}/roles")["roles"]
    assert {role["name"] for role in roles} == {"member", "reader"}
    orchestration.delete_stack(made)
    orchestration.wait_for_delete(made, 0.2, PATIENCE)
    until(lambda: not trusts(service, owner))
    with pytest.raises(NotFoundException):
        cloud(owner).network.get_port(port.physical_resource_id)


def test_a_stack_in_heats_own_client(service, project, stack, owner):
    stack(REPORTING, "shell")
    who = {
        "OS_USERNAME": "",
        "OS_USER_ID": owner.get_user_id(),
        "OS_PASSWORD": "secret",
        "OS_PROJECT_NAME": "",
        "OS_PROJECT_ID": project,
        "OS_REGION_NAME": service.places.region,
    }

    def run(*words, **environment):
        command = ["openstack", *words, "-f", "json"]
        done = subprocess.run(
            command, env={**os.environ, **environment}, capture_output=True, check=True
        )
        return json.loads(done.stdout)

    (found,) = run("stack", "list", **who)
    assert (found["Stack Name"], found["Stack Status"]) == ("shell", "CREATE_COMPLETE")
    (engine,) = run("orchestration", "service", "list", OS_REGION_NAME=service.places.region)
    assert engine["Status"] == "up"


def test_a_reader_looks_and_does_nothing_else(service, project, ask, stack):
    path = stack(REPORTING)
    reader = service.somebody(project, "reader")
    assert ask(reader, "GET", path).status_code == 200
    assert len(ask(reader, "GET", "/stacks").json()["stacks"]) == 1
    assert ask(reader, "POST", "/stacks", {"stack_name": "t"}).status_code == 403
    assert ask(reader, "DELETE", path).status_code == 403
    assert ask(reader, "POST", f"{path}/actions", {"suspend": None}).status_code == 403


def test_a_stranger_sees_nothing(ask, stack, stranger, owner, project):
    path = stack(REPORTING)
    assert ask(stranger, "GET", "/stacks").json()["stacks"] == []
    assert ask(stranger, "GET", path).status_code == 404
    assert ask(stranger, "DELETE", path).status_code == 404
    theirs = ask(owner, "GET", "/stacks").url
    assert project in theirs
    assert ask(stranger, "GET", theirs).status_code == 403
    everything = ask(stranger, "GET", "/stacks", params={"global_tenant": "true"})
    assert everything.status_code == 403


def test_an_administrator_sees_the_stacks_of_all_projects(service, ask, stack, project):
    path = stack(REPORTING)
    admin = service.administrator()
    everything = ask(admin, "GET", "/stacks", params={"global_tenant": "true"}).json()["stacks"]
    assert project in {one["project"] for one in everything}
    assert shown(ask, admin, path)["stack_status"] == "CREATE_COMPLETE"


def test_a_stacks_user_reports_to_their_own_stack_alone(service, ask, stack, owner):
    path, other = stack(REPORTING, "one"), stack(REPORTING, "two")
    way = json.loads(outputs(ask, owner, path)["way"])
    user = service.login(
        user_id=way["user_id"], password=way["password"], project_id=way["project_id"]
    )
    signal_once = {"status": "SUCCESS", "data": "ready", "id": "1"}
    assert user.post(way["alarm_url"], json=signal_once).status_code == 200
    metadata = f"{path}/resources/handle/metadata"

    def told():
        return ask(user, "GET", metadata).json()["metadata"].get("1")

    assert until(told)["data"] == "ready"
    assert ask(user, "GET", f"{other}/resources/handle/metadata").status_code == 404
    assert ask(user, "POST", f"{other}/resources/handle/signal").status_code == 404
    for method, forbidden in (("GET", "/stacks"), ("GET", path), ("DELETE", path)):
        assert ask(user, method, forbidden).status_code == 403


def test_work_goes_on_without_the_token_and_without_the_engine_that_began_it(
    service, ask, stack, owner, colleague
):
    path = stack(WAITING, wait=False)
    revoke(owner)
    found = until(lambda: known(outputs(ask, colleague, path)))
    service.stop("engine", signal.SIGKILL)
    service.start("engine")
    done = owner.post(
        found["endpoint"],
        json={"status": "SUCCESS"},
        headers={"X-Auth-Token": found["token"]},
        authenticated=False,
    )
    assert done.status_code == 200
    assert settled(ask, colleague, path) == "CREATE_COMPLETE"
    assert ask(colleague, "DELETE", path).status_code == 204
    assert settled(ask, colleague, path) == "DELETE_COMPLETE"
    until(lambda: not trusts(service, owner) and not trusts(service, colleague))


def known(found):
    return found if all(found.values()) else None


def test_a_token_that_is_none_is_refused_with_the_place_to_get_one(ask, owner):
    for headers in ({"X-Auth-Token": "gAAAAABnothing"}, {}):
        url = ask(owner, "GET", "/stacks").url
        reply = owner.get(url, headers=headers, authenticated=False, raise_exc=False)
        assert reply.status_code == 401
        challenge = f'Keystone uri="{os.environ["OS_AUTH_URL"]}"'
        assert reply.headers["WWW-Authenticate"] == challenge


def test_an_administrator_removes_what_a_user_has_left(service, ask, stack, project):
    leaver = service.somebody(project, "member")
    path = stack(NETWORKS, "left", leaver)
    user = leaver.get_user_id()
    service.keystone.ask("PATCH", f"/users/{user}", {"user": {"enabled": False}})
    service.stop("engine")
    service.start("engine")  # which has no token by which the user may still be known
    elsewhere = service.administrator()
    assert ask(elsewhere, "DELETE", path).status_code == 204
    assert settled(ask, elsewhere, path) == "DELETE_FAILED", "nobody may act for the user"
    admin = service.somebody(project, "admin")
    assert ask(admin, "DELETE", path).status_code == 204
    assert settled(ask, admin, path) == "DELETE_COMPLETE"
    until(lambda: not trusts(service, admin))


def test_many_objects_are_watched_by_their_collection(service, ask, stack, owner):
    network, ports = service.network, "/v2.0/ports"
    network.forget()
    path = stack(PORTS)
    assert network.count("POST", ports) == 30
    assert network.count("GET", ports) < 30, "each would be looked at twice"
    assert network.most_at_once <= 40
    network.forget()
    assert ask(owner, "POST", f"{path}/actions", {"check": None}).status_code == 200
    assert settled(ask, owner, path) == "CHECK_COMPLETE"
    assert network.count("GET", ports) <= 4
    network.forget()
    assert ask(owner, "DELETE", path).status_code == 204
    assert settled(ask, owner, path) == "DELETE_COMPLETE"
    assert network.count("DELETE", ports) == 30
    assert network.count("GET", ports) == 0


def test_the_processes_stop_when_they_are_told_to(service):
    assert service.stop("engine") == 0
    service.start("engine")
