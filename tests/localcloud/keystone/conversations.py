"""What is said to both clouds; each conversation leaves a cloud as it found it."""

import json
from random import randrange
from uuid import uuid4

from tests.localcloud.keystone.talking import Cloud, Login


async def admin_role(cloud: Cloud, name: str = "member") -> str:
    return (await cloud.ask("GET", f"/roles?name={name}")).body["roles"][0]["id"]


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
    await cloud.ask("POST", "/auth/tokens", {}, by=None)
    await cloud.ask("POST", "/auth/tokens", {"auth": {}}, by=None)
    await cloud.ask("POST", "/auth/tokens", {"auth": {"identity": {"methods": []}}}, by=None)
    unknown = {"auth": {"identity": {"methods": ["magic"], "magic": {}}}}
    await cloud.ask("POST", "/auth/tokens", unknown, by=None)
    nameless = {"methods": ["password"], "password": {"user": {"name": "demo", "password": "x"}}}
    await cloud.ask("POST", "/auth/tokens", {"auth": {"identity": nameless}}, by=None)
    wrong = Login("demo", "wrong").body()
    await cloud.ask("POST", "/auth/tokens", wrong, by=None)
    await cloud.ask("POST", "/auth/tokens", Login("nobody", "wrong").body(), by=None)
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


async def users(cloud: Cloud) -> None:
    name = f"u-{uuid4().hex}"
    made = await cloud.ask(
        "POST", "/users", {"user": {"name": name, "password": "old", "email": "a@b.example"}}
    )
    user_id = made.body["user"]["id"]
    await cloud.ask("POST", "/users", {"user": {"name": name}})
    await cloud.ask("POST", "/users", {"user": {"password": "x"}})
    await cloud.ask("POST", "/users", {"user": {"name": 7}})
    await cloud.ask("POST", "/users", {"user": {"name": ""}})
    await cloud.ask("POST", "/users", {"user": {"name": "x" * 300}})
    await cloud.ask("POST", "/users", {"user": {"name": "x", "domain_id": "nowhere"}})
    await cloud.ask("POST", "/users", {"user": {"name": "x", "enabled": "yes please"}})
    await cloud.ask("POST", "/users", {})
    for by in ("admin", "demo", None):
        await cloud.ask("GET", "/users", by=by)
        await cloud.ask("GET", f"/users/{user_id}", by=by)
        await cloud.ask("GET", "/users/nobody", by=by)
        await cloud.ask("PATCH", f"/users/{user_id}", {"user": {}}, by=by)
        await cloud.ask("GET", f"/users/{user_id}/projects", by=by)
        await cloud.ask("GET", f"/users/{user_id}/groups", by=by)
        await cloud.ask("DELETE", "/users/nobody", by=by)
    await cloud.ask("GET", f"/users/{await cloud.user_id('demo')}", by="demo")
    await cloud.ask("GET", f"/users/{await cloud.user_id('demo')}/projects", by="demo")
    for query in (f"name={name}", "name=none", f"name__contains={name[3:]}", "domain_id=none"):
        found = await cloud.ask("GET", f"/users?{query}")
        cloud.noted.append((query, len(found.body["users"]), None))
    login = Login(name, "old")
    cloud.logins["new"] = login
    mine = await cloud.log_in("new")
    change = {"user": {"password": "new", "original_password": "wrong"}}
    await cloud.ask("POST", f"/users/{user_id}/password", change, by=None)
    change["user"]["original_password"] = "old"
    await cloud.ask("POST", f"/users/{user_id}/password", change, by=None)
    await cloud.ask("POST", f"/users/{user_id}/password", {"user": {}}, by=None)
    await cloud.ask("GET", "/auth/projects", token=mine.token)
    await cloud.log_in("new")
    await cloud.ask("PATCH", f"/users/{user_id}", {"user": {"description": "d", "email": "c"}})
    await cloud.ask("PATCH", f"/users/{user_id}", {"user": {"domain_id": "elsewhere"}})
    await cloud.ask("PATCH", f"/users/{user_id}", {"user": {"name": "admin"}})
    await cloud.ask("PATCH", f"/users/{user_id}", {"user": {"enabled": False}})
    login.password = "new"
    await cloud.log_in("new")
    await cloud.ask("DELETE", f"/users/{user_id}", by="demo")
    await cloud.ask("DELETE", f"/users/{user_id}")
    await cloud.ask("DELETE", f"/users/{user_id}")


