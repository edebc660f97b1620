"""Addresses: which version is meant, and under which address callers see the service."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote

from calor.store.records import StackRecord

VERSION: Final = re.compile(r"v(\d{1,9})(?:\.(\d{1,9}))?")
ACCEPTED: Final = "application/vnd.openstack.orchestration-"
CHOICES: Final = "/versions"
"""Where the versions are told, for whoever asks for one that is not there."""
UNVERSIONED: Final = frozenset({"", "versions", "healthcheck", "metrics", "openapi.json", "docs"})


def without_version(path: str, headers: Mapping[str, str]) -> str:
    """Return a path under the one name that the version has in the table of routes."""
    first, slash, rest = path.lstrip("/").partition("/")
    if VERSION.fullmatch(first):
        return f"/v1{slash}{rest}" if _is_first(first) else CHOICES
    accepted = headers.get("accept", "")
    if first in UNVERSIONED or not accepted.startswith(ACCEPTED):
        return path
    return f"/v1{path}" if _is_first(accepted.removeprefix(ACCEPTED)) else CHOICES


def _is_first(text: str) -> bool:
    found = VERSION.fullmatch(text)
    return found is not None and (int(found[1]), int(found[2] or 0)) == (1, 0)


def address_of(scope: Mapping[str, Any], headers: Mapping[str, str], *, trusts_proxy: bool) -> str:
    """Return the service's address as the caller sees it; what a proxy says counts if trusted."""
    scheme = scope.get("scheme", "http")
    host = headers.get("host") or ":".join(map(str, scope.get("server") or ("localhost",)))
    prefix = str(scope.get("root_path", ""))
    if trusts_proxy:
        scheme = headers.get("x-forwarded-proto", scheme).partition(",")[0].strip()
        host = headers.get("x-forwarded-host", host).partition(",")[0].strip()
        prefix = headers.get("x-forwarded-prefix", prefix)
    return f"{scheme}://{host}{prefix}".rstrip("/")


@lru_cache(maxsize=8192)
def part(name: str) -> str:
    """Return a name as it stands in an address."""
    return quote(name, safe="")


def stack_url(base: str, stack: StackRecord) -> str:
    """Return the address of a stack."""
    return f"{base}/v1/{part(stack.project)}/stacks/{part(stack.name)}/{stack.id}"
