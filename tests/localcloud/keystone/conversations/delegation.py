"""Trusts, application credentials and secrets kept for users."""

import json
from random import randrange
from uuid import uuid4

from tests.localcloud.keystone.talking import Cloud, Login, id_of_role
from tests.localcloud.signing import signed, signed_for_s3


async def trusts(cloud: Cloud) -> None:
    demo, admin = await cloud.user_id("demo"), await cloud.user_id("admin")
    token = (await cloud.log_in("demo")).body["token"]
    project_id = token["project"]["id"]
    body = {
        "trustor_user_id": demo,
        "trustee_user_id": admin,
        "impersonation": True,
        "project_id": project_id,
        "roles": [{"name": "member"}],
    }
    made = await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": body}, by="demo")
    trust_id = made.body["trust"]["id"]
    moment = f"20{randrange(30, 90)}-01-01T{randrange(24):02}:{randrange(60):02}:00.000000Z"
    once = {"trust": body | {"remaining_uses": 1, "expires_at": moment}}
    once_id = (await cloud.ask("POST", "/OS-TRUST/trusts", once, by="demo")).body["trust"]["id"]
    await cloud.ask("POST", "/OS-TRUST/trusts", once, by="demo")
    mistakes: tuple[dict[str, object], ...] = (
        {"roles": []},
        {"roles": [{"name": "admin"}]},
        {"roles": [{"name": "no such"}]},
        {"roles": [{}]},
        {"trustor_user_id": admin},
        {"trustee_user_id": "nobody"},
        {"impersonation": "yes"},
        {"expires_at": "2001-01-01T00:00:00Z"},
        {"expires_at": "soon"},
        {"remaining_uses": 0},
        {"project_id": "nowhere"},
        {"allow_redelegation": True, "remaining_uses": 2},
        {"allow_redelegation": True, "redelegation_count": 9},
    )
    for wrong in mistakes:
        await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": body | wrong}, by="demo")
    await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": {}}, by="demo")
    await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": body}, by=None)
    path = f"/OS-TRUST/trusts/{trust_id}"
    for by in ("demo", "admin", None):
        await cloud.ask_all(
            ("GET", path),
            ("GET", f"{path}/roles"),
            ("GET", f"{path}/roles/{await id_of_role(cloud)}"),
            ("GET", f"{path}/roles/none"),
            ("GET", "/OS-TRUST/trusts"),
            ("GET", "/OS-TRUST/trusts/none"),
            ("GET", f"/OS-TRUST/trusts?trustor_user_id={demo}"),
            ("GET", f"/OS-TRUST/trusts?trustee_user_id={admin}"),
            by=by,
        )
    scope = {"OS-TRUST:trust": {"id": trust_id}}
    used = await cloud.log_in("admin", scope)
    await cloud.log_in("demo", scope)
    await cloud.ask("GET", "/auth/tokens", subject=used.token)
    await cloud.ask("GET", f"/users/{demo}", token=used.token)
    again = {"auth": {"identity": {"methods": ["token"], "token": {"id": used.token}}}}
    await cloud.ask("POST", "/auth/tokens", again, by=None)
    handed = body | {"trustee_user_id": demo}
    await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": handed}, token=used.token)
    await cloud.ask_all(
        ("DELETE", path),
        ("DELETE", path),
        by="demo",
    )
    await cloud.ask("GET", "/auth/tokens", subject=used.token)
    await cloud.log_in("admin", scope)
    await cloud.log_in("admin", {"OS-TRUST:trust": {"id": once_id}})
    await cloud.log_in("admin", {"OS-TRUST:trust": {"id": once_id}})
    await cloud.ask("GET", f"/OS-TRUST/trusts/{once_id}", by="demo")
    chain = {"trust": body | {"allow_redelegation": True, "impersonation": True}}
    chain_id = (await cloud.ask("POST", "/OS-TRUST/trusts", chain, by="demo")).body["trust"]["id"]
    scoped = await cloud.log_in("admin", {"OS-TRUST:trust": {"id": chain_id}})
    next_one = await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": handed}, token=scoped.token)
    cloud.noted.append(("redelegated", next_one.status, None))
    await cloud.ask("DELETE", f"/OS-TRUST/trusts/{chain_id}", by="demo")
    if next_one.status == 201:
        await cloud.ask("GET", f"/OS-TRUST/trusts/{next_one.body['trust']['id']}", by="demo")