async def projects(cloud: Cloud) -> None:
    name = f"p-{uuid4().hex}"
    made = await cloud.ask("POST", "/projects", {"project": {"name": name, "tags": ["a"]}})
    top = made.body["project"]["id"]
    body = {"project": {"name": f"{name}-c", "parent_id": top, "colour": "red"}}
    child = (await cloud.ask("POST", "/projects", body)).body["project"]["id"]
    await cloud.ask("POST", "/projects", {"project": {"name": name}})
    await cloud.ask("POST", "/projects", {"project": {}})
    await cloud.ask("POST", "/projects", {"project": {"name": "x", "parent_id": "nowhere"}})
    await cloud.ask("POST", "/projects", {"project": {"name": "x", "domain_id": "nowhere"}})
    await cloud.ask("POST", "/projects", {"project": {"name": "x", "enabled": "maybe"}})
    await cloud.ask("POST", "/projects", {"project": {"name": "x" * 70}})
    for by in ("admin", "demo", None):
        await cloud.ask("GET", "/projects", by=by)
        await cloud.ask("GET", f"/projects/{top}", by=by)
        await cloud.ask("GET", "/projects/nowhere", by=by)
        await cloud.ask("PATCH", f"/projects/{top}", {"project": {"name": name}}, by=by)
        await cloud.ask("POST", "/projects", {"project": {"name": name}}, by=by)
        await cloud.ask("DELETE", "/projects/nowhere", by=by)
    for how in ("parents_as_ids", "subtree_as_ids", "parents_as_list", "subtree_as_list"):
        await cloud.ask("GET", f"/projects/{child}?{how}")
        await cloud.ask("GET", f"/projects/{top}?{how}")
    page = await cloud.ask("GET", "/projects?limit=1", note=False)
    cloud.noted.append(("limit", page.status, sorted(page.body)))
    await cloud.ask("GET", "/projects?limit=1000")
    for query in (f"name={name}", f"parent_id={top}", "tags=a", "not-tags=a", "is_domain=true"):
        await cloud.ask("GET", f"/projects?{query}")
    await cloud.ask("PATCH", f"/projects/{child}", {"project": {"parent_id": "other"}})
    await cloud.ask("PATCH", f"/projects/{child}", {"project": {"domain_id": "other"}})
    await cloud.ask("PATCH", f"/projects/{child}", {"project": {"is_domain": True}})
    await cloud.ask("PATCH", f"/projects/{top}", {"project": {"enabled": False}})
    await cloud.ask("PATCH", f"/projects/{child}", {"project": {"enabled": False}})
    await cloud.ask("PATCH", f"/projects/{top}", {"project": {"enabled": False}})
    await cloud.ask("PATCH", f"/projects/{child}", {"project": {"enabled": True}})
    await cloud.ask("GET", f"/projects/{top}/tags")
    await cloud.ask("PUT", f"/projects/{top}/tags", {"tags": ["b", "c"]})
    await cloud.ask("PUT", f"/projects/{top}/tags", {"tags": ["b,c"]})
    await cloud.ask("PUT", f"/projects/{top}/tags", {"tags": ["b", "b"]})
    await cloud.ask("PUT", f"/projects/{top}/tags/d")
    await cloud.ask("GET", f"/projects/{top}/tags/d")
    await cloud.ask("GET", f"/projects/{top}/tags/z")
    await cloud.ask("DELETE", f"/projects/{top}/tags/z")
    await cloud.ask("DELETE", f"/projects/{top}/tags/d")
    await cloud.ask("DELETE", f"/projects/{top}/tags")
    await cloud.ask("DELETE", f"/projects/{top}")
    await cloud.ask("DELETE", f"/projects/{child}")
    fixed = {"project": {"options": {"immutable": True}}}
    await cloud.ask("PATCH", f"/projects/{top}", fixed)
    await cloud.ask("PATCH", f"/projects/{top}", {"project": {"description": "x"}})
    await cloud.ask("DELETE", f"/projects/{top}")
    await cloud.ask("PATCH", f"/projects/{top}", {"project": {"options": {"immutable": False}}})
    await cloud.ask("DELETE", f"/projects/{top}")


