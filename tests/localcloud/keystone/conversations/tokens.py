"""Logging in, and what a token is good for."""

from uuid import uuid4

from tests.localcloud.keystone.talking import Cloud, Login, id_of_role


async def tokens(cloud: Cloud) -> None:
    first = await cloud.log_in("demo")
    await cloud.log_in("demo", {"domain": {"id": "default"}})
    await cloud.log_in("demo", {"system": {"all": True}})
    await cloud.log_in("demo", {"project": {"id": "nowhere"}})
    await cloud.log_in("demo", {"project": {"name": "demo"}})
    await cloud.log_in("demo", {"project": {}, "domain": {}})
    await cloud.log_in("demo", {"OS-TRUST:trust": {"id": "none"}})
    await cloud.log_in("demo", "unscoped")
    await cloud.log_in("admin", {"system": {"all": True}})
    await cloud.ask_all(
        ("POST", "/auth/tokens", {}),
        ("POST", "/auth/tokens", {"auth": {}}),
        ("POST", "/auth/tokens", {"auth": {"identity": {"methods": []}}}),
        by=None,
    )
    unknown = {"auth": {"identity": {"methods": ["magic"], "magic": {}}}}
    await cloud.ask("POST", "/auth/tokens", unknown, by=None)
    nameless = {"methods": ["password"], "password": {"user": {"name": "demo", "password": "x"}}}
    await cloud.ask("POST", "/auth/tokens", {"auth": {"identity": nameless}}, by=None)
    wrong = Login("demo", "wrong").body()
    await cloud.ask_all(
        ("POST", "/auth/tokens", wrong),
        ("POST", "/auth/tokens", Login("nobody", "wrong").body()),
        by=None,
    )
    again = {"auth": {"identity": {"methods": ["token"], "token": {"id": first.token}}}}
    await cloud.ask("POST", "/auth/tokens", again, by=None)
    again["auth"]["identity"]["token"] = {"id": "nonsense"}
    await cloud.ask("POST", "/auth/tokens", again, by=None)
    for by in ("admin", "demo"):
        await cloud.ask("GET", "/auth/tokens", by=by, subject=first.token)
        await cloud.ask("GET", "/auth/tokens?nocatalog", by=by, subject=first.token)
        await cloud.ask("HEAD", "/auth/tokens", by=by, subject=first.token)
        await cloud.ask("GET", "/auth/tokens", by=by)
        await cloud.ask("GET", "/auth/tokens", by=by, subject="nonsense")
    await cloud.ask("GET", "/auth/tokens", by="demo", subject=await cloud.token("admin"))
    await cloud.ask("DELETE", "/auth/tokens", by="demo", subject=await cloud.token("admin"))
    await cloud.ask("GET", "/auth/tokens", by=None, subject=first.token)
    for path in ("catalog", "projects", "domains", "system"):
        await cloud.ask("GET", f"/auth/{path}", by="demo")
        await cloud.ask("GET", f"/auth/{path}", by=None)
    await cloud.ask("DELETE", "/auth/tokens", token=first.token, subject=first.token)
    await cloud.ask("GET", "/auth/tokens", by="admin", subject=first.token)
    await cloud.ask("GET", "/auth/projects", token=first.token)


async def revocations(cloud: Cloud) -> None:
    """What voids a token, each with a user of its own: a Keystone counts in whole seconds."""
    tag = uuid4().hex
    domain = await cloud.made("/domains", "domain", {"name": tag})
    project = await cloud.made("/projects", "project", {"name": tag, "domain_id": domain["id"]})
    group = await cloud.made("/groups", "group", {"name": tag, "domain_id": domain["id"]})
    reader, owner = await id_of_role(cloud, "reader"), await id_of_role(cloud, "heat_stack_owner")
    place = f"/projects/{project['id']}"
    await cloud.ask("PUT", f"{place}/groups/{group['id']}/roles/{owner}")

    async def affected(what: str, *changes: tuple[str, str, object]) -> None:
        """Note what a token is worth after each of some changes."""
        user = {"name": what, "password": "p", "domain_id": domain["id"]}
        user_id = (await cloud.made("/users", "user", user))["id"]
        await cloud.ask_all(
            ("PUT", f"{place}/users/{user_id}/roles/{reader}"),
            ("PUT", f"/groups/{group['id']}/users/{user_id}"),
        )
        cloud.logins[what] = Login(what, "p", user_domain=tag)
        token = (await cloud.log_in(what, {"project": {"id": project["id"]}})).token
        for method, path, body in changes:
            await cloud.ask(method, path.format(user=user_id), body)
            worth = await cloud.ask("GET", "/auth/tokens?nocatalog", subject=token)
            roles = worth.body.get("token", {}).get("roles", [])
            cloud.noted.append((what, worth.status, sorted(one["name"] for one in roles)))

    grant = f"{place}/users/{{user}}/roles/{reader}"
    member = f"/groups/{group['id']}/users/{{user}}"
    await affected("role", ("DELETE", grant, None), ("PUT", grant, None))
    await affected("member", ("DELETE", member, None), ("PUT", member, None))
    await affected("password", ("PATCH", "/users/{user}", {"user": {"password": "q"}}))
    await affected("name", ("PATCH", "/users/{user}", {"user": {"name": "else"}}))
    for kind, path in (("user", "/users/{user}"), ("project", place)):
        off, on = ({kind: {"enabled": value}} for value in (False, True))
        await affected(kind, ("PATCH", path, off), ("PATCH", path, on))
    await affected("gone", ("DELETE", "/users/{user}", None))
    off = {"domain": {"enabled": False}}
    await affected("domain", ("PATCH", f"/domains/{domain['id']}", off))
    await cloud.ask("DELETE", f"/domains/{domain['id']}")
