"""The table of all routes."""

from typing import Final

from calor.api.orchestration import engines, languages, stacks, types
from calor.api.route import Table

TABLE: Final = Table((*stacks.ROUTES, *types.ROUTES, *languages.ROUTES, *engines.ROUTES))
