"""One page, complete in itself, that tells people of the API."""

from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, TypeAlias

from calor.api.discovery.openapi import REFUSALS
from calor.api.discovery.shapes import shape_of, text_of

HERE = Path(__file__).parent

Told: TypeAlias = tuple[str, str, Mapping[str, Any]]
"""A method, a path, and what is told of them."""


def page(document: Mapping[str, Any]) -> str:
    """Write the page of a description."""
    info = document["info"]
    groups = {one["name"]: one["description"] for one in document["tags"]}
    operations = _by_group(document)
    links = "".join(_links(name, operations[name]) for name in groups)
    sections = "".join(
        _section(name, says, operations[name], document) for name, says in groups.items()
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(info["title"])} API</title>
<style>{_file("page.css")}</style>
</head>
<body>
<nav>
<a class="brand" href="#top">{escape(info["title"])}<small>API {escape(info["version"])}</small></a>
<input id="search" type="search" placeholder="Search" aria-label="Search" hidden>
{links}
</nav>
<main id="top">
<h1>{escape(info["title"])} API</h1>
<p class="lead">{escape(info["description"])}</p>
{_basics(document)}
{sections}
<p id="nothing" hidden>Nothing fits this search.</p>
</main>
<script>{_file("page.js")}</script>
</body>
</html>
"""


@cache
def _file(name: str) -> str:
    return (HERE / name).read_text()


def _basics(document: Mapping[str, Any]) -> str:
    url = escape(document["servers"][0]["url"])
    refusals = "".join(_meaning(str(status), says) for status, says in REFUSALS.items())
    error = shape_of({"$ref": "#/components/schemas/ErrorBody"}, document)
    return f"""<section class="basics">
<h2 id="basics">Basics</h2>
<p>The service stands at <code>{url}</code>; a catalog has it as
<code>{url}/v1/%(project_id)s</code>. Requests carry a token of the identity service in the header
<code>X-Auth-Token</code>. Bodies are JSON. Every answer has the header
<code>x-openstack-request-id</code>. Programs read <a href="openapi.json">openapi.json</a>.</p>
<p>Whatever cannot be done is told by one of these statuses, with a body like this:</p>
<table class="answers">{refusals}</table>
{error}
</section>"""


def _by_group(document: Mapping[str, Any]) -> dict[str, list[Told]]:
    groups: dict[str, list[Told]] = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            groups.setdefault(operation["tags"][0], []).append((method, path, operation))
    return groups


def _title(says: str) -> tuple[str, str]:
    title, _, rest = says.partition(": ")
    return title, rest[:1].upper() + rest[1:]


def _links(name: str, operations: list[Told]) -> str:
    items = "".join(
        f'<li><a href="#{escape(one["operationId"])}">{_badge(method)}'
        f"{escape(one['summary'].rstrip('.'))}</a></li>"
        for method, _, one in operations
        if not _redirects(one)
    )
    return (
        f'<div class="group"><a href="#{name}">{name.replace("_", " ")}</a><ul>{items}</ul></div>'
    )


def _badge(method: str) -> str:
    return f'<b class="method {method}">{method.upper()}</b>'


def _section(name: str, says: str, operations: list[Told], document: Mapping[str, Any]) -> str:
    title, words = _title(says)
    told = "".join(_operation(*one, document) for one in operations if not _redirects(one[2]))
    shortcuts = [one for one in operations if _redirects(one[2])]
    return (
        f'<section class="area"><h2 id="{name}">{escape(title)}</h2><p>{escape(words)}</p>'
        f"{told}{_shortcuts(shortcuts)}</section>"
    )


def _redirects(one: Mapping[str, Any]) -> bool:
    return "302" in one["responses"]


def _shortcuts(operations: list[Told]) -> str:
    """Write the redirections of a group in one place: they are many, and much alike."""
    rows = "".join(
        f'<tr id="{escape(one["operationId"])}">'
        f"<td>{_badge(method)} <code>{_path(path)}</code></td>"
        f"<td>{escape(one['summary'])}</td></tr>"
        for method, path, one in operations
    )
    return (
        f'<article><h3>Shortcuts</h3><table class="wide">{rows}</table></article>' if rows else ""
    )


def _operation(method: str, path: str, one: Mapping[str, Any], document: Mapping[str, Any]) -> str:
    return (
        f'<article id="{escape(one["operationId"])}">'
        f"<h3>{escape(one['summary'].rstrip('.'))}</h3>"
        f'<p class="path">{_badge(method)}<code>{_path(path)}</code></p>'
        f"{''.join(_parts(one, document))}</article>"
    )


def _path(path: str) -> str:
    """Mark the places of a path, and let it break at slashes."""
    breakable = escape(path).replace("/", "/<wbr>")
    return breakable.replace("{", "<i>{").replace("}", "}</i>")


def _parts(one: Mapping[str, Any], document: Mapping[str, Any]) -> Iterator[str]:
    if rules := one.get("x-policy"):
        named = " or ".join(f"<code>{escape(rule)}</code>" for rule in rules)
        yield f'<p class="policy">Allowed by the rule {named}.</p>'
    else:
        yield '<p class="policy">Told to anybody.</p>'
    if one["parameters"]:
        yield _parameters(one["parameters"])
    if "requestBody" in one:
        yield "<h4>Body</h4>"
        (content,) = one["requestBody"]["content"].values()
        yield shape_of(content["schema"], document)
    yield "<h4>Answers</h4>"
    yield _answers(one["responses"], document)


def _parameters(parameters: list[Mapping[str, Any]]) -> str:
    rows = "".join(
        f"<tr><td><code>{escape(one['name'])}</code></td>"
        f'<td class="kind">{one["in"]}, {escape(_kind(one["schema"]))}</td>'
        f"<td>{text_of(one['description'])}</td></tr>"
        for one in parameters
    )
    return f"<h4>Parameters</h4><table>{rows}</table>"


def _kind(schema: Mapping[str, Any]) -> str:
    if schema["type"] == "array":
        return f"{_kind(schema['items'])}, repeatable"
    return " | ".join(schema.get("enum", [schema["type"]]))


def _answers(responses: Mapping[str, Mapping[str, Any]], document: Mapping[str, Any]) -> str:
    (status, success), *refusals = responses.items()
    schemas = [one["schema"] for one in success.get("content", {}).values()]
    shape = "".join(shape_of(one, document) for one in schemas if "$ref" in one)
    told = " ".join(_status(one, each["description"]) for one, each in refusals)
    return (
        f'<table class="answers">{_meaning(status, success["description"])}</table>{shape}'
        f'<p class="refusals">or an error: {told}</p>'
    )


def _meaning(status: str, says: str) -> str:
    return f"<tr><td>{_status(status)}</td><td>{text_of(says)}</td></tr>"


def _status(status: str, says: str = "") -> str:
    title = f' title="{escape(says)}"' if says else ""
    return f'<b class="status s{status[0]}"{title}>{status}</b>'
