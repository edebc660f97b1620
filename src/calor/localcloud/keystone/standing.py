"""What a token is worth at this moment: who its owner is, where, and with which roles."""

from dataclasses import dataclass

from calor.localcloud.frame.refusal import Refusal, forbidden, unauthorized
from calor.localcloud.keystone.assignments import SYSTEM, closure, roles_at, visible
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.records import ApplicationCredential, Project, Role, Trust, User
from calor.localcloud.keystone.tokens import InvalidToken, Token


@dataclass(frozen=True, slots=True)
class Standing:
    """A token together with all it points at."""

    token: Token
    user: User
    """Who the token speaks for: the trustor, where a trust lets the trustee impersonate."""
    user_domain: Project
    roles: tuple[Role, ...] = ()
    project: Project | None = None
    project_domain: Project | None = None
    domain: Project | None = None
    trust: Trust | None = None
    application_credential: ApplicationCredential | None = None


def valid_standing(identity: Identity, token: Token) -> Standing:
    """Return what a token is worth, or raise that it is worth nothing any more."""
    if token.expires_at <= identity.now():
        raise InvalidToken
    try:
        standing = standing_of(identity, token)
    except Refusal:
        raise InvalidToken from None
    trustor = (standing.trust.trustor_user_id,) if standing.trust else ()
    if identity.revocations.is_revoked(token, (token.user_id, *trustor)):
        raise InvalidToken
    return standing


def standing_of(identity: Identity, token: Token) -> Standing:
    """Return what a token that is neither expired nor revoked is worth, or refuse."""
    scope = token.scope
    owner = identity.user(token.user_id)
    trust = _trust(identity, token) if scope.trust_id else None
    user = identity.user(trust.trustor_user_id) if trust and trust.impersonation else owner
    user_domain = identity.domain(user.domain_id)
    project = identity.project(scope.project_id) if scope.project_id else None
    domain = identity.domain(scope.domain_id) if scope.domain_id else None
    project_domain = identity.domain(project.domain_id or project.id) if project else None
    enabled = (owner, user, user_domain, project, project_domain, domain)
    if not all(one is None or one.enabled for one in enabled):
        raise unauthorized()
    application_credential = _application_credential(identity, token)
    roles = tuple(_roles(identity, token, trust, application_credential))
    if not roles and (project or domain or scope.system):
        raise unauthorized("The user has no role there.")
    return Standing(
        token, user, user_domain, roles, project, project_domain, domain, trust,
        application_credential,
    )  # fmt: skip


def _trust(identity: Identity, token: Token) -> Trust:
    trust = identity.trusts.get(token.scope.trust_id)
    if trust is None or (trust.expires_at and trust.expires_at <= identity.now()):
        raise unauthorized("The trust is gone.")
    if trust.trustee_user_id != token.user_id:
        raise forbidden("Only the trustee can use a trust.")
    trustor = identity.user(trust.trustor_user_id)
    if not (trustor.enabled and identity.domain(trustor.domain_id).enabled):
        raise forbidden("The trustor is disabled.")
    return trust


def _application_credential(identity: Identity, token: Token) -> ApplicationCredential | None:
    if token.application_credential_id is None:
        return None
    found = identity.application_credentials.get(token.application_credential_id)
    if found is None or (found.expires_at and found.expires_at <= identity.now()):
        raise unauthorized("The application credential is gone.")
    return found


def _roles(
    identity: Identity,
    token: Token,
    trust: Trust | None,
    application_credential: ApplicationCredential | None,
) -> list[Role]:
    scope = token.scope
    if trust is not None:
        return delegated_roles(identity, trust)
    target_id = SYSTEM if scope.system else scope.project_id or scope.domain_id
    if target_id is None:
        return []
    held = roles_at(identity, token.user_id, target_id)
    if application_credential is not None:
        given = application_credential.role_ids
        return visible(role for role in held.values() if role.id in given)
    return visible(held.values())


def delegated_roles(identity: Identity, trust: Trust) -> list[Role]:
    """Return the roles a trust hands on, all of which its first trustor must still have."""
    first = trust
    while first.redelegated_trust_id:
        above = identity.trusts.get(first.redelegated_trust_id)
        if above is None:
            raise forbidden("The trust that this one was redelegated from is gone.")
        first = above
    if trust.project_id is None:
        return []
    held = roles_at(identity, first.trustor_user_id, trust.project_id)
    given = closure(identity, trust.role_ids)
    if not given or not given.keys() <= held.keys():
        raise forbidden("The trustor no longer has the roles that the trust hands on.")
    return visible(given.values())
