"""Users, groups, roles and who has them."""

from uuid import uuid4

from tests.localcloud.keystone.talking import Cloud, Login, id_of_role


async def users(cloud: Cloud) -> None:
    name = f"u-{uuid4().hex}"
    made = await cloud.ask(
        "POST", "/users", {"user": {"name": name, "password": "old", "email": "a@b.example"}}
    )
    user_id = made.body["user"]["id"]
    await cloud.ask_all(
        ("POST", "/users", {"user": {"name": name}}),
        ("POST", "/users", {"user": {"password": "x"}}),
        ("POST", "/users", {"user": {"name": 7}}),
        ("POST", "/users", {"user": {"name": ""}}),
        ("POST", "/users", {"user": {"name": "x" * 300}}),
        ("POST", "/users", {"user": {"name": "x", "domain_id": "nowhere"}}),
        ("POST", "/users", {"user": {"name": "x", "enabled": "yes please"}}),
        ("POST", "/users", {}),
    )
    for by in ("admin", "demo", None):
        await cloud.ask_all(
            ("GET", "/users"),
            ("GET", f"/users/{user_id}"),
            ("GET", "/users/nobody"),
            ("PATCH", f"/users/{user_id}", {"user": {}}),
            ("GET", f"/users/{user_id}/projects"),
            ("GET", f"/users/{user_id}/groups"),
            ("DELETE", "/users/nobody"),
            by=by,
        )
    await cloud.ask_all(
        ("GET", f"/users/{await cloud.user_id('demo')}"),
        ("GET", f"/users/{await cloud.user_id('demo')}/projects"),
        by="demo",
    )
    for query in (f"name={name}", "name=none", f"name__contains={name[3:]}", "domain_id=none"):
        found = await cloud.ask("GET", f"/users?{query}")
        cloud.noted.append((query, len(found.body["users"]), None))
    login = Login(name, "old")
    cloud.logins["new"] = login
    mine = await cloud.log_in("new")
    change = {"user": {"password": "new", "original_password": "wrong"}}
    await cloud.ask("POST", f"/users/{user_id}/password", change, by=None)
    change["user"]["original_password"] = "old"
    await cloud.ask_all(
        ("POST", f"/users/{user_id}/password", change),
        ("POST", f"/users/{user_id}/password", {"user": {}}),
        by=None,
    )
    await cloud.ask("GET", "/auth/projects", token=mine.token)
    await cloud.log_in("new")
    await cloud.ask_all(
        ("PATCH", f"/users/{user_id}", {"user": {"description": "d", "email": "c"}}),
        ("PATCH", f"/users/{user_id}", {"user": {"domain_id": "elsewhere"}}),
        ("PATCH", f"/users/{user_id}", {"user": {"name": "admin"}}),
        ("PATCH", f"/users/{user_id}", {"user": {"enabled": False}}),
    )
    login.password = "new"
    await cloud.log_in("new")
    await cloud.ask("DELETE", f"/users/{user_id}", by="demo")
    await cloud.ask_all(
        ("DELETE", f"/users/{user_id}"),
        ("DELETE", f"/users/{user_id}"),
    )


async def groups(cloud: Cloud) -> None:
    name = f"g-{uuid4().hex}"
    group_id = (await cloud.ask("POST", "/groups", {"group": {"name": name}})).body["group"]["id"]
    user_id = (await cloud.ask("POST", "/users", {"user": {"name": name}})).body["user"]["id"]
    await cloud.ask_all(
        ("POST", "/groups", {"group": {"name": name}}),
        ("POST", "/groups", {"group": {}}),
    )
    member = f"/groups/{group_id}/users/{user_id}"
    for by in ("admin", "demo", None):
        await cloud.ask_all(
            ("GET", "/groups"),
            ("GET", f"/groups/{group_id}"),
            ("GET", "/groups/none"),
            ("GET", f"/groups/{group_id}/users"),
            ("HEAD", member),
            ("PUT", member),
            ("HEAD", member),
            ("GET", f"/users/{user_id}/groups"),
            by=by,
        )
    await cloud.ask_all(
        ("PUT", f"/groups/{group_id}/users/nobody"),
        ("PATCH", f"/groups/{group_id}", {"group": {"description": "x"}}),
        ("GET", f"/groups/{group_id}/users"),
        ("DELETE", member),
        ("DELETE", member),
        ("DELETE", f"/groups/{group_id}"),
        ("DELETE", f"/users/{user_id}"),
    )


async def roles(cloud: Cloud) -> None:
    name = f"r-{uuid4().hex}"
    role_id = (await cloud.ask("POST", "/roles", {"role": {"name": name}})).body["role"]["id"]
    own = {"role": {"name": name, "domain_id": "default"}}
    own_id = (await cloud.ask("POST", "/roles", own)).body["role"]["id"]
    await cloud.ask_all(
        ("POST", "/roles", {"role": {"name": name}}),
        ("POST", "/roles", {"role": {}}),
    )
    for by in ("admin", "demo", None):
        await cloud.ask_all(
            ("GET", "/roles"),
            ("GET", f"/roles/{role_id}"),
            ("GET", "/roles/none"),
            ("GET", "/role_inferences"),
            ("PATCH", f"/roles/{role_id}", {"role": {"description": "x"}}),
            by=by,
        )
    await cloud.ask_all(
        ("GET", "/roles?domain_id=default"),
        ("GET", f"/roles?name={name}"),
    )
    member = await id_of_role(cloud)
    await cloud.ask("GET", f"/roles/{await id_of_role(cloud, 'admin')}/implies")
    implies = f"/roles/{role_id}/implies/{member}"
    for method in ("GET", "HEAD", "DELETE", "PUT", "PUT", "GET", "HEAD", "DELETE"):
        await cloud.ask(method, implies)
    await cloud.ask_all(
        ("GET", f"/roles/{role_id}/implies"),
        ("PUT", f"/roles/{role_id}/implies/{await id_of_role(cloud, 'admin')}"),
        ("PATCH", f"/roles/{member}", {"role": {"description": "x"}}),
        ("DELETE", f"/roles/{member}"),
        ("PATCH", f"/roles/{role_id}", {"role": {"name": "admin"}}),
    )
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
    member, reader = await id_of_role(cloud), await id_of_role(cloud, "reader")
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
        await cloud.ask_all(
            ("DELETE", f"{place}/{member}"),
            ("DELETE", f"{place}/{member}"),
        )
    for path in (f"/projects/{child_id}", f"/projects/{project_id}", f"/users/{user_id}"):
        await cloud.ask("DELETE", path)
    await cloud.ask("DELETE", f"/groups/{group_id}")
