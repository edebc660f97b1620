"""What a stack keeps in order to act later, and how each kind proves who it stands for."""

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, Final

from keystoneauth1.access import AccessInfoV3
from keystoneauth1.exceptions import Forbidden, NotFound
from keystoneauth1.identity import v3
from keystoneauth1.session import Session

from calor.cloud.login import Authenticate, words_of
from calor.cloud.settings import Account
from calor.core.errors import CloudRefused
from calor.store.records import CredentialRecord

TRUST: Final = "trust"
PASSWORD: Final = "password"  # noqa: S105  the name of a kind
APPLICATION: Final = "application_credential"
TOKEN: Final = "token"  # noqa: S105  the name of a kind


def with_password(auth_url: str, account: Account) -> Authenticate:
    """Prove who one is by a password."""
    return v3.Password(versioned(auth_url), **asdict(account)).get_auth_ref


def with_trust(auth_url: str, trustee: Account, trust_id: str) -> Authenticate:
    """Be the trustee, and act for whoever made the trust."""
    trusted = v3.Password(
        versioned(auth_url),
        trustee.password,
        username=trustee.username,
        user_id=trustee.user_id,
        user_domain_id=trustee.user_domain_id,
        user_domain_name=trustee.user_domain_name,
        trust_id=trust_id,
    )
    return partial(_act_for_another, trusted)


def with_token(auth_url: str, token: str) -> Authenticate:
    """Use a token as it is; it cannot be renewed."""
    return partial(_look_at, f"{versioned(auth_url)}/auth/tokens", token)


def with_application(auth_url: str, body: Mapping[str, Any]) -> Authenticate:
    """Prove who one is by an application credential."""
    return v3.ApplicationCredential(
        versioned(auth_url),
        application_credential_id=body["id"],
        application_credential_secret=body["secret"],
    ).get_auth_ref


def authenticate_with(
    auth_url: str, record: CredentialRecord, project: str, trustee: Account | None
) -> Authenticate:
    """Return how a stored credential proves who it stands for."""
    body = record.body
    match record.kind:
        case "trust" if trustee is not None:
            return with_trust(auth_url, trustee, body["trust_id"])
        case "password":
            account = Account(**{"project_id": project, **body})
            return with_password(auth_url, account)
        case "application_credential":
            return with_application(auth_url, body)
        case "token":
            return with_token(auth_url, body["token"])
        case kind:
            raise CloudRefused(f"nothing is configured that could use a credential of kind {kind}")


def versioned(auth_url: str) -> str:
    """Return the address of version 3 of an identity service."""
    url = auth_url.rstrip("/")
    return url if url.endswith("/v3") else f"{url}/v3"


def _act_for_another(trusted: v3.Password, session: Session) -> AccessInfoV3:
    try:
        return trusted.get_auth_ref(session)
    except (Forbidden, NotFound) as problem:
        raise CloudRefused(
            "whoever the stack was last changed by cannot be acted for any more: they may be "
            "disabled, or have lost a role or their trust; update or delete the stack as somebody "
            f"else of the project (identity: {words_of(problem)})",
            status=problem.http_status,
            request_id=problem.request_id,
        ) from None


def _look_at(url: str, token: str, session: Session) -> AccessInfoV3:
    headers = {"X-Auth-Token": token, "X-Subject-Token": token, "Accept": "application/json"}
    answer = session.get(url, headers=headers, authenticated=False, log=False)
    return AccessInfoV3(auth_token=token, body=answer.json())
