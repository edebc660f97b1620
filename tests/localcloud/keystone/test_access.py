"""Who may do what."""

from calor.localcloud.keystone.service import ACTIONS

OPEN = {("POST", "/auth/tokens"), ("POST", "/users/{user_id}/password")}


async def test_nothing_but_logging_in_works_without_a_token(cloud):
    for action in ACTIONS:
        if (action.method, action.path) in OPEN:
            continue
        answer = await cloud.ask(action.method, action.path, {}, by=None)
        assert answer.status in {400, 401, 404}, action
        if action.method in {"GET", "DELETE"} and "/OS-EC2/" not in action.path:
            assert answer.status == 401, action
            assert answer.headers["www-authenticate"].startswith("Keystone uri=")


async def test_a_domains_admin_ends_at_the_domains_border(cloud):
    by, demo = "heat_domain_admin", await cloud.user_id("demo")
    role = (await cloud.ask("GET", "/roles?name=admin")).body["roles"][0]["id"]
    me = await cloud.user_id(by)
    refused = [
        ("POST", "/users", {"user": {"name": "x", "domain_id": "default"}}),
        ("PATCH", f"/users/{demo}", {"user": {"enabled": False}}),
        ("DELETE", f"/users/{demo}"),
        ("GET", f"/users/{demo}"),
        ("POST", "/projects", {"project": {"name": "x", "domain_id": "default"}}),
        ("PUT", f"/domains/default/users/{me}/roles/{role}"),
        ("PUT", f"/system/users/{me}/roles/{role}"),
        ("POST", "/domains", {"domain": {"name": "x"}}),
        ("POST", "/roles", {"role": {"name": "x"}}),
        ("POST", "/services", {"service": {"type": "x"}}),
        ("GET", f"/users/{demo}/credentials/OS-EC2"),
    ]
    for one in refused:
        assert (await cloud.ask(*one, by=by)).status == 403, one


async def test_only_the_owner_and_services_look_into_a_token(cloud):
    demo = await cloud.token("demo")
    path = "/auth/tokens?nocatalog"
    assert (await cloud.ask("GET", path, by="demo", subject=demo)).status == 200
    assert (await cloud.ask("GET", path, by="heat", subject=demo)).status == 200
    assert (await cloud.ask("GET", path, by="heat_domain_admin", subject=demo)).status == 403


async def test_a_user_sees_own_things_only(cloud):
    admin = await cloud.user_id("admin")
    for path in (
        f"/users/{admin}",
        f"/users/{admin}/projects",
        f"/users/{admin}/groups",
        f"/users/{admin}/application_credentials",
        f"/users/{admin}/credentials/OS-EC2",
        f"/OS-TRUST/trusts?trustor_user_id={admin}",
        "/services",
        "/role_assignments",
    ):
        assert (await cloud.ask("GET", path, by="demo")).status == 403, path


async def test_nobody_binds_a_key_pair_to_a_trust_of_others(cloud):
    """An EC2 credential speaks for a trust only if a token of that trust made it."""
    demo = await cloud.user_id("demo")
    project_id = (await cloud.log_in("demo")).body["token"]["project"]["id"]
    blob = '{"access": "a", "secret": "s", "trust_id": "of-others", "app_cred_id": {}}'
    body = {"type": "ec2", "user_id": demo, "project_id": project_id, "blob": blob}
    made = await cloud.made("/credentials", "credential", body, by="demo")
    assert made["blob"] == '{"access":"a","secret":"s"}'
