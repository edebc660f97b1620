"""A user's name and password in the headers of each request, checked with Keystone.

For a service that stands alone beside somebody else's cloud and has no user there.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import partial

from keystoneauth1 import exceptions
from keystoneauth1.access import AccessInfoV3
from keystoneauth1.identity import generic
from keystoneauth1.session import Session

from calor.api.authentication.memory import Freshness, Kept, Memory, utc_now
from calor.api.authentication.request import is_sendable, project_in_path
from calor.api.caller import Caller, IdentityUnavailable, Unauthenticated

DEFAULT_DOMAIN = "default"
REFUSALS = (
    exceptions.Unauthorized,
    exceptions.Forbidden,
    exceptions.NotFound,
    exceptions.AuthorizationFailure,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordSettings:
    """Where names and passwords are checked."""

    auth_url: str | None = None
    multi_cloud: bool = False
    """Whether a request may choose among the allowed addresses by `X-Auth-Url`."""
    allowed_auth_urls: frozenset[str] = frozenset()
    ca_file: str | None = None
    insecure: bool = False
    timeout_seconds: float = 10.0
    threads: int = 8
    memory: Freshness = field(default_factory=Freshness)


@dataclass(frozen=True, slots=True, kw_only=True)
class Login:
    """What a request gives to prove who it comes from."""

    auth_url: str
    user_name: str
    password: str = field(repr=False)
    domain_id: str
    project_id: str

    def question(self) -> tuple[str, ...]:
        """Return all of it, for a digest."""
        return (self.auth_url, self.user_name, self.domain_id, self.project_id, self.password)


class Password:
    """Finds out who asks by a name and a password."""

    def __init__(
        self,
        settings: PasswordSettings,
        *,
        now: Callable[[], datetime] = utc_now,
    ) -> None:
        self._settings = settings
        self._now = now
        self._threads = ThreadPoolExecutor(settings.threads, "password")
        self._memory: Memory[Caller] = Memory(settings.memory)
        verify: bool | str = False if settings.insecure else settings.ca_file or True
        self._session = Session(verify=verify, timeout=settings.timeout_seconds)

    async def __call__(self, headers: Mapping[str, str]) -> Caller:
        """Return whose name and password these are, in the project of the address."""
        login = self._login(headers)
        caller = await self._memory.answer(login.question(), partial(self._ask, login))
        region = headers.get("x-region-name")
        return replace(caller, region=region) if region else caller

    def close(self) -> None:
        """Let the threads go, without waiting for Keystone."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _login(self, headers: Mapping[str, str]) -> Login:
        url = self._auth_url(headers)
        user, password = headers.get("x-auth-user", ""), headers.get("x-auth-key", "")
        project = project_in_path(headers)
        if not (is_sendable(user) and is_sendable(password)):
            raise _refused("the headers X-Auth-User and X-Auth-Key are needed", url)
        if project is None or not is_sendable(project):
            raise _refused("the address names no project", url)
        domain = headers.get("x-user-domain-id") or DEFAULT_DOMAIN
        return Login(
            auth_url=url,
            user_name=user,
            password=password,
            domain_id=domain,
            project_id=project,
        )

    def _auth_url(self, headers: Mapping[str, str]) -> str:
        known = self._settings.auth_url
        if not self._settings.multi_cloud:
            if known is None:
                raise IdentityUnavailable("the operator has named no Keystone to ask")
            return known
        url = headers.get("x-auth-url", "")
        if url not in self._settings.allowed_auth_urls:
            raise _refused("the header X-Auth-Url must name a Keystone that is allowed", known)
        return url

    async def _ask(self, login: Login) -> Kept[Caller]:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(self._settings.timeout_seconds * 2):
                access = await loop.run_in_executor(self._threads, self._authenticate, login)
        except REFUSALS:
            raise _refused(
                "Keystone does not accept the user and password", login.auth_url
            ) from None
        except (TimeoutError, exceptions.ClientException) as error:
            log.warning("Keystone could not be asked about a user: %s", str(error) or "no answer")
            message = "Keystone cannot be asked at the moment; try again later"
            raise IdentityUnavailable(message) from error
        left = access.expires - self._now() if access.expires else timedelta()
        return Kept(_caller(access, login), left.total_seconds())

    def _authenticate(self, login: Login) -> AccessInfoV3:
        plugin = generic.Password(
            auth_url=login.auth_url,
            username=login.user_name,
            password=login.password,
            user_domain_id=login.domain_id,
            project_id=login.project_id,
        )
        access = plugin.get_access(self._session)
        if not isinstance(access, AccessInfoV3):
            raise exceptions.DiscoveryFailure("only version 3 of Keystone's API is spoken here")
        return access


def _caller(access: AccessInfoV3, login: Login) -> Caller:
    return Caller(
        user_id=access.user_id or "",
        user_name=access.username or login.user_name,
        user_domain_id=access.user_domain_id,
        project_id=access.project_id or "",
        project_name=access.project_name or "",
        project_domain_id=access.project_domain_id,
        roles=frozenset(access.role_names or ()),
        is_admin_project=access.is_admin_project,
        token=access.auth_token,
        password=login.password,
        auth_url=login.auth_url,
    )


def _refused(message: str, auth_url: str | None) -> Unauthenticated:
    return Unauthenticated(message, challenge=f'Keystone uri="{auth_url}"' if auth_url else None)
