"""What is said to both clouds; each conversation leaves a cloud as it found it."""

from tests.localcloud.keystone.conversations import delegation, people, places, tokens

CONVERSATIONS = (
    tokens.tokens,
    tokens.revocations,
    people.users,
    people.groups,
    people.roles,
    people.grants,
    places.projects,
    places.domains,
    places.catalog,
    delegation.trusts,
    delegation.application_credentials,
    delegation.credentials,
    delegation.stack_domain,
)
