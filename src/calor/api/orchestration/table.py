"""The table of all routes."""

from typing import Final

from calor.api.discovery import state
from calor.api.discovery.description import with_description
from calor.api.orchestration import (
    actions,
    deployments,
    engines,
    events,
    handover,
    languages,
    listing,
    lookup,
    outputs,
    previews,
    resources,
    signals,
    snapshots,
    software_configs,
    stacks,
    types,
    validation,
    waiting,
)
from calor.api.route import Table

ROUTES: Final = (
    *stacks.ROUTES,
    *listing.ROUTES,
    *lookup.ROUTES,
    *outputs.ROUTES,
    *previews.ROUTES,
    *resources.ROUTES,
    *signals.ROUTES,
    *events.ROUTES,
    *waiting.ROUTES,
    *actions.ROUTES,
    *snapshots.ROUTES,
    *handover.ROUTES,
    *validation.ROUTES,
    *types.ROUTES,
    *languages.ROUTES,
    *software_configs.ROUTES,
    *deployments.ROUTES,
    *engines.ROUTES,
    *state.ROUTES,
)

TABLE: Final = Table(with_description(ROUTES))