async def application_credentials(cloud: Cloud) -> None:
    demo = await cloud.user_id("demo")
    path, tag = f"/users/{demo}/application_credentials", uuid4().hex
    wrapped = {"application_credential": {"name": tag, "roles": [{"name": "member"}]}}
    made = (await cloud.ask("POST", path, wrapped, by="demo")).body["application_credential"]
    await cloud.ask("POST", path, wrapped, by="demo")
    await cloud.ask("POST", path, wrapped, by="admin")
    await cloud.ask("POST", path, {"application_credential": {}}, by="demo")
    for wrong in (
        {"roles": [{"name": "admin"}]},
        {"expires_at": "2001-01-01T00:00:00"},
        {"expires_at": "soon"},
        {"unrestricted": "yes"},
    ):
        body = {"application_credential": {"name": f"{tag}-w"} | wrong}
        await cloud.ask("POST", path, body, by="demo")
    for by in ("demo", "admin", None):
        await cloud.ask_all(
            ("GET", path),
            ("GET", f"{path}/{made['id']}"),
            ("GET", f"{path}/none"),
            by=by,
        )
    await cloud.ask("GET", f"{path}?name={tag}", by="demo")

    def proof(**shown):
        identity = {"methods": ["application_credential"], "application_credential": shown}
        return {"auth": {"identity": identity}}

    by_id = proof(id=made["id"], secret=made["secret"])
    used = await cloud.ask("POST", "/auth/tokens", by_id, by=None)
    scoped = {"auth": by_id["auth"] | {"scope": {"system": {"all": True}}}}
    await cloud.ask("POST", "/auth/tokens", scoped, by=None)
    named = proof(name=tag, user={"id": demo}, secret=made["secret"])
    await cloud.ask_all(
        ("POST", "/auth/tokens", named),
        ("POST", "/auth/tokens", proof(id=made["id"], secret="wrong")),
        ("POST", "/auth/tokens", proof(id="none", secret="wrong")),
        by=None,
    )
    again = {"auth": {"identity": {"methods": ["token"], "token": {"id": used.token}}}}
    await cloud.ask("POST", "/auth/tokens", again, by=None)
    again["auth"]["scope"] = {"project": {"name": "demo", "domain": {"id": "default"}}}
    await cloud.ask("POST", "/auth/tokens", again, by=None)
    await cloud.ask("POST", path, wrapped, token=used.token)
    await cloud.ask("GET", path, token=used.token)
    await cloud.ask("GET", f"/OS-TRUST/trusts?trustor_user_id={demo}", token=used.token)
    await cloud.ask("DELETE", f"{path}/{made['id']}", token=used.token)
    free = {"application_credential": {"name": f"{tag}-f", "unrestricted": True, "secret": "s"}}
    free["application_credential"]["expires_at"] = "2030-01-01T00:00:00Z"
    other = (await cloud.ask("POST", path, free, by="demo")).body["application_credential"]
    both = await cloud.ask("POST", "/auth/tokens", proof(id=other["id"], secret="s"), by=None)
    await cloud.ask("DELETE", f"{path}/{made['id']}", token=both.token)
    await cloud.ask("GET", "/auth/tokens", subject=used.token)
    await cloud.ask("POST", "/auth/tokens", by_id, by=None)
    await cloud.ask("DELETE", f"{path}/{other['id']}", by="admin")
    await cloud.ask("DELETE", f"{path}/{other['id']}", by="demo")


