"""A cloud of one identity service and one orchestration service, small enough to be understood.

It answers as Heat does, and if it `streams`, follows events as calor does.  What becomes of a
stack is in its template: a resource of type `Fail` fails, one of type `Wait` waits for `finish`,
and one that has `children` makes a child stack of them.
"""

import json
import re
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

PROJECT = "p1"
TIME = "2026-01-01T00:00:00Z"
Json = dict[str, Any]


@dataclass
class Stack:
    name: str
    template: Json
    id: str = field(default_factory=lambda: str(uuid.uuid4()))
    status: str = "CREATE_IN_PROGRESS"
    reason: str = ""
    body: Json = field(default_factory=dict)
    resources: dict[str, Json] = field(default_factory=dict)
    parent: "Stack | None" = None

    @property
    def definitions(self) -> Json:
        return self.template.get("resources") or {}


class Answer(Exception):
    def __init__(self, status: int, body: Any = None, **headers: str) -> None:
        super().__init__(status)
        self.status, self.body, self.headers = status, body, headers


@dataclass
class FakeHeat:
    """The state of the cloud; `url` is where it is."""

    streams: bool = False
    breaks_after: int = 1_000_000
    """So many events, and a stream breaks off."""
    url: str = ""
    tokens: set[str] = field(default_factory=set)
    stacks: list[Stack] = field(default_factory=list)
    events: list[tuple[Stack, Json]] = field(default_factory=list)
    asked: list[tuple[str, str, Any]] = field(default_factory=list)
    callers: set[tuple[str, int]] = field(default_factory=set)
    changed: threading.Condition = field(default_factory=threading.Condition)

    @property
    def endpoint(self) -> str:
        return f"{self.url}/heat/v1/{PROJECT}"

    # What happens to stacks.

    def begin(self, stack: Stack, action: str) -> None:
        stack.status = f"{action}_IN_PROGRESS"
        self.event(stack, stack.name, stack.status, f"Stack {action} started", stack.id)
        for name, one in stack.definitions.items():
            self.resource(stack, name, one, action)
        self.settle(stack, action)

    def resource(self, stack: Stack, name: str, definition: Json, action: str) -> None:
        kind = definition["type"]
        row = stack.resources.setdefault(name, {"type": kind, "id": f"{name}-id", "child": None})
        row["status"] = f"{action}_IN_PROGRESS"
        self.event(stack, name, row["status"], "state changed")
        if children := definition.get("children"):
            child = Stack(
                f"{stack.name}-{name}-0123456789ab", {"resources": children}, parent=stack
            )
            self.stacks.append(child)
            row["child"], row["id"] = child, child.id
            self.begin(child, action)
        if kind == "Wait" and action != "DELETE":
            return
        child_failed = row["child"] is not None and row["child"].status.endswith("FAILED")
        failed = (kind == "Fail" and action != "DELETE") or child_failed
        row["status"] = f"{action}_{'FAILED' if failed else 'COMPLETE'}"
        row["reason"] = definition.get("reason", "it broke") if failed else "state changed"
        self.event(stack, name, row["status"], row["reason"], row["id"])

    def settle(self, stack: Stack, action: str) -> None:
        statuses = [one["status"] for one in stack.resources.values()]
        if any(one.endswith("IN_PROGRESS") for one in statuses):
            return
        failed = any(one.endswith("FAILED") for one in statuses)
        stack.status = f"{action}_{'FAILED' if failed else 'COMPLETE'}"
        stack.reason = "Resource failed" if failed else f"Stack {action} completed"
        self.event(stack, stack.name, stack.status, stack.reason, stack.id)

    def finish(self, name: str) -> None:
        """End what a stack waits for."""
        stack = self.live(name)
        action = stack.status.partition("_")[0]
        for resource, row in stack.resources.items():
            if row["status"].endswith("IN_PROGRESS"):
                row["status"] = f"{action}_COMPLETE"
                self.event(stack, resource, row["status"], "state changed", row["id"])
        self.settle(stack, action)

    def event(self, stack: Stack, name: str, status: str, reason: str, physical: str = "") -> None:
        stack_url = f"{self.endpoint}/stacks/{stack.name}/{stack.id}"
        with self.changed:
            number = f"e{len(self.events) + 1:05}"
            event = {
                "id": number,
                "event_time": TIME,
                "resource_name": name,
                "logical_resource_id": name,
                "physical_resource_id": physical,
                "resource_status": status,
                "resource_status_reason": reason,
                "links": [{"rel": "stack", "href": stack_url}],
            }
            self.events.append((stack, event))
            self.changed.notify_all()

    # What is asked.

    def live(self, name: str) -> Stack:
        for one in reversed(self.stacks):
            is_there = one.status != "DELETE_COMPLETE"
            if one.id == name or (one.name == name and is_there):
                return one
        raise Answer(404, _error(404, "EntityNotFound", f"The Stack ({name}) could not be found."))

    def exact(self, name: str, stack_id: str) -> Stack:
        stack = self.live(stack_id)
        if stack.name != name:
            raise Answer(404, _error(404, "EntityNotFound", "no such stack"))
        return stack

    def summary(self, stack: Stack) -> Json:
        return {
            "id": stack.id,
            "stack_name": stack.name,
            "stack_status": stack.status,
            "stack_status_reason": stack.reason,
            "creation_time": TIME,
            "updated_time": None,
            "parent": stack.parent.id if stack.parent else None,
            "tags": None,
            "disable_rollback": stack.body.get("disable_rollback", False),
            "parameters": {"OS::stack_name": stack.name, **(stack.body.get("parameters") or {})},
        }

    def outputs(self, stack: Stack) -> list[Json]:
        return [
            {"output_key": name, "output_value": one["value"], "description": ""}
            for name, one in (stack.template.get("outputs") or {}).items()
        ]

    def rows(self, stack: Stack, depth: int) -> Iterator[Json]:
        url = f"{self.endpoint}/stacks/{stack.name}/{stack.id}"
        for name, row in stack.resources.items():
            child = row["child"]
            nested = [] if child is None else [f"{self.endpoint}/stacks/{child.name}/{child.id}"]
            yield {
                "resource_name": name,
                "resource_type": row["type"],
                "resource_status": row["status"],
                "resource_status_reason": row.get("reason", ""),
                "physical_resource_id": row["id"],
                "updated_time": TIME,
                "links": [
                    {"rel": "stack", "href": url},
                    *({"rel": "nested", "href": one} for one in nested),
                ],
            }
            if depth and child is not None:
                yield from self.rows(child, depth - 1)

    def seen(self, stack: Stack, query: Json) -> list[Json]:
        """Return the events of a stack, or of all below it, too."""
        depth = int(query.get("nested_depth", 0))
        found = [one for owner, one in list(self.events) if _is_below(owner, stack, depth)]
        if query.get("resource_name"):
            found = [one for one in found if one["resource_name"] == query["resource_name"]]
        if query.get("sort_dir") != "asc":
            found.reverse()
        if marker := query.get("marker"):
            ids = [one["id"] for one in found]
            found = found[ids.index(marker) + 1 :]
        return found[: int(query["limit"])] if "limit" in query else found


