"""`make_url`: a URL of its parts, each encoded as its place demands."""

from urllib.parse import quote, urlencode, urlunsplit

from calor.core.errors import EvaluationError
from calor.core.template.function import pure
from calor.core.template.functions.expected import expect_length, expect_map, expect_text
from calor.core.values import ABSENT, Value

LAST_PORT = 65535


@pure(
    "make_url",
    "{scheme: string, username: string, password: string, host: string, port: 1..65535,"
    " path: string, query: map, fragment: string}",
)
def make_url(  # noqa: PLR0913
    *,
    scheme: Value = "",
    username: Value = "",
    password: Value = "",
    host: Value = "",
    port: Value = ABSENT,
    path: Value = "",
    query: Value = ABSENT,
    fragment: Value = "",
) -> Value:
    """Build a URL of the parts that are given."""
    texts = [scheme, username, password, host, path, fragment]
    names = ["scheme", "username", "password", "host", "path", "fragment"]
    expect_length(sum(len(expect_text(*one)) for one in zip(texts, names, strict=True)))
    if ":" in scheme:
        raise EvaluationError("the scheme must not contain ':'")
    try:
        location = user_part(username, password) + host_part(host) + port_part(port)
        return urlunsplit((scheme, location, quote(path), query_part(query), quote(fragment)))
    except ValueError as problem:
        raise EvaluationError(f"a part cannot stand in a URL: {problem}") from problem


def user_part(username: str, password: str) -> str:
    """Return what stands before the host, with its `@`."""
    secret = f":{quote(password, safe='')}" if password else ""
    return f"{quote(username, safe='')}{secret}@" if username or password else ""


def host_part(host: str) -> str:
    """Return the host; an IPv6 address stands in brackets."""
    is_bracketed = host.startswith("[") and host.endswith("]")
    encoded = quote(host[1:-1] if is_bracketed else host, safe=":")
    return f"[{encoded}]" if ":" in encoded else encoded


def port_part(port: Value) -> str:
    """Return the port, behind its `:`."""
    if port is ABSENT:
        return ""
    try:
        number = int(port) if isinstance(port, int | str) else 0
    except ValueError:
        number = 0
    if not 0 < number <= LAST_PORT:
        raise EvaluationError("the port must be a number from 1 to 65535")
    return f":{number}"


def query_part(query: Value) -> str:
    """Return the query, in which slashes stay as they are."""
    return urlencode({} if query is ABSENT else expect_map(query, "the query")).replace("%2F", "/")