async def domains(cloud: Cloud) -> None:
    name = f"d-{uuid4().hex}"
    made = await cloud.ask("POST", "/domains", {"domain": {"name": name, "description": "x"}})
    domain_id = made.body["domain"]["id"]
    await cloud.ask("POST", "/domains", {"domain": {"name": name}})
    await cloud.ask("POST", "/domains", {"domain": {}})
    for by in ("admin", "demo", None):
        await cloud.ask("GET", "/domains", by=by)
        await cloud.ask("GET", f"/domains/{domain_id}", by=by)
        await cloud.ask("GET", "/domains/default", by=by)
        await cloud.ask("GET", "/domains/nowhere", by=by)
        await cloud.ask("POST", "/domains", {"domain": {"name": name}}, by=by)
    await cloud.ask("GET", f"/domains?name={name}")
    await cloud.ask("GET", f"/projects/{domain_id}")
    await cloud.ask("DELETE", f"/projects/{domain_id}")
    user = {"name": "u", "domain_id": domain_id, "password": "p"}
    user_id = (await cloud.ask("POST", "/users", {"user": user})).body["user"]["id"]
    await cloud.ask("POST", "/projects", {"project": {"name": "p", "domain_id": domain_id}})
    cloud.logins["inside"] = Login("u", "p", user_domain=name)
    await cloud.log_in("inside")
    await cloud.ask("DELETE", f"/domains/{domain_id}")
    await cloud.ask("PATCH", f"/domains/{domain_id}", {"domain": {"enabled": False}})
    await cloud.log_in("inside")
    await cloud.ask("DELETE", f"/domains/{domain_id}")
    await cloud.ask("GET", f"/users/{user_id}")
    await cloud.ask("DELETE", f"/domains/{domain_id}")


async def groups(cloud: Cloud) -> None:
    name = f"g-{uuid4().hex}"
    group_id = (await cloud.ask("POST", "/groups", {"group": {"name": name}})).body["group"]["id"]
    user_id = (await cloud.ask("POST", "/users", {"user": {"name": name}})).body["user"]["id"]
    await cloud.ask("POST", "/groups", {"group": {"name": name}})
    await cloud.ask("POST", "/groups", {"group": {}})
    member = f"/groups/{group_id}/users/{user_id}"
    for by in ("admin", "demo", None):
        await cloud.ask("GET", "/groups", by=by)
        await cloud.ask("GET", f"/groups/{group_id}", by=by)
        await cloud.ask("GET", "/groups/none", by=by)
        await cloud.ask("GET", f"/groups/{group_id}/users", by=by)
        await cloud.ask("HEAD", member, by=by)
        await cloud.ask("PUT", member, by=by)
        await cloud.ask("HEAD", member, by=by)
        await cloud.ask("GET", f"/users/{user_id}/groups", by=by)
    await cloud.ask("PUT", f"/groups/{group_id}/users/nobody")
    await cloud.ask("PATCH", f"/groups/{group_id}", {"group": {"description": "x"}})
    await cloud.ask("GET", f"/groups/{group_id}/users")
    await cloud.ask("DELETE", member)
    await cloud.ask("DELETE", member)
    await cloud.ask("DELETE", f"/groups/{group_id}")
    await cloud.ask("DELETE", f"/users/{user_id}")


async def roles(cloud: Cloud) -> None:
    name = f"r-{uuid4().hex}"
    role_id = (await cloud.ask("POST", "/roles", {"role": {"name": name}})).body["role"]["id"]
    own = {"role": {"name": name, "domain_id": "default"}}
    own_id = (await cloud.ask("POST", "/roles", own)).body["role"]["id"]
    await cloud.ask("POST", "/roles", {"role": {"name": name}})
    await cloud.ask("POST", "/roles", {"role": {}})
    for by in ("admin", "demo", None):
        await cloud.ask("GET", "/roles", by=by)
        await cloud.ask("GET", f"/roles/{role_id}", by=by)
        await cloud.ask("GET", "/roles/none", by=by)
        await cloud.ask("GET", "/role_inferences", by=by)
        await cloud.ask("PATCH", f"/roles/{role_id}", {"role": {"description": "x"}}, by=by)
    await cloud.ask("GET", "/roles?domain_id=default")
    await cloud.ask("GET", f"/roles?name={name}")
    member = await admin_role(cloud)
    await cloud.ask("GET", f"/roles/{await admin_role(cloud, 'admin')}/implies")
    implies = f"/roles/{role_id}/implies/{member}"
    for method in ("GET", "HEAD", "DELETE", "PUT", "PUT", "GET", "HEAD", "DELETE"):
        await cloud.ask(method, implies)
    await cloud.ask("GET", f"/roles/{role_id}/implies")
    await cloud.ask("PUT", f"/roles/{role_id}/implies/{await admin_role(cloud, 'admin')}")
    await cloud.ask("PATCH", f"/roles/{member}", {"role": {"description": "x"}})
    await cloud.ask("DELETE", f"/roles/{member}")
    await cloud.ask("PATCH", f"/roles/{role_id}", {"role": {"name": "admin"}})
    for one in (role_id, own_id, role_id):
        await cloud.ask("DELETE", f"/roles/{one}")