def _is_below(stack: Stack, root: Stack, depth: int) -> bool:
    if stack is root:
        return True
    return bool(depth and stack.parent and _is_below(stack.parent, root, depth - 1))


def _error(status: int, kind: str, message: str) -> Json:
    return {"code": status, "error": {"type": kind, "message": message, "traceback": None}}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: "Server"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def handle_one(self) -> None:
        try:
            self._route()
        except Answer as answer:
            self._send(answer)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):
            return self.handle_one
        raise AttributeError(name)

    def _route(self) -> None:
        heat, target = self.server.heat, urlsplit(self.path)
        length = int(self.headers.get("content-length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        query = {name: values[0] for name, values in parse_qs(target.query).items()}
        heat.callers.add(self.client_address)
        heat.asked.append((self.command, target.path, body))
        if target.path == "/identity/v3/auth/tokens":
            raise self._token(body)
        if self.headers.get("x-auth-token") not in heat.tokens:
            raise Answer(401, _error(401, "HTTPUnauthorized", "who are you?"))
        path = target.path.removeprefix(f"/heat/v1/{PROJECT}")
        for method, pattern, handle in ROUTES:
            found = re.fullmatch(pattern, path)
            if method == self.command and found:
                answer = handle(self, [unquote(one) for one in found.groups()], query, body)
                if answer is not None:
                    self._send(answer)
                return
        raise Answer(404, _error(404, "HTTPNotFound", "there is nothing here"))

    def _token(self, body: Any) -> Answer:
        identity = body["auth"]["identity"]
        secret = json.dumps(identity)
        if "wrong" in secret:
            return Answer(401, {"error": {"code": 401, "message": "no"}})
        token = str(uuid.uuid4())
        self.server.heat.tokens.add(token)
        endpoints = [
            {"interface": "public", "region": "one", "url": self.server.heat.endpoint},
            {"interface": "internal", "region": "one", "url": "http://127.0.0.1:1"},
        ]
        catalog = [{"type": "orchestration", "endpoints": endpoints}]
        content = {"token": {"project": {"id": PROJECT}, "catalog": catalog}}
        return Answer(201, content, **{"X-Subject-Token": token})

    def _send(self, answer: Answer) -> None:
        content = b"" if answer.body is None else json.dumps(answer.body).encode()
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    # Stacks.

    def lookup(self, parts: list[str], query: Json, _body: Any) -> Answer:
        stack = self.server.heat.live(parts[0])
        text = f"?{urlsplit(self.path).query}" if query else ""
        # The host is not ours, as behind a proxy that hides its own address.
        where = f"http://inside.invalid/v1/{PROJECT}/stacks/{stack.name}/{stack.id}{text}"
        return Answer(302, None, Location=where)

    def index(self, _parts: list[str], query: Json, _body: Any) -> Answer:
        heat = self.server.heat
        found = [one for one in reversed(heat.stacks) if one.status != "DELETE_COMPLETE"]
        if query.get("show_nested") != "true":
            found = [one for one in found if one.parent is None]
        if "name" in query:
            found = [one for one in found if one.name == query["name"]]
        if "marker" in query:
            ids = [one.id for one in found]
            found = found[ids.index(query["marker"]) + 1 :]
        found = found[: int(query["limit"])] if "limit" in query else found
        return Answer(200, {"stacks": [heat.summary(one) for one in found]})

    def create(self, _parts: list[str], _query: Json, body: Json) -> Answer:
        heat = self.server.heat
        template = body["template"]
        if "broken" in json.dumps(template):
            message = "resources.web.properties.size: expected a number"
            raise Answer(400, _error(400, "StackValidationFailed", message))
        stack = Stack(body["stack_name"], template, body=body)
        heat.stacks.append(stack)
        heat.begin(stack, "ADOPT" if "adopt_stack_data" in body else "CREATE")
        return Answer(201, {"stack": {"id": stack.id, "links": []}})

    def preview(self, _parts: list[str], _query: Json, body: Json) -> Answer:
        rows = [
            {"resource_name": name, "resource_type": one["type"]}
            for name, one in body["template"]["resources"].items()
        ]
        return Answer(200, {"stack": {"stack_name": body["stack_name"], "resources": rows}})

    def show(self, parts: list[str], query: Json, _body: Any) -> Answer:
        heat = self.server.heat
        stack = heat.exact(*parts)
        shown = heat.summary(stack)
        if query.get("resolve_outputs") != "false":
            shown["outputs"] = heat.outputs(stack)
        return Answer(200, {"stack": shown})

    def update(self, parts: list[str], _query: Json, body: Json) -> Answer:
        heat = self.server.heat
        stack = heat.exact(*parts)
        stack.template = body["template"]
        gone = set(stack.resources) - set(stack.definitions)
        stack.resources = {k: v for k, v in stack.resources.items() if k not in gone}
        heat.begin(stack, "UPDATE")
        return Answer(202)

    def preview_update(self, parts: list[str], _query: Json, body: Json) -> Answer:
        stack = self.server.heat.exact(*parts)
        wanted = body["template"]["resources"]
        changes: Json = {"added": [], "deleted": [], "unchanged": [], "replaced": []}
        for name, one in wanted.items():
            kind = "unchanged" if name in stack.resources else "added"
            changes[kind].append({"resource_name": name, "resource_type": one["type"]})
        for name in set(stack.resources) - set(wanted):
            changes["deleted"].append({"resource_name": name, "resource_type": "None"})
        return Answer(200, {"resource_changes": changes})

    def delete(self, parts: list[str], _query: Json, _body: Any) -> Answer:
        heat = self.server.heat
        heat.begin(heat.exact(*parts), "DELETE")
        return Answer(204)

    def abandon(self, parts: list[str], _query: Json, _body: Any) -> Answer:
        stack = self.server.heat.exact(*parts)
        stack.status = "DELETE_COMPLETE"
        known = {"name": stack.name, "template": stack.template, "resources": {}, "files": {}}
        return Answer(200, known)

    def act(self, parts: list[str], _query: Json, body: Json) -> Answer:
        heat = self.server.heat
        (action,) = body
        stack = heat.exact(*parts)
        if action == "cancel_update":
            if not stack.status.startswith("UPDATE_IN"):
                raise Answer(400, _error(400, "NotSupported", "Cancelling is not supported."))
            stack.template = {"resources": {}}
            stack.resources = {}
            action = "rollback"
        heat.begin(stack, action.upper())
        return Answer(200, None)

    def outputs(self, parts: list[str], _query: Json, _body: Any) -> Answer:
        heat = self.server.heat
        for one in heat.outputs(heat.exact(*parts[:2])):
            if one["output_key"] == parts[2]:
                return Answer(200, {"output": one})
        raise Answer(404, _error(404, "NotFound", f"Specified output key {parts[2]} not found."))

    # Resources, events, snapshots.

    def resources(self, parts: list[str], query: Json, _body: Any) -> Answer:
        heat = self.server.heat
        rows = list(heat.rows(heat.exact(*parts), int(query.get("nested_depth", 0))))
        if "status" in query:
            rows = [one for one in rows if one["resource_status"].endswith(query["status"])]
        return Answer(200, {"resources": rows})

    def resource(self, parts: list[str], _query: Json, _body: Any) -> Answer:
        heat = self.server.heat
        for one in heat.rows(heat.exact(*parts[:2]), 0):
            if one["resource_name"] == parts[2]:
                return Answer(200, {"resource": {**one, "attributes": {"size": 3}}})
        raise Answer(404, _error(404, "EntityNotFound", f"The Resource ({parts[2]}) is not there."))

    def metadata(self, _parts: list[str], _query: Json, _body: Any) -> Answer:
        return Answer(200, {"metadata": {"colour": "red"}})

    def signal(self, parts: list[str], _query: Json, body: Any) -> Answer:
        heat = self.server.heat
        if hook := body.get("unset_hook"):
            heat.event(
                heat.exact(*parts[:2]), parts[2], "CREATE_COMPLETE", f"Hook {hook} is cleared"
            )
        return Answer(200, None)

    def listed_events(self, parts: list[str], query: Json, _body: Any) -> Answer | None:
        heat = self.server.heat
        stack = heat.exact(*parts)
        if heat.streams and query.get("follow") == "true":
            self._stream(stack, query)
            return None
        return Answer(200, {"events": heat.seen(stack, query)})

    def _stream(self, stack: Stack, query: Json) -> None:
        heat, sent = self.server.heat, 0
        asked = {"nested_depth": query.get("nested_depth", 0), "sort_dir": "asc"}
        asked["marker"] = query.get("marker")
        if last := self.headers.get("last-event-id"):
            # A stream counts its events; lists know them by their ids.
            asked["marker"] = f"e{int(last):05}"
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        try:
            while not self.server.is_closing:
                self.wfile.write(b": here\n\n")
                for one in heat.seen(stack, asked):
                    if sent == heat.breaks_after:
                        return
                    asked["marker"], sent = one["id"], sent + 1
                    number = int(one["id"][1:])
                    line = f"id: {number}\nevent: event\ndata: {json.dumps(one)}\n\n"
                    self.wfile.write(line.encode())
                with heat.changed:
                    heat.changed.wait(0.05)
        except OSError:
            return

    def take(self, parts: list[str], _query: Json, body: Json) -> Answer:
        heat = self.server.heat
        heat.begin(heat.exact(*parts), "SNAPSHOT")
        return Answer(200, {"id": "s1", "name": body.get("name"), "status": "IN_PROGRESS"})

    def snapshots(self, _parts: list[str], _query: Json, _body: Any) -> Answer:
        return Answer(200, {"snapshots": [{"id": "s1", "name": "first", "status": "COMPLETE"}]})

    def snapshot(self, _parts: list[str], _query: Json, _body: Any) -> Answer:
        return Answer(200, {"snapshot": {"id": "s1", "name": "first", "status": "COMPLETE"}})

    def delete_snapshot(self, _parts: list[str], _query: Json, _body: Any) -> Answer:
        return Answer(204)

    def restore(self, parts: list[str], _query: Json, _body: Any) -> Answer:
        heat = self.server.heat
        heat.begin(heat.exact(*parts[:2]), "RESTORE")
        return Answer(202)

    # The language.

    def types(self, _parts: list[str], _query: Json, _body: Any) -> Answer:
        return Answer(200, {"resource_types": ["OS::Heat::None", "OS::Heat::TestResource"]})

    def type(self, parts: list[str], _query: Json, _body: Any) -> Answer:
        properties = {"size": {"type": "integer", "required": True, "description": "How large."}}
        attributes = {"show": {"description": "All there is."}}
        shown = {"resource_type": parts[0], "properties": properties, "attributes": attributes}
        return Answer(200, shown)

    def type_template(self, parts: list[str], query: Json, _body: Any) -> Answer:
        return Answer(200, {"kind": query["template_type"], "resources": {"one": parts[0]}})

    def versions(self, _parts: list[str], _query: Json, _body: Any) -> Answer:
        version = {"version": "heat_template_version.2021-04-16", "type": "hot", "aliases": []}
        return Answer(200, {"template_versions": [version]})

    def functions(self, parts: list[str], _query: Json, _body: Any) -> Answer:
        if parts[0] != "heat_template_version.2021-04-16":
            raise Answer(404, _error(404, "NotFound", f"no version {parts[0]}"))
        return Answer(
            200, {"template_functions": [{"functions": "get_attr", "description": "An attribute."}]}
        )


class Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    is_closing = False

    def __init__(self, heat: FakeHeat) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.heat = heat
        heat.url = f"http://127.0.0.1:{self.server_address[1]}"


Handle = Callable[[Handler, list[str], Json, Any], Answer | None]
STACK = "/stacks/([^/]+)/([^/]+)"
ROUTES: list[tuple[str, str, Handle]] = [
    ("GET", "/stacks", Handler.index),
    ("POST", "/stacks", Handler.create),
    ("POST", "/stacks/preview", Handler.preview),
    ("GET", "/stacks/([^/]+)", Handler.lookup),
    ("GET", STACK, Handler.show),
    ("PUT", STACK, Handler.update),
    ("DELETE", STACK, Handler.delete),
    ("PUT", f"{STACK}/preview", Handler.preview_update),
    ("DELETE", f"{STACK}/abandon", Handler.abandon),
    ("POST", f"{STACK}/actions", Handler.act),
    ("GET", f"{STACK}/outputs/([^/]+)", Handler.outputs),
    ("GET", f"{STACK}/resources", Handler.resources),
    ("GET", f"{STACK}/resources/([^/]+)", Handler.resource),
    ("GET", f"{STACK}/resources/([^/]+)/metadata", Handler.metadata),
    ("POST", f"{STACK}/resources/([^/]+)/signal", Handler.signal),
    ("GET", f"{STACK}/events", Handler.listed_events),
    ("POST", f"{STACK}/snapshots", Handler.take),
    ("GET", f"{STACK}/snapshots", Handler.snapshots),
    ("GET", f"{STACK}/snapshots/([^/]+)", Handler.snapshot),
    ("DELETE", f"{STACK}/snapshots/([^/]+)", Handler.delete_snapshot),
    ("POST", f"{STACK}/snapshots/([^/]+)/restore", Handler.restore),
    ("GET", "/resource_types", Handler.types),
    ("GET", "/resource_types/([^/]+)", Handler.type),
    ("GET", "/resource_types/([^/]+)/template", Handler.type_template),
    ("GET", "/template_versions", Handler.versions),
    ("GET", "/template_versions/([^/]+)/functions", Handler.functions),
]


@contextmanager
def fake_heat(*, streams: bool = False) -> Iterator[FakeHeat]:
    """Run a cloud for the length of a block."""
    heat = FakeHeat(streams=streams)
    heat.tokens.add("good")
    server = Server(heat)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield heat
    finally:
        server.is_closing = True
        server.shutdown()
        thread.join()
        server.server_close()
