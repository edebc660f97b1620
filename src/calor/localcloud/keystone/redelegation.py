"""Trusts that a trustee makes from a trust."""

from dataclasses import replace
from typing import Any

from calor.localcloud.frame.refusal import bad_request, forbidden
from calor.localcloud.keystone.identity import Identity
from calor.localcloud.keystone.records import Trust

MAX_DEPTH = 3


def redelegated(
    identity: Identity, trust: Trust, body: dict[str, Any], above: Trust | None
) -> Trust:
    """Return a trust with its place in a chain of trusts, which none may go beyond."""
    asked: int | None = body.get("redelegation_count")
    can_go_on = bool(body.get("allow_redelegation")) and asked != 0
    if can_go_on and trust.remaining_uses is not None:
        raise bad_request("A trust that can be redelegated cannot have 'remaining_uses'.")
    if can_go_on and asked is not None and not 0 <= asked <= MAX_DEPTH:
        raise forbidden(f"A trust can be redelegated {MAX_DEPTH} times at most.")
    if above is None:
        return replace(trust, redelegation_count=(asked or MAX_DEPTH) if can_go_on else 0)
    left = above.redelegation_count - 1
    if can_go_on and asked and asked != left:
        raise forbidden("'redelegation_count' cannot be chosen for a redelegated trust.")
    trust = replace(
        trust,
        redelegated_trust_id=above.id,
        redelegation_count=left if can_go_on else 0,
        expires_at=trust.expires_at or above.expires_at,
    )
    _check_within(identity, trust, above)
    return trust


def _check_within(identity: Identity, trust: Trust, above: Trust) -> None:
    source: Trust | None = above
    while source is not None:
        if not 0 < source.redelegation_count <= MAX_DEPTH:
            raise forbidden("The trust cannot be redelegated.")
        if trust.remaining_uses is not None:
            raise forbidden("A redelegated trust cannot have 'remaining_uses'.")
        if source.expires_at and (trust.expires_at or 0) > source.expires_at:
            raise forbidden("The trust would outlive the one that it comes from.")
        if not set(trust.role_ids) <= set(source.role_ids):
            raise forbidden("The trust would hand on more roles than the one that it comes from.")
        if trust.impersonation and not source.impersonation:
            raise forbidden("The trust that this one comes from does not let anybody impersonate.")
        source = identity.trusts.get(source.redelegated_trust_id)
