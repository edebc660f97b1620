"""The table of all routes."""

from typing import Final

from calor.api.orchestration import (
    deployments,
    engines,
    languages,
    software_configs,
    stacks,
    types,
    validation,
)
from calor.api.route import Table

TABLE: Final = Table(
    (
        *stacks.ROUTES,
        *validation.ROUTES,
        *types.ROUTES,
        *languages.ROUTES,
        *software_configs.ROUTES,
        *deployments.ROUTES,
        *engines.ROUTES,
    )
)