async def grants(cloud: Cloud) -> None:
    tag = uuid4().hex
    user = {"user": {"name": f"u-{tag}", "password": "p"}}
    user_id = (await cloud.ask("POST", "/users", user)).body["user"]["id"]
    made = await cloud.ask("POST", "/groups", {"group": {"name": f"g-{tag}"}})
    group_id = made.body["group"]["id"]
    await cloud.ask("PUT", f"/groups/{group_id}/users/{user_id}")
    top = await cloud.ask("POST", "/projects", {"project": {"name": f"p-{tag}"}})
    project_id = top.body["project"]["id"]
    below = {"project": {"name": f"q-{tag}", "parent_id": project_id}}
    child_id = (await cloud.ask("POST", "/projects", below)).body["project"]["id"]
    member, reader = await admin_role(cloud), await admin_role(cloud, "reader")
    places = [
        f"/projects/{project_id}/users/{user_id}/roles",
        f"/projects/{project_id}/groups/{group_id}/roles",
        f"/domains/default/users/{user_id}/roles",
        f"/domains/default/groups/{group_id}/roles",
        f"/system/users/{user_id}/roles",
        f"/system/groups/{group_id}/roles",
    ]
    for place in places:
        for method in ("GET", "HEAD", "DELETE", "PUT", "PUT", "GET", "HEAD"):
            await cloud.ask(method, f"{place}/{member}")
        await cloud.ask("GET", place)
        await cloud.ask("GET", place, by="demo")
        await cloud.ask("PUT", f"{place}/none")
        await cloud.ask("PUT", f"{place}/{member}", by="demo")
        await cloud.ask("PUT", f"{place}/{member}", by=None)
    for kind, where in (("projects", project_id), ("domains", "default")):
        for actor in (f"users/{user_id}", f"groups/{group_id}"):
            one = f"/OS-INHERIT/{kind}/{where}/{actor}/roles/{reader}/inherited_to_projects"
            for method in ("HEAD", "PUT", "HEAD"):
                await cloud.ask(method, one)
    await cloud.ask(
        "GET", f"/OS-INHERIT/domains/default/users/{user_id}/roles/inherited_to_projects"
    )
    for query in (
        f"user.id={user_id}",
        f"user.id={user_id}&effective",
        f"user.id={user_id}&include_names",
        f"user.id={user_id}&include_names&effective",
        f"group.id={group_id}",
        f"group.id={group_id}&effective",
        f"user.id={user_id}&group.id={group_id}",
        f"scope.project.id={project_id}",
        f"scope.project.id={project_id}&effective",
        f"scope.project.id={project_id}&include_subtree",
        f"scope.project.id={child_id}&effective",
        f"scope.project.id={child_id}&scope.domain.id=default",
        f"scope.domain.id=default&user.id={user_id}",
        f"scope.system=all&user.id={user_id}",
        f"user.id={user_id}&role.id={reader}",
        f"user.id={user_id}&role.id={reader}&effective",
        f"scope.project.id={project_id}&scope.OS-INHERIT:inherited_to=projects",
        "include_subtree",
    ):
        found = await cloud.ask("GET", f"/role_assignments?{query}")
        rows = (found.body or {}).get("role_assignments", [])
        several = sorted(str(sorted(row["scope"])) + str(sorted(row["links"])) for row in rows)
        cloud.noted.append((query, len(rows), several))
    await cloud.ask("GET", "/role_assignments", by="demo")
    await cloud.ask("GET", "/role_assignments", by=None)
    cloud.logins["new"] = Login(f"u-{tag}", "p")
    scope = {"project": {"id": child_id}}
    token = (await cloud.log_in("new", scope)).body["token"]
    cloud.noted.append(("roles", 0, sorted(role["name"] for role in token["roles"])))
    await cloud.ask("GET", f"/users/{user_id}/projects")
    for place in places:
        await cloud.ask("DELETE", f"{place}/{member}")
        await cloud.ask("DELETE", f"{place}/{member}")
    for path in (f"/projects/{child_id}", f"/projects/{project_id}", f"/users/{user_id}"):
        await cloud.ask("DELETE", path)
    await cloud.ask("DELETE", f"/groups/{group_id}")


