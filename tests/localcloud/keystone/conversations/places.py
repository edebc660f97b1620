"""Projects, domains and the catalog's parts."""

from uuid import uuid4

from tests.localcloud.keystone.talking import Cloud, Login


async def projects(cloud: Cloud) -> None:
    name = f"p-{uuid4().hex}"
    made = await cloud.ask("POST", "/projects", {"project": {"name": name, "tags": ["a"]}})
    top = made.body["project"]["id"]
    body = {"project": {"name": f"{name}-c", "parent_id": top, "colour": "red"}}
    child = (await cloud.ask("POST", "/projects", body)).body["project"]["id"]
    await cloud.ask_all(
        ("POST", "/projects", {"project": {"name": name}}),
        ("POST", "/projects", {"project": {}}),
        ("POST", "/projects", {"project": {"name": "x", "parent_id": "nowhere"}}),
        ("POST", "/projects", {"project": {"name": "x", "domain_id": "nowhere"}}),
        ("POST", "/projects", {"project": {"name": "x", "enabled": "maybe"}}),
        ("POST", "/projects", {"project": {"name": "x" * 70}}),
    )
    for by in ("admin", "demo", None):
        await cloud.ask_all(
            ("GET", "/projects"),
            ("GET", f"/projects/{top}"),
            ("GET", "/projects/nowhere"),
            ("PATCH", f"/projects/{top}", {"project": {"name": name}}),
            ("POST", "/projects", {"project": {"name": name}}),
            ("DELETE", "/projects/nowhere"),
            by=by,
        )
    for how in ("parents_as_ids", "subtree_as_ids", "parents_as_list", "subtree_as_list"):
        await cloud.ask_all(
            ("GET", f"/projects/{child}?{how}"),
            ("GET", f"/projects/{top}?{how}"),
        )
    page = await cloud.ask("GET", "/projects?limit=1", note=False)
    cloud.noted.append(("limit", page.status, sorted(page.body)))
    await cloud.ask("GET", "/projects?limit=1000")
    for query in (f"name={name}", f"parent_id={top}", "tags=a", "not-tags=a", "is_domain=true"):
        await cloud.ask("GET", f"/projects?{query}")
    await cloud.ask_all(
        ("PATCH", f"/projects/{child}", {"project": {"parent_id": "other"}}),
        ("PATCH", f"/projects/{child}", {"project": {"domain_id": "other"}}),
        ("PATCH", f"/projects/{child}", {"project": {"is_domain": True}}),
        ("PATCH", f"/projects/{top}", {"project": {"enabled": False}}),
        ("PATCH", f"/projects/{child}", {"project": {"enabled": False}}),
        ("PATCH", f"/projects/{top}", {"project": {"enabled": False}}),
        ("PATCH", f"/projects/{child}", {"project": {"enabled": True}}),
        ("GET", f"/projects/{top}/tags"),
        ("PUT", f"/projects/{top}/tags", {"tags": ["b", "c"]}),
        ("PUT", f"/projects/{top}/tags", {"tags": ["b,c"]}),
        ("PUT", f"/projects/{top}/tags", {"tags": ["b", "b"]}),
        ("PUT", f"/projects/{top}/tags/d"),
        ("GET", f"/projects/{top}/tags/d"),
        ("GET", f"/projects/{top}/tags/z"),
        ("DELETE", f"/projects/{top}/tags/z"),
        ("DELETE", f"/projects/{top}/tags/d"),
        ("DELETE", f"/projects/{top}/tags"),
        ("DELETE", f"/projects/{top}"),
        ("DELETE", f"/projects/{child}"),
    )
    fixed = {"project": {"options": {"immutable": True}}}
    await cloud.ask_all(
        ("PATCH", f"/projects/{top}", fixed),
        ("PATCH", f"/projects/{top}", {"project": {"description": "x"}}),
        ("DELETE", f"/projects/{top}"),
        ("PATCH", f"/projects/{top}", {"project": {"options": {"immutable": False}}}),
        ("DELETE", f"/projects/{top}"),
    )


async def domains(cloud: Cloud) -> None:
    name = f"d-{uuid4().hex}"
    made = await cloud.ask("POST", "/domains", {"domain": {"name": name, "description": "x"}})
    domain_id = made.body["domain"]["id"]
    await cloud.ask_all(
        ("POST", "/domains", {"domain": {"name": name}}),
        ("POST", "/domains", {"domain": {}}),
    )
    for by in ("admin", "demo", None):
        await cloud.ask_all(
            ("GET", "/domains"),
            ("GET", f"/domains/{domain_id}"),
            ("GET", "/domains/default"),
            ("GET", "/domains/nowhere"),
            ("POST", "/domains", {"domain": {"name": name}}),
            by=by,
        )
    await cloud.ask_all(
        ("GET", f"/domains?name={name}"),
        ("GET", f"/projects/{domain_id}"),
        ("DELETE", f"/projects/{domain_id}"),
    )
    user = {"name": "u", "domain_id": domain_id, "password": "p"}
    user_id = (await cloud.ask("POST", "/users", {"user": user})).body["user"]["id"]
    await cloud.ask("POST", "/projects", {"project": {"name": "p", "domain_id": domain_id}})
    cloud.logins["inside"] = Login("u", "p", user_domain=name)
    await cloud.log_in("inside")
    await cloud.ask_all(
        ("DELETE", f"/domains/{domain_id}"),
        ("PATCH", f"/domains/{domain_id}", {"domain": {"enabled": False}}),
    )
    await cloud.log_in("inside")
    await cloud.ask_all(
        ("DELETE", f"/domains/{domain_id}"),
        ("GET", f"/users/{user_id}"),
        ("DELETE", f"/domains/{domain_id}"),
    )


async def catalog(cloud: Cloud) -> None:
    tag = uuid4().hex
    made = await cloud.ask("POST", "/services", {"service": {"type": tag, "name": "n"}})
    service_id = made.body["service"]["id"]
    region = {"region": {"id": tag, "description": "x"}}
    await cloud.ask_all(
        ("POST", "/regions", region),
        ("POST", "/regions", region),
        ("PUT", f"/regions/{tag}-2", {"region": {"parent_region_id": tag}}),
        ("POST", "/regions", {"region": {"parent_region_id": "none"}}),
    )
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
            await cloud.ask_all(
                ("GET", f"/{kind}"),
                ("GET", f"/{kind}/none"),
                by=by,
            )
        await cloud.ask_all(
            ("GET", f"/services/{service_id}"),
            ("GET", f"/endpoints/{endpoint_id}"),
            ("GET", f"/regions/{tag}"),
            by=by,
        )
    await cloud.ask_all(
        ("GET", f"/services?type={tag}"),
        ("GET", f"/endpoints?service_id={service_id}&interface=public"),
        ("PATCH", f"/services/{service_id}", {"service": {"description": "d"}}),
        ("PATCH", f"/endpoints/{endpoint_id}", {"endpoint": {"url": "http://y"}}),
        ("PATCH", f"/regions/{tag}", {"region": {"description": "d"}}),
        ("PATCH", f"/regions/{tag}", {"region": {"parent_region_id": f"{tag}-2"}}),
        ("DELETE", f"/regions/{tag}"),
        ("DELETE", f"/endpoints/{endpoint_id}"),
        ("DELETE", f"/endpoints/{endpoint_id}"),
        ("DELETE", f"/services/{service_id}"),
        ("DELETE", f"/services/{service_id}"),
        ("DELETE", f"/regions/{tag}"),
        ("DELETE", f"/regions/{tag}"),
    )
