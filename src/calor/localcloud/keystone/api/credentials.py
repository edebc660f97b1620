"""Secrets kept for users."""

import hashlib
from dataclasses import replace
from typing import Any

import msgspec

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import bad_request, conflict, forbidden
from calor.localcloud.keystone.access import Access
from calor.localcloud.keystone.fields import Field, checked, extras, optional
from calor.localcloud.keystone.identity import Identity, new_id, present
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.records import Credential
from calor.localcloud.keystone.visit import Action, Visit

EC2 = "ec2"
FIELDS = {
    "blob": Field(str, required=True),
    "type": Field(str, required=True, longest=255),
    "user_id": Field(str, required=True, longest=255),
    "project_id": Field(str, nullable=True, longest=64),
}
KNOWN = frozenset(FIELDS) | {"id", "links"}
DELEGATED = frozenset({"trust_id", "app_cred_id", "access_token_id"})
"""What only the caller's own token may bind an EC2 credential to."""
BOUND = ("trust_id", "app_cred_id", "access_token_id", "access_id")


def ec2_id(access: str) -> str:
    """Return the id of the credential with an access key."""
    return hashlib.sha256(access.encode()).hexdigest()


def sealed(identity: Identity, credential_id: str, blob: str) -> bytes:
    """Seal what a credential holds."""
    return identity.sealer.seal(blob.encode(), f"credential {credential_id}")


def opened(identity: Identity, one: Credential) -> str:
    """Return what a credential holds."""
    return identity.sealer.open(one.blob, f"credential {one.id}").decode()


def decoded(blob: str) -> dict[str, Any]:
    """Return the object that an EC2 credential's blob is."""
    try:
        content = msgspec.json.decode(blob)
    except (msgspec.DecodeError, RecursionError):
        raise bad_request("The blob of an EC2 credential must be JSON.") from None
    if not isinstance(content, dict) or not isinstance(content.get("access"), str):
        raise bad_request("The blob of an EC2 credential must have an 'access' key.")
    return content


def _render(visit: Visit, one: Credential) -> Row:
    return {
        "id": one.id,
        "user_id": one.user_id,
        "project_id": one.project_id,
        "type": one.type,
        "blob": opened(visit.identity, one),
        **one.extra,
        "links": {"self": visit.link("credentials", one.id)},
    }


def may_use(identity: Identity, caller: Access, user_id: str | None) -> bool:
    """Return whether a caller may handle a user's credentials."""
    user = identity.users.get(user_id)
    return caller.user_id == user_id or caller.manages(user.domain_id if user else None)


def is_within(caller: Access, project_id: str | None) -> bool:
    """Return whether a token by delegation keeps to its project; other tokens need not."""
    scope = caller.standing.token.scope
    is_delegated = scope.trust_id or caller.standing.application_credential
    return not is_delegated or project_id == scope.project_id


def require_unrestricted(caller: Access) -> None:
    """Refuse a restricted application credential."""
    held = caller.standing.application_credential
    if held is not None and not held.unrestricted:
        raise forbidden("Only an unrestricted application credential can do this.")


def list_credentials(visit: Visit) -> Reply:
    """List the credentials that the caller may handle."""
    identity, caller = visit.identity, visit.access
    user_id = visit.call.query.get("user_id")
    candidates = identity.credentials.find("user", user_id) if user_id else identity.credentials
    rows = [
        _render(visit, one)
        for one in candidates
        if (caller.is_system_reader or may_use(identity, caller, one.user_id))
        and is_within(caller, one.project_id)
    ]
    return collection(visit, "credentials", rows, ("user_id", "type"))


def create_credential(visit: Visit) -> Reply:
    """Keep something secret for a user."""
    identity, caller = visit.identity, visit.access
    body = visit.call.member("credential")
    checked(body, FIELDS)
    caller.require(may_use(identity, caller, body["user_id"]))
    caller.require(is_within(caller, body.get("project_id")))
    blob, credential_id = body["blob"], new_id()
    if body["type"].lower() == EC2:
        require_unrestricted(caller)
        if "project_id" not in body:
            raise bad_request("An EC2 credential needs a 'project_id'.")
        content = extras(decoded(blob), DELEGATED) | _delegation(caller)
        blob, credential_id = msgspec.json.encode(content).decode(), ec2_id(content["access"])
    if credential_id in identity.credentials:
        raise conflict("There is a credential with this access key already.")
    credential = Credential(
        id=credential_id,
        user_id=body["user_id"],
        project_id=body.get("project_id"),
        type=body["type"],
        blob=sealed(identity, credential_id, blob),
        extra=extras(body, KNOWN),
    )
    identity.credentials.put(credential)
    return Reply(201, {"credential": _render(visit, credential)})


def _delegation(caller: Access) -> dict[str, str]:
    scope, held = caller.standing.token.scope, caller.standing.application_credential
    trust = {"trust_id": scope.trust_id} if scope.trust_id else {}
    return trust | ({"app_cred_id": held.id} if held else {})


def _found(visit: Visit) -> Credential:
    identity, caller = visit.identity, visit.access
    found = identity.credentials.get(visit.param("credential_id"))
    caller.require(may_use(identity, caller, found.user_id if found else None))
    credential = present(identity.credentials, "credential", visit.param("credential_id"))
    caller.require(is_within(caller, credential.project_id))
    return credential


def show_credential(visit: Visit) -> Reply:
    """Show a credential with what it holds."""
    return Reply(200, {"credential": _render(visit, _found(visit))})


def update_credential(visit: Visit) -> Reply:
    """Change a credential."""
    identity, before = visit.identity, _found(visit)
    body = checked(visit.call.member("credential"), optional(FIELDS))
    if before.type.lower() == EC2 and "blob" in body:
        old, new = decoded(opened(identity, before)), decoded(body["blob"])
        if any(old.get(name) != new.get(name) for name in BOUND):
            raise bad_request("What an EC2 credential is bound to cannot change.")
    changed = replace(
        before,
        user_id=body.get("user_id", before.user_id),
        project_id=body.get("project_id", before.project_id),
        type=body.get("type", before.type),
        extra={**before.extra, **extras(body, KNOWN)},
        blob=sealed(identity, before.id, body["blob"]) if "blob" in body else before.blob,
    )
    visit.access.require(may_use(identity, visit.access, changed.user_id))
    identity.credentials.put(changed)
    return Reply(200, {"credential": _render(visit, changed)})


def remove_credential(visit: Visit) -> Reply:
    """Delete a credential."""
    visit.identity.credentials.drop(_found(visit).id)
    return NO_CONTENT


ACTIONS = (
    Action("GET", "/credentials", list_credentials),
    Action("POST", "/credentials", create_credential),
    Action("GET", "/credentials/{credential_id}", show_credential),
    Action("PATCH", "/credentials/{credential_id}", update_credential),
    Action("DELETE", "/credentials/{credential_id}", remove_credential),
)
