"""A client for either cloud that notes what it was told, so that two clouds can be compared."""

import re
from dataclasses import dataclass, field
from typing import Any

import httpx


@dataclass
class Login:
    """How to log in to a cloud as somebody."""

    user: str
    password: str
    project: str | None = None
    user_domain: str = "Default"
    domain: str | None = None

    def body(self, scope: object = None) -> dict[str, Any]:
        user = {
            "name": self.user,
            "password": self.password,
            "domain": {"name": self.user_domain},
        }
        identity = {"methods": ["password"], "password": {"user": user}}
        scope = scope or self.scope()
        return {"auth": {"identity": identity} | ({"scope": scope} if scope else {})}

    def scope(self) -> dict[str, Any]:
        if self.domain:
            return {"domain": {"name": self.domain}}
        if self.project:
            return {"project": {"name": self.project, "domain": {"id": "default"}}}
        return {}


@dataclass
class Answer:
    status: int
    body: Any
    headers: httpx.Headers

    @property
    def token(self) -> str:
        return self.headers["x-subject-token"]


@dataclass
class Cloud:
    """One cloud's identity service."""

    http: httpx.AsyncClient
    logins: dict[str, Login]
    noted: list[tuple[str, int, Any]] = field(default_factory=list)
    tokens: dict[str, str] = field(default_factory=dict)
    ids: dict[str, str] = field(default_factory=dict)

    async def log_in(self, name: str, scope: object = None) -> Answer:
        return await self.ask("POST", "/auth/tokens", self.logins[name].body(scope), by=None)

    async def token(self, by: str) -> str:
        if by not in self.tokens:
            answer = await self.http.post("/auth/tokens", json=self.logins[by].body())
            assert answer.status_code == 201, answer.text
            self.tokens[by] = answer.headers["x-subject-token"]
            self.ids[by] = answer.json()["token"]["user"]["id"]
        return self.tokens[by]

    async def ask(
        self,
        method: str,
        path: str,
        json: object = None,
        *,
        by: str | None = "admin",
        token: str | None = None,
        subject: str | None = None,
        note: bool = True,
    ) -> Answer:
        """Ask, and note status and shape of the answer."""
        headers = {}
        if token or by:
            headers["X-Auth-Token"] = token or await self.token(by or "")
        if subject:
            headers["X-Subject-Token"] = subject
        response = await self.http.request(method, path, json=json, headers=headers)
        is_json = response.headers.get("content-type", "").startswith("application/json")
        body = response.json() if response.content and is_json else None
        if note:
            self.noted.append((f"{method} {path}", response.status_code, shape(body)))
        return Answer(response.status_code, body, response.headers)

    async def ask_all(self, *asked: tuple[Any, ...], by: str | None = "admin") -> None:
        """Ask one after the other; each is a method, a path and maybe a body."""
        for one in asked:
            await self.ask(*one, by=by)

    async def made(self, path: str, kind: str, body: object, by: str = "admin") -> Any:
        """Make something and return what the cloud says of it."""
        answer = await self.ask("POST", path, {kind: body}, by=by)
        assert answer.status == 201, answer.body
        return answer.body[kind]

    async def user_id(self, by: str) -> str:
        await self.token(by)
        return self.ids[by]


def shape(value: Any) -> Any:
    """Reduce a body to its fields and their types."""
    match value:
        case dict():
            return {_named(name): shape(one) for name, one in sorted(value.items())}
        case list():
            return sorted((shape(one) for one in value), key=str)[:1]
        case None | bool():
            return value
        case _:
            return type(value).__name__


def _named(name: str) -> str:
    return "id" if re.fullmatch("[0-9a-f]{32}", name) else name


async def id_of_role(cloud: Cloud, name: str = "member") -> str:
    """Return the id of a role."""
    found = await cloud.ask("GET", f"/roles?name={name}")
    return str(found.body["roles"][0]["id"])
