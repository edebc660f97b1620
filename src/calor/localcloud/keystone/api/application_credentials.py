"""Application credentials."""

from calor.localcloud.frame.call import NO_CONTENT, Reply
from calor.localcloud.frame.refusal import bad_request, conflict, forbidden
from calor.localcloud.keystone.access import Access
from calor.localcloud.keystone.api.trusts import role_id_of
from calor.localcloud.keystone.assignments import closure
from calor.localcloud.keystone.fields import NEW_NAME, TEXT, Field, checked
from calor.localcloud.keystone.identity import Identity, new_id, new_secret, present
from calor.localcloud.keystone.listing import Row, collection
from calor.localcloud.keystone.moments import iso, parse
from calor.localcloud.keystone.records import ApplicationCredential
from calor.localcloud.keystone.rendering import whole_roles
from calor.localcloud.keystone.visit import Action, Visit

FIELDS = {
    "name": NEW_NAME,
    "description": TEXT,
    "secret": Field(str, nullable=True, longest=4096),
    "expires_at": Field(str, nullable=True, longest=64),
    "roles": Field(list),
    "unrestricted": Field(bool, nullable=True),
}
PATH = "/users/{user_id}/application_credentials"


def _render(visit: Visit, one: ApplicationCredential) -> Row:
    roles = (visit.identity.roles.get(role_id) for role_id in one.role_ids)
    return {
        "id": one.id,
        "name": one.name,
        "description": one.description,
        "user_id": one.user_id,
        "project_id": one.project_id,
        "system": None,
        "expires_at": None if one.expires_at is None else iso(one.expires_at).rstrip("Z"),
        "unrestricted": one.unrestricted,
        "roles": whole_roles(role for role in roles if role is not None),
        "links": {"self": visit.link("users", one.user_id, "application_credentials", one.id)},
    }


def _caller(visit: Visit, *, change: bool) -> Access:
    caller = visit.access
    if caller.standing.token.scope.trust_id is not None:
        raise forbidden("Application credentials are not open to tokens from a trust.")
    held = caller.standing.application_credential
    if change and held is not None and not held.unrestricted:
        raise forbidden("Only an unrestricted application credential can do this.")
    return caller


def list_application_credentials(visit: Visit) -> Reply:
    """List a user's application credentials."""
    caller, user_id = _caller(visit, change=False), visit.param("user_id")
    caller.require(caller.is_system_reader or caller.user_id == user_id)
    found = visit.identity.application_credentials.find("user", user_id)
    rows = [_render(visit, one) for one in found]
    return collection(visit, "application_credentials", rows, ("name",))


def create_application_credential(visit: Visit) -> Reply:
    """Make an application credential for the project of the caller's token."""
    identity, caller = visit.identity, _caller(visit, change=True)
    caller.require(caller.user_id == visit.param("user_id"))
    body = checked(visit.call.member("application_credential"), FIELDS)
    if caller.project_id is None:
        raise bad_request("An application credential needs a token for a project.")
    if identity.application_credentials.find("name", (caller.user_id, body["name"])):
        raise conflict(f"There is an application credential {body['name']!r} already.")
    secret = body.get("secret") or new_secret() + new_secret()
    made = ApplicationCredential(
        id=new_id(),
        name=body["name"],
        user_id=caller.user_id,
        project_id=caller.project_id,
        role_ids=_role_ids(identity, caller, body),
        secret=identity.passwords.hashed(secret),
        description=body.get("description"),
        expires_at=_expiry(identity, body),
        unrestricted=body.get("unrestricted"),
    )
    identity.application_credentials.put(made)
    row = {**_render(visit, made), "secret": secret}
    return Reply(201, {"application_credential": row})


def _expiry(identity: Identity, body: Row) -> float | None:
    if body.get("expires_at") is None:
        return None
    moment = parse(body["expires_at"])
    if moment <= identity.now():
        raise bad_request("'expires_at' is in the past.")
    return moment


def _role_ids(identity: Identity, caller: Access, body: Row) -> tuple[str, ...]:
    held = [role.id for role in caller.standing.roles]
    if not body.get("roles"):
        return tuple(held)
    asked = [role_id_of(identity, one) for one in body["roles"]]
    wanted = closure(identity, asked).keys()
    if not set(asked) <= set(held) or not wanted <= set(held):
        raise bad_request("An application credential cannot have a role that its maker has not.")
    return tuple(wanted)


def _found(visit: Visit, caller: Access) -> ApplicationCredential:
    shelf, identifier = visit.identity.application_credentials, visit.param("credential_id")
    found = shelf.get(identifier)
    owner = found.user_id if found else visit.param("user_id")
    caller.require(caller.is_admin or caller.user_id == owner)
    return present(shelf, "application credential", identifier)


def show_application_credential(visit: Visit) -> Reply:
    """Show an application credential, never its secret."""
    found = _found(visit, _caller(visit, change=False))
    return Reply(200, {"application_credential": _render(visit, found)})


def remove_application_credential(visit: Visit) -> Reply:
    """Delete an application credential with its tokens."""
    found = _found(visit, _caller(visit, change=True))
    visit.identity.application_credentials.drop(found.id)
    return NO_CONTENT


ACTIONS = (
    Action("GET", PATH, list_application_credentials),
    Action("POST", PATH, create_application_credential),
    Action("GET", f"{PATH}/{{credential_id}}", show_application_credential),
    Action("DELETE", f"{PATH}/{{credential_id}}", remove_application_credential),
)