async def credentials(cloud: Cloud) -> None:
    demo, tag = await cloud.user_id("demo"), uuid4().hex
    project_id = (await cloud.log_in("demo")).body["token"]["project"]["id"]
    path = f"/users/{demo}/credentials/OS-EC2"
    made = await cloud.ask("POST", path, {"tenant_id": project_id}, by="demo")
    access = made.body["credential"]["access"]
    secret = made.body["credential"]["secret"]
    for version in ("1", "2", "4"):
        for key in (secret, "wrong"):
            await cloud.ask("POST", "/ec2tokens", {"credentials": signed(key, access, version)})
    old = signed(secret, access, "2", {"Timestamp": "2001-01-01T00:00:00Z"})
    await cloud.ask("POST", "/ec2tokens", {"credentials": old})
    for key in (secret, "wrong"):
        await cloud.ask("POST", "/s3tokens", {"credentials": signed_for_s3(key, access)})
    await cloud.ask("POST", path, {"tenant_id": "nowhere"}, by="demo")
    await cloud.ask("POST", path, {"tenant_id": project_id}, by="admin")
    for by in ("demo", "admin", None):
        await cloud.ask_all(
            ("GET", path),
            ("GET", f"{path}/{access}"),
            ("GET", f"{path}/none"),
            by=by,
        )
    admin_path = f"/users/{await cloud.user_id('admin')}/credentials/OS-EC2"
    await cloud.ask_all(
        ("GET", admin_path),
        ("POST", admin_path, {"tenant_id": project_id}),
        by="demo",
    )
    for by in ("demo", None):
        await cloud.ask("POST", "/ec2tokens", {"credentials": {"access": access}}, by=by)
    await cloud.ask_all(
        ("POST", "/ec2tokens", {}),
        ("POST", "/ec2tokens", {"credentials": {}}),
        ("POST", "/ec2tokens", {"credentials": {"access": "none"}}),
    )
    await cloud.ask_all(
        ("DELETE", f"{path}/{access}"),
        ("DELETE", f"{path}/{access}"),
        by="demo",
    )
    body = {
        "type": "ec2",
        "user_id": demo,
        "project_id": project_id,
        "blob": json.dumps({"access": tag, "secret": "s"}),
    }
    made = await cloud.ask("POST", "/credentials", {"credential": body}, by="demo")
    one = f"/credentials/{made.body['credential']['id']}"
    await cloud.ask("POST", "/credentials", {"credential": body}, by="demo")
    for wrong in ({"blob": "x"}, {"blob": "{}"}, {"project_id": None}, {"user_id": "other"}):
        await cloud.ask("POST", "/credentials", {"credential": body | wrong}, by="demo")
    await cloud.ask("POST", "/credentials", {"credential": {}}, by="demo")
    plain = {"type": "cert", "user_id": demo, "blob": "anything"}
    made = await cloud.ask("POST", "/credentials", {"credential": plain}, by="demo")
    other = f"/credentials/{made.body['credential']['id']}"
    for by in ("demo", "admin", None):
        await cloud.ask_all(
            ("GET", "/credentials"),
            ("GET", one),
            ("GET", "/credentials/none"),
            ("PATCH", other, {"credential": {"blob": "else"}}),
            by=by,
        )
    await cloud.ask("GET", f"/credentials?user_id={demo}&type=ec2", by="demo")
    for path in (one, other, one):
        await cloud.ask("DELETE", path, by="demo")


async def stack_domain(cloud: Cloud) -> None:
    """What an orchestration service does with its own domain."""
    tag = uuid4().hex
    made = await cloud.ask("POST", "/domains", {"domain": {"name": tag}})
    domain_id = made.body["domain"]["id"]
    user = {"name": f"a-{tag}", "password": "p", "domain_id": domain_id}
    admin_id = (await cloud.ask("POST", "/users", {"user": user})).body["user"]["id"]
    role = await id_of_role(cloud, "admin")
    await cloud.ask("PUT", f"/domains/{domain_id}/users/{admin_id}/roles/{role}")
    cloud.logins["keeper"] = Login(f"a-{tag}", "p", user_domain=tag, domain=tag)
    await cloud.log_in("keeper")
    by = "keeper"
    project = {"project": {"name": "p", "domain_id": domain_id}}
    project_id = (await cloud.ask("POST", "/projects", project, by=by)).body["project"]["id"]
    user = {"user": {"name": "u", "domain_id": domain_id, "password": "p"}}
    user_id = (await cloud.ask("POST", "/users", user, by=by)).body["user"]["id"]
    roles = await cloud.ask("GET", "/roles?name=heat_stack_user", by=by)
    role_id = roles.body["roles"][0]["id"]
    grant = f"/projects/{project_id}/users/{user_id}/roles/{role_id}"
    await cloud.ask_all(
        ("PUT", grant),
        ("GET", f"/users?domain_id={domain_id}"),
        ("GET", "/users"),
        ("GET", "/projects"),
        ("GET", f"/domains/{domain_id}"),
        ("GET", "/role_assignments"),
        by=by,
    )
    blob = json.dumps({"access": tag, "secret": "s"})
    key = {"type": "ec2", "blob": blob, "user_id": user_id, "project_id": project_id}
    made = await cloud.ask("POST", "/credentials", {"credential": key}, by=by)
    await cloud.ask_all(
        ("GET", f"/credentials?user_id={user_id}"),
        ("DELETE", f"/credentials/{made.body['credential']['id']}"),
        ("PATCH", f"/users/{user_id}", {"user": {"enabled": False}}),
        ("PATCH", f"/users/{user_id}", {"user": {"enabled": True}}),
        ("DELETE", grant),
        ("DELETE", f"/users/{user_id}"),
        ("DELETE", f"/projects/{project_id}"),
        by=by,
    )
    await cloud.ask_all(
        ("PATCH", f"/domains/{domain_id}", {"domain": {"enabled": False}}),
        ("DELETE", f"/domains/{domain_id}"),
    )
