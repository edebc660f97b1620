"""The table of all routes."""

from typing import Final

from calor.api.orchestration import (
    actions,
    events,
    handover,
    listing,
    lookup,
    outputs,
    previews,
    resources,
    signals,
    snapshots,
    stacks,
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
    )
)
