"""Login: from what a caller shows to a token."""

from base64 import urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from calor.localcloud.frame.refusal import Refusal, bad_request, forbidden, unauthorized
from calor.localcloud.keystone.identity import Identity, present
from calor.localcloud.keystone.records import ApplicationCredential
from calor.localcloud.keystone.scopes import default_scope, find_domain, requested_scope, section
from calor.localcloud.keystone.standing import Standing, standing_of, valid_standing
from calor.localcloud.keystone.tokens import InvalidToken, Scope, Token


@dataclass(frozen=True, slots=True)
class Proof:
    """Who a caller has shown to be, and how."""

    user_id: str
    methods: tuple[str, ...]
    expires_at: float | None = None
    parent_audit_id: str | None = None
    scope: Scope | None = None
    is_system: bool = False
    application_credential_id: str | None = None


def log_in(identity: Identity, body: object) -> tuple[str, Standing]:
    """Return a new token's text and worth for a body that asks for one."""
    auth = section(body, "auth")
    proof = _prove(identity, section(auth, "identity"))
    if proof.application_credential_id is not None and "scope" in auth:
        text = "An application credential chooses its scope itself."
        raise Refusal(401, text, details={"identity": {}})
    if "scope" in auth:
        scope = requested_scope(identity, auth["scope"])
        if proof.is_system and (scope.project_id or scope.domain_id):
            raise forbidden("A token for the system cannot become one for something else.")
    else:
        scope = proof.scope or default_scope(identity, proof.user_id)
    return issue(identity, proof, scope)


def issue(identity: Identity, proof: Proof, scope: Scope) -> tuple[str, Standing]:
    """Return a new token's text and worth."""
    now = identity.now()
    audit_id = _audit_id()
    parents = (proof.parent_audit_id,) if proof.parent_audit_id else ()
    token = Token(
        user_id=proof.user_id,
        methods=proof.methods,
        scope=scope,
        issued_at=now,
        expires_at=proof.expires_at or now + identity.lifetimes.token,
        audit_ids=(audit_id, *parents),
        application_credential_id=proof.application_credential_id,
    )
    try:
        standing = standing_of(identity, token)
    except Refusal as refusal:
        raise refusal if refusal.status == forbidden().status else unauthorized() from None
    _use_up(identity, standing)
    return identity.tokens.sealed(token), standing


def _use_up(identity: Identity, standing: Standing) -> None:
    trust = standing.trust
    if trust is not None and trust.remaining_uses is not None:
        identity.trusts.put(replace(trust, remaining_uses=trust.remaining_uses - 1))


def _audit_id() -> str:
    return urlsafe_b64encode(uuid4().bytes).decode().rstrip("=")


def _prove(identity: Identity, shown: dict[str, Any]) -> Proof:
    methods = shown.get("methods")
    if not isinstance(methods, list):
        raise bad_request("'methods' must be a list.")
    if not methods:
        raise unauthorized()
    proofs = []
    for method in dict.fromkeys(str(one) for one in methods[:10]):
        content = section(shown, method)
        if method not in METHODS:
            known = {"identity": {"methods": list(METHODS)}}
            raise Refusal(401, f"There is no method {method!r} here.", details=known)
        proofs.append(METHODS[method](identity, content))
    first = proofs[0]
    if any(one.user_id != first.user_id for one in proofs):
        raise unauthorized("The methods name different users.")
    merged = tuple(dict.fromkeys(name for one in proofs for name in one.methods))
    return replace(first, methods=merged)


def _by_password(identity: Identity, shown: dict[str, Any]) -> Proof:
    user = section(shown, "user")
    password = user.get("password")
    if not isinstance(password, str):
        raise bad_request("'password' is missing.")
    user_id = _user_id(identity, user)
    found = identity.users.get(user_id)
    if found is None or not identity.passwords.is_right(password, found.secret):
        raise unauthorized()
    if not (found.enabled and identity.domain(found.domain_id).enabled):
        raise unauthorized()
    return Proof(found.id, ("password",))


def _user_id(identity: Identity, user: dict[str, Any]) -> str | None:
    if isinstance(user.get("id"), str):
        return str(user["id"])
    name = user.get("name")
    if not isinstance(name, str):
        raise bad_request("A user needs an 'id', or a 'name' and a 'domain'.")
    domain = find_domain(identity, section(user, "domain"))
    found = identity.users.find("name", (domain.id, name))
    return found[0].id if found else None


def _by_token(identity: Identity, shown: dict[str, Any]) -> Proof:
    text = shown.get("id")
    if not isinstance(text, str):
        raise bad_request("'id' is missing.")
    try:
        standing = valid_standing(identity, identity.tokens.opened(text))
    except InvalidToken:
        raise Refusal(404, "The token is not valid.") from None
    token = standing.token
    if token.scope.trust_id is not None or token.application_credential_id is not None:
        raise forbidden("A token by delegation cannot be turned into another one.")
    return Proof(
        user_id=token.user_id,
        methods=("token", *(one for one in token.methods if one != "token")),
        expires_at=token.expires_at,
        parent_audit_id=token.audit_ids[-1],
        is_system=token.scope.system,
    )


def _by_application_credential(identity: Identity, shown: dict[str, Any]) -> Proof:
    secret = shown.get("secret")
    if not isinstance(secret, str):
        raise bad_request("'secret' is missing.")
    found = _shown_credential(identity, shown)
    if found is None or not identity.passwords.is_right(secret, found.secret):
        raise unauthorized()
    return Proof(
        user_id=found.user_id,
        methods=("application_credential",),
        scope=Scope(project_id=found.project_id),
        application_credential_id=found.id,
    )


def _shown_credential(identity: Identity, shown: dict[str, Any]) -> ApplicationCredential | None:
    identifier = shown.get("id")
    if isinstance(identifier, str):
        return present(identity.application_credentials, "application credential", identifier)
    user_id = _user_id(identity, section(shown, "user"))
    name = str(shown.get("name"))
    return next(iter(identity.application_credentials.find("name", (user_id, name))), None)


METHODS: Mapping[str, Callable[[Identity, dict[str, Any]], Proof]] = {
    "password": _by_password,
    "token": _by_token,
    "application_credential": _by_application_credential,
}
