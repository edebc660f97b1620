"""The table of all routes."""

from typing import Final

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
)
from calor.api.route import Table

TABLE: Final = Table(
    (
        *stacks.ROUTES,
        *listing.ROUTES,
        *lookup.ROUTES,
        *outputs.ROUTES,
        *previews.ROUTES,
        *resources.ROUTES,
        *signals.ROUTES,
        *events.ROUTES,
        *actions.ROUTES,
        *snapshots.ROUTES,
        *handover.ROUTES,
        *validation.ROUTES,
        *types.ROUTES,
        *languages.ROUTES,
        *software_configs.ROUTES,
        *deployments.ROUTES,
        *engines.ROUTES,
    )
)
