"""EC2 credentials of users, and tokens for requests that were signed with them."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import msgspec

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import Refusal, bad_request, unauthorized
from calor.localcloud.keystone.api.credentials import (
    EC2,
    decoded,
    ec2_id,
    is_within,
    may_use,
    opened,
    require_unrestricted,
    sealed,
)
from calor.localcloud.keystone.authentication import Proof, issue
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.records import Credential
from calor.localcloud.keystone.rendering import token_body
from calor.localcloud.keystone.signatures import is_fresh, is_signed, is_signed_for_s3
from calor.localcloud.keystone.tokens import Scope
from calor.localcloud.keystone.visit import Action, Visit

PATH = "/users/{user_id}/credentials/OS-EC2"
Signed = Callable[[str, dict[str, Any]], bool]


def _render(visit: Visit, one: Credential) -> Row:
    blob = decoded(opened(visit.identity, one))
    link = visit.link("users", one.user_id, "credentials", "OS-EC2", blob["access"])
    return {
        "user_id": one.user_id,
        "tenant_id": one.project_id,
        "access": blob["access"],
        "secret": blob.get("secret"),
        "trust_id": blob.get("trust_id"),
        "links": {"self": link},
    }


def list_ec2_credentials(visit: Visit) -> Reply:
    """List a user's EC2 credentials."""
    identity, caller = visit.identity, visit.access
    user_id = visit.param("user_id")
    caller.require(caller.is_system_reader or may_use(identity, caller, user_id))
    rows = [
        _render(visit, one)
        for one in identity.credentials.find("user", identity.user(user_id).id)
        if one.type == EC2 and is_within(caller, one.project_id)
    ]
    return collection(visit, "credentials", rows)


def create_ec2_credential(visit: Visit) -> Reply:
    """Make a pair of an access key and a secret for a project."""
    identity, caller = visit.identity, visit.access
    user_id = visit.param("user_id")
    own = caller.user_id == user_id and "member" in caller.roles
    user = identity.users.get(user_id)
    caller.require(own or caller.manages(user.domain_id if user else None))
    require_unrestricted(caller)
    body = visit.call.json
    project_id = body.get("tenant_id") if isinstance(body, dict) else None
    identity.user(user_id)
    if not isinstance(project_id, str):
        raise bad_request("'tenant_id' must name a project.")
    caller.require(is_within(caller, identity.project(project_id).id))
    trust_id = caller.standing.token.scope.trust_id
    blob = {"access": uuid4().hex, "secret": uuid4().hex, "trust_id": trust_id}
    identifier = ec2_id(str(blob["access"]))
    content = sealed(identity, identifier, msgspec.json.encode(blob).decode())
    made = Credential(identifier, user_id, project_id, EC2, content)
    identity.credentials.put(made)
    return Reply(201, {"credential": _render(visit, made)})


def _found(visit: Visit) -> Credential:
    identity, caller = visit.identity, visit.access
    access = visit.param("access")
    found = identity.credentials.get(ec2_id(access))
    if found is None or found.type != EC2:
        raise Refusal(404, f"There is no EC2 credential {access!r}.")
    caller.require(may_use(identity, caller, found.user_id))
    caller.require(is_within(caller, found.project_id))
    identity.user(visit.param("user_id"))
    return found


def show_ec2_credential(visit: Visit) -> Reply:
    """Show an EC2 credential."""
    return Reply(200, {"credential": _render(visit, _found(visit))})


def remove_ec2_credential(visit: Visit) -> Reply:
    """Delete an EC2 credential."""
    visit.identity.credentials.drop(_found(visit).id)
    return NO_CONTENT


def create_ec2_token(visit: Visit) -> Reply:
    """Give a service the token of whoever signed a request."""
    text, body = _token(visit, is_signed)
    return Reply(200, body, {"X-Subject-Token": text})


def create_s3_token(visit: Visit) -> Reply:
    """Tell a service who signed a request for an object store."""
    _, body = _token(visit, is_signed_for_s3)
    return Reply(200, body)


def _token(visit: Visit, signed: Signed) -> tuple[str, Row]:
    identity = visit.identity
    visit.access.require(visit.access.is_service)
    shown = _shown(visit.call.json)
    credential = identity.credentials.get(ec2_id(str(shown["access"])))
    if credential is None or credential.type != EC2:
        raise Refusal(404, "There is no EC2 credential with this access key.")
    blob = decoded(opened(identity, credential))
    if not signed(str(blob.get("secret")), shown):
        raise unauthorized("The signature is not right.")
    if not is_fresh(shown, identity.now()):
        raise unauthorized("The signature is too old.")
    proof, scope = _proof(identity, credential, blob)
    text, standing = issue(identity, proof, scope)
    return text, token_body(identity, standing, with_catalog=True)


def _shown(body: object) -> dict[str, Any]:
    if not isinstance(body, dict) or not body:
        raise bad_request("The body must be an object.")
    names = ("credentials", "credential", "ec2Credentials")
    shown = next((body[name] for name in names if body.get(name)), None)
    if not isinstance(shown, dict) or "access" not in shown:
        raise unauthorized("No signature was shown.")
    return shown


def _proof(identity: Identity, credential: Credential, blob: dict[str, Any]) -> tuple[Proof, Scope]:
    identity.project(credential.project_id)
    user_id, trust_id, held = credential.user_id, blob.get("trust_id"), blob.get("app_cred_id")
    identity.user(user_id)
    trust = identity.trusts.get(trust_id)
    if trust is not None and trust.impersonation:
        user_id = trust.trustee_user_id
    proof = Proof(user_id, ("ec2credential",), application_credential_id=held)
    return proof, Scope(project_id=credential.project_id, trust_id=trust_id)


ACTIONS = (
    Action("GET", PATH, list_ec2_credentials),
    Action("POST", PATH, create_ec2_credential),
    Action("GET", f"{PATH}/{{access}}", show_ec2_credential),
    Action("DELETE", f"{PATH}/{{access}}", remove_ec2_credential),
    Action("POST", "/ec2tokens", create_ec2_token),
    Action("POST", "/s3tokens", create_s3_token),
)
