"""The clients that everybody has work with the local cloud as they are."""

import openstack
import pytest
import requests
from keystoneauth1 import exceptions
from keystoneauth1.discover import Discover
from keystoneauth1.identity import v3
from keystoneauth1.session import Session
from keystoneclient.v3.client import Client
from keystonemiddleware.auth_token import AuthProtocol
from webob import Request, Response
from webob.dec import wsgify

from tests.localcloud.conftest import Served
from tests.localcloud.signing import signed


def auth(served: Served, user: str, **scope) -> v3.Password:
    held = served.cloud.credentials(user)
    if not scope and held.project:
        scope = {"project_name": held.project, "project_domain_name": held.project_domain}
    elif not scope:
        scope = {"domain_name": held.domain}
    return v3.Password(
        auth_url=held.auth_url,
        username=held.user,
        password=held.password,
        user_domain_name=held.user_domain,
        **scope,
    )


@pytest.fixture
def client(served):
    return lambda user, **scope: Client(session=Session(auth(served, user, **scope)))


def test_keystoneauth_logs_in_and_finds_services_in_the_catalog(served):
    session = Session(auth(served, "demo"))
    project_id = session.get_project_id()
    found = session.get_endpoint(service_type="orchestration", interface="public")
    assert found == f"http://127.0.0.1:8004/v1/{project_id}"
    assert session.get_endpoint(service_type="identity") == f"{served.url}/identity/v3"


def test_keystoneauth_discovers_the_version_from_the_services_root(served):
    (found,) = Discover(Session(), f"{served.url}/identity").version_data()
    assert (found["version"], found["url"]) == ((3, 14), f"{served.url}/identity/v3/")


def test_a_trust_lets_the_service_user_act_for_the_user(served, client):
    demo, heat = client("demo"), client("heat")
    heat_id = heat.session.get_user_id()
    trust = demo.trusts.create(
        trustor_user=demo.session.get_user_id(),
        trustee_user=heat_id,
        project=demo.session.get_project_id(),
        role_names=["heat_stack_owner"],
        impersonation=True,
    )
    acting = Session(auth(served, "heat", trust_id=trust.id))
    assert acting.get_user_id() == demo.session.get_user_id()
    assert acting.get_project_id() == demo.session.get_project_id()
    assert acting.auth.get_access(acting).role_names == ["heat_stack_owner"]
    demo.trusts.delete(trust)
    with pytest.raises(exceptions.Unauthorized):
        Session(auth(served, "heat", trust_id=trust.id)).get_token()


def test_an_application_credential_logs_in_and_can_be_taken_back(served, client):
    demo = client("demo")
    made = demo.application_credentials.create("robot", roles=[{"name": "reader"}])
    plugin = v3.ApplicationCredential(
        auth_url=f"{served.url}/identity/v3",
        application_credential_id=made.id,
        application_credential_secret=made.secret,
    )
    session = Session(plugin)
    assert session.get_project_id() == demo.session.get_project_id()
    assert plugin.get_access(session).role_names == ["reader"]
    demo.application_credentials.delete(made)
    plugin.invalidate()
    with pytest.raises(exceptions.NotFound):
        session.get_token()


def test_the_stack_domains_admin_keeps_users_and_projects_there(client):
    keeper = client("heat_domain_admin")
    domain_id = keeper.session.auth.get_access(keeper.session).domain_id
    project = keeper.projects.create("stack", domain_id, description="of a stack")
    user = keeper.users.create("worker", domain=domain_id, password="p")
    role = keeper.roles.list(name="heat_stack_user")[0]
    keeper.roles.grant(role, user=user, project=project)
    assert [one.id for one in keeper.roles.list(user=user, project=project)] == [role.id]
    blob = '{"access": "key-of-worker", "secret": "s"}'
    made = keeper.credentials.create(user, "ec2", blob, project=project)
    keeper.credentials.delete(made)
    keeper.users.update(user, enabled=False)
    keeper.users.delete(user)
    keeper.projects.delete(project)
    assert [one.name for one in keeper.users.list()] == ["heat_domain_admin"]


@pytest.mark.filterwarnings("ignore::openstack.warnings.RemovedInSDK50Warning")
@pytest.mark.filterwarnings("ignore::openstack.warnings.RemovedInSDK60Warning")
def test_openstacksdk_makes_and_finds_things(served):
    held = served.cloud.credentials("admin")
    connection = openstack.connect(
        auth_url=held.auth_url,
        username=held.user,
        password=held.password,
        project_name=held.project,
        user_domain_name=held.user_domain,
        project_domain_name=held.project_domain,
        region_name=held.region,
        load_yaml_config=False,
        load_envvars=False,
    )
    with connection:
        project = connection.identity.create_project(name="sdk", domain_id="default")
        user = connection.identity.create_user(name="sdk", password="p", domain_id="default")
        role = connection.identity.find_role("member")
        connection.identity.assign_project_role_to_user(project, user, role)
        assert connection.identity.validate_user_has_project_role(project, user, role)
        assert connection.identity.find_user("sdk", domain_id="default").id == user.id
        assert {one.name for one in connection.identity.projects()} >= {"admin", "demo", "sdk"}
        assigned = list(connection.identity.role_assignments(user_id=user.id))
        assert [one.role["id"] for one in assigned] == [role.id]
        connection.identity.delete_user(user)
        connection.identity.delete_project(project)
        assert connection.identity.find_project("sdk") is None


@wsgify
def who_am_i(request):
    names = ("X-User-Name", "X-Project-Name", "X-Roles", "X-Identity-Status")
    return Response(" ".join(request.headers.get(name, "-") for name in names))


@pytest.fixture
def guarded(served):
    """An application behind the middleware that OpenStack's services use."""
    held = served.cloud.credentials("heat")
    conf = {
        "auth_type": "password",
        "auth_url": held.auth_url,
        "www_authenticate_uri": held.auth_url,
        "username": held.user,
        "password": held.password,
        "user_domain_name": held.user_domain,
        "project_name": held.project,
        "project_domain_name": held.project_domain,
        "token_cache_time": "-1",
        "delay_auth_decision": False,
    }
    return AuthProtocol(who_am_i, conf)


def test_keystonemiddleware_lets_a_valid_token_in(served, guarded):
    request = Request.blank(
        "/", headers={"X-Auth-Token": Session(auth(served, "demo")).get_token()}
    )
    answer = request.get_response(guarded)
    assert answer.text == "demo demo member,reader,heat_stack_owner Confirmed"


def test_keystonemiddleware_turns_a_revoked_token_away(served, guarded):
    session = Session(auth(served, "demo"))
    token = session.get_token()
    Client(session=session).tokens.revoke_token(token)
    request = Request.blank("/", headers={"X-Auth-Token": token})
    assert request.get_response(guarded).status_code == 401
    assert Request.blank("/").get_response(guarded).status_code == 401


@pytest.mark.parametrize("version", ["1", "2", "4"])
def test_a_signed_request_becomes_a_token_of_the_signer(served, client, version):
    demo, heat = client("demo"), client("heat")
    pair = demo.ec2.create(demo.session.get_user_id(), demo.session.get_project_id())
    body = {"credentials": signed(pair.secret, pair.access, version)}
    headers = {"X-Auth-Token": heat.session.get_token()}
    url = f"{served.url}/identity/v3/ec2tokens"
    answer = requests.post(url, json=body, headers=headers, timeout=10)
    assert answer.status_code == 200, answer.text
    assert answer.json()["token"]["user"]["name"] == "demo"
    body["credentials"]["signature"] = "forged"
    assert requests.post(url, json=body, headers=headers, timeout=10).status_code == 401