async def catalog(cloud: Cloud) -> None:
    tag = uuid4().hex
    made = await cloud.ask("POST", "/services", {"service": {"type": tag, "name": "n"}})
    service_id = made.body["service"]["id"]
    region = {"region": {"id": tag, "description": "x"}}
    await cloud.ask("POST", "/regions", region)
    await cloud.ask("POST", "/regions", region)
    await cloud.ask("PUT", f"/regions/{tag}-2", {"region": {"parent_region_id": tag}})
    await cloud.ask("POST", "/regions", {"region": {"parent_region_id": "none"}})
    address = {
        "interface": "public",
        "service_id": service_id,
        "url": "http://x/%(project_id)s",
        "region_id": tag,
    }
    endpoint_id = (await cloud.ask("POST", "/endpoints", {"endpoint": address})).body["endpoint"][
        "id"
    ]
    for wrong in (
        {"interface": "secret"},
        {"service_id": "none"},
        {"region_id": "none"},
        {"url": "http://x/%(nonsense)s"},
        {"url": ""},
    ):
        await cloud.ask("POST", "/endpoints", {"endpoint": address | wrong})
    await cloud.ask("POST", "/services", {"service": {}})
    for by in ("admin", "demo", None):
        for kind in ("services", "endpoints", "regions"):
            await cloud.ask("GET", f"/{kind}", by=by)
            await cloud.ask("GET", f"/{kind}/none", by=by)
        await cloud.ask("GET", f"/services/{service_id}", by=by)
        await cloud.ask("GET", f"/endpoints/{endpoint_id}", by=by)
        await cloud.ask("GET", f"/regions/{tag}", by=by)
    await cloud.ask("GET", f"/services?type={tag}")
    await cloud.ask("GET", f"/endpoints?service_id={service_id}&interface=public")
    await cloud.ask("PATCH", f"/services/{service_id}", {"service": {"description": "d"}})
    await cloud.ask("PATCH", f"/endpoints/{endpoint_id}", {"endpoint": {"url": "http://y"}})
    await cloud.ask("PATCH", f"/regions/{tag}", {"region": {"description": "d"}})
    await cloud.ask("PATCH", f"/regions/{tag}", {"region": {"parent_region_id": f"{tag}-2"}})
    await cloud.ask("DELETE", f"/regions/{tag}")
    await cloud.ask("DELETE", f"/endpoints/{endpoint_id}")
    await cloud.ask("DELETE", f"/endpoints/{endpoint_id}")
    await cloud.ask("DELETE", f"/services/{service_id}")
    await cloud.ask("DELETE", f"/services/{service_id}")
    await cloud.ask("DELETE", f"/regions/{tag}")
    await cloud.ask("DELETE", f"/regions/{tag}")


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
    for wrong in (
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
    ):
        await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": body | wrong}, by="demo")
    await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": {}}, by="demo")
    await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": body}, by=None)
    path = f"/OS-TRUST/trusts/{trust_id}"
    for by in ("demo", "admin", None):
        await cloud.ask("GET", path, by=by)
        await cloud.ask("GET", f"{path}/roles", by=by)
        await cloud.ask("GET", f"{path}/roles/{await admin_role(cloud)}", by=by)
        await cloud.ask("GET", f"{path}/roles/none", by=by)
        await cloud.ask("GET", "/OS-TRUST/trusts", by=by)
        await cloud.ask("GET", "/OS-TRUST/trusts/none", by=by)
        await cloud.ask("GET", f"/OS-TRUST/trusts?trustor_user_id={demo}", by=by)
        await cloud.ask("GET", f"/OS-TRUST/trusts?trustee_user_id={admin}", by=by)
    scope = {"OS-TRUST:trust": {"id": trust_id}}
    used = await cloud.log_in("admin", scope)
    await cloud.log_in("demo", scope)
    await cloud.ask("GET", "/auth/tokens", subject=used.token)
    await cloud.ask("GET", f"/users/{demo}", token=used.token)
    again = {"auth": {"identity": {"methods": ["token"], "token": {"id": used.token}}}}
    await cloud.ask("POST", "/auth/tokens", again, by=None)
    handed = body | {"trustee_user_id": demo}
    await cloud.ask("POST", "/OS-TRUST/trusts", {"trust": handed}, token=used.token)
    await cloud.ask("DELETE", path, by="demo")
    await cloud.ask("DELETE", path, by="demo")
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
        await cloud.ask("GET", path, by=by)
        await cloud.ask("GET", f"{path}/{made['id']}", by=by)
        await cloud.ask("GET", f"{path}/none", by=by)
    await cloud.ask("GET", f"{path}?name={tag}", by="demo")

    def proof(**shown):
        identity = {"methods": ["application_credential"], "application_credential": shown}
        return {"auth": {"identity": identity}}

    by_id = proof(id=made["id"], secret=made["secret"])
    used = await cloud.ask("POST", "/auth/tokens", by_id, by=None)
    scoped = {"auth": by_id["auth"] | {"scope": {"system": {"all": True}}}}
    await cloud.ask("POST", "/auth/tokens", scoped, by=None)
    named = proof(name=tag, user={"id": demo}, secret=made["secret"])
    await cloud.ask("POST", "/auth/tokens", named, by=None)
    await cloud.ask("POST", "/auth/tokens", proof(id=made["id"], secret="wrong"), by=None)
    await cloud.ask("POST", "/auth/tokens", proof(id="none", secret="wrong"), by=None)
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
    await cloud.ask("POST", path, {"tenant_id": "nowhere"}, by="demo")
    await cloud.ask("POST", path, {"tenant_id": project_id}, by="admin")
    for by in ("demo", "admin", None):
        await cloud.ask("GET", path, by=by)
        await cloud.ask("GET", f"{path}/{access}", by=by)
        await cloud.ask("GET", f"{path}/none", by=by)
    admin_path = f"/users/{await cloud.user_id('admin')}/credentials/OS-EC2"
    await cloud.ask("GET", admin_path, by="demo")
    await cloud.ask("POST", admin_path, {"tenant_id": project_id}, by="demo")
    for by in ("demo", None):
        await cloud.ask("POST", "/ec2tokens", {"credentials": {"access": access}}, by=by)
    for body in ({}, {"credentials": {}}, {"credentials": {"access": "none"}}):
        await cloud.ask("POST", "/ec2tokens", body)
    await cloud.ask("DELETE", f"{path}/{access}", by="demo")
    await cloud.ask("DELETE", f"{path}/{access}", by="demo")
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
        await cloud.ask("GET", "/credentials", by=by)
        await cloud.ask("GET", one, by=by)
        await cloud.ask("GET", "/credentials/none", by=by)
        await cloud.ask("PATCH", other, {"credential": {"blob": "else"}}, by=by)
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
    role = await admin_role(cloud, "admin")
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
    await cloud.ask("PUT", grant, by=by)
    await cloud.ask("GET", f"/users?domain_id={domain_id}", by=by)
    await cloud.ask("GET", "/users", by=by)
    await cloud.ask("GET", "/projects", by=by)
    await cloud.ask("GET", f"/domains/{domain_id}", by=by)
    await cloud.ask("GET", "/role_assignments", by=by)
    blob = json.dumps({"access": tag, "secret": "s"})
    key = {"type": "ec2", "blob": blob, "user_id": user_id, "project_id": project_id}
    made = await cloud.ask("POST", "/credentials", {"credential": key}, by=by)
    await cloud.ask("GET", f"/credentials?user_id={user_id}", by=by)
    await cloud.ask("DELETE", f"/credentials/{made.body['credential']['id']}", by=by)
    await cloud.ask("PATCH", f"/users/{user_id}", {"user": {"enabled": False}}, by=by)
    await cloud.ask("PATCH", f"/users/{user_id}", {"user": {"enabled": True}}, by=by)
    await cloud.ask("DELETE", grant, by=by)
    await cloud.ask("DELETE", f"/users/{user_id}", by=by)
    await cloud.ask("DELETE", f"/projects/{project_id}", by=by)
    await cloud.ask("PATCH", f"/domains/{domain_id}", {"domain": {"enabled": False}})
    await cloud.ask("DELETE", f"/domains/{domain_id}")


CONVERSATIONS = (
    tokens,
    users,
    projects,
    domains,
    groups,
    roles,
    grants,
    catalog,
    trusts,
    application_credentials,
    credentials,
    stack_domain,
)
