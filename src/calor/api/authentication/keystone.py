"""Tokens of Keystone, validated by keystonemiddleware.

The middleware is a synchronous WSGI filter.  It runs in threads of its own, on a small
environment made of the headers, and what it decides is kept for a short time.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from http import HTTPStatus
from typing import Any

from keystoneauth1.exceptions import ClientException
from oslo_config import cfg

from calor.api.authentication.memory import Freshness, Kept, Memory, utc_now
from calor.api.authentication.middleware import Answer, Environment, Middleware, make_environment
from calor.api.authentication.request import METHOD, PATH, SERVICE_TOKEN, TOKEN, is_token
from calor.api.caller import Caller, IdentityUnavailable, Unauthenticated

UNAVAILABLE = "Keystone cannot be asked at the moment; try again later"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeystoneSettings:
    """How tokens are validated."""

    memory: Freshness = field(default_factory=Freshness)
    threads: int = 8
    timeout_seconds: float = 15.0
    """How long a request waits for Keystone before it is told to come again later."""
    auth_url: str | None = None
    """Where stacks later ask Keystone; where tokens are validated is the middleware's concern."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What Keystone says of a token: whose it is, if anybody's."""

    caller: Caller | None
    place: tuple[str, str] | None = None
    """The only method and path that it says so for; none if it says so for all of them."""

    def holds_for(self, place: tuple[str, str]) -> bool:
        """Return whether it would be the same for another request."""
        return self.place is None or self.place == place


class KeystoneTokens:
    """Finds out who asks by a token."""

    def __init__(
        self,
        conf: cfg.ConfigOpts,
        settings: KeystoneSettings | None = None,
        *,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self._settings = settings or KeystoneSettings()
        self._now = now
        self._middleware = Middleware(conf)
        self._threads = ThreadPoolExecutor(self._settings.threads, "keystone")
        self._memory: Memory[Verdict] = Memory(self._settings.memory)
        self._challenge: str | None = None

    async def __call__(self, headers: Mapping[str, str]) -> Caller:
        """Return who a token belongs to."""
        tokens = headers.get(TOKEN, ""), headers.get(SERVICE_TOKEN, "")
        if not is_token(tokens[0]) or not is_token(tokens[1] or "none"):
            tokens = "", ""
            if self._challenge is not None:
                raise Unauthenticated(challenge=self._challenge)
        place = headers.get(METHOD, "GET"), headers.get(PATH, "/")
        verdict = await self._memory.answer(tokens, partial(self._ask, tokens, place))
        if not verdict.holds_for(place):
            verdict = (await self._ask(tokens, place)).answer
        if verdict.caller is None:
            raise Unauthenticated(challenge=self._challenge)
        region = headers.get("x-region-name")
        return replace(verdict.caller, region=region) if region else verdict.caller

    def close(self) -> None:
        """Let the threads go, without waiting for Keystone."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _ask(self, tokens: tuple[str, str], place: tuple[str, str]) -> Kept[Verdict]:
        loop = asyncio.get_running_loop()
        environment = make_environment(tokens, place)
        try:
            async with asyncio.timeout(self._settings.timeout_seconds):
                answer = await loop.run_in_executor(
                    self._threads, self._middleware.run, environment
                )
        except (TimeoutError, ClientException) as error:
            log.warning("Keystone could not be asked about a token: %s", str(error) or "no answer")
            raise IdentityUnavailable(UNAVAILABLE) from error
        return self._judge(answer, environment, tokens[0], place)

    def _judge(
        self, answer: Answer, environment: Environment, token: str, place: tuple[str, str]
    ) -> Kept[Verdict]:
        if answer.status == HTTPStatus.UNAUTHORIZED:
            self._challenge = answer.challenge
            return Kept(Verdict(None, place), 0)
        if answer.status != HTTPStatus.NO_CONTENT:
            raise IdentityUnavailable(UNAVAILABLE)
        told = environment["keystone.token_info"]["token"]
        caller = caller_of(told, token, auth_url=self._settings.auth_url)
        if _is_restricted(told):
            return Kept(Verdict(caller, place), 0)
        seconds = (datetime.fromisoformat(told["expires_at"]) - self._now()).total_seconds()
        return Kept(Verdict(caller), seconds)


def caller_of(told: Mapping[str, Any], token: str, *, auth_url: str | None = None) -> Caller:
    """Return the caller that the body of a token tells of."""
    user, project = told["user"], told.get("project") or {}
    trust = told.get("OS-TRUST:trust") or {}
    return Caller(
        user_id=user["id"],
        user_name=user.get("name", ""),
        user_domain_id=user.get("domain", {}).get("id"),
        project_id=project.get("id", ""),
        project_name=project.get("name", ""),
        project_domain_id=project.get("domain", {}).get("id"),
        roles=frozenset(role["name"] for role in told.get("roles", ())),
        is_admin_project=told.get("is_admin_project", True),
        system_scope="all" if (told.get("system") or {}).get("all") else None,
        token=token,
        trust_id=trust.get("id"),
        trustee_id=trust.get("trustee_user", {}).get("id"),
        auth_url=auth_url,
        services=frozenset(one["type"] for one in told.get("catalog") or ()) or None,
    )


def _is_restricted(told: Mapping[str, Any]) -> bool:
    """Return whether a token is good for some requests only."""
    credential = told.get("application_credential") or {}
    return credential.get("access_rules") is not None
