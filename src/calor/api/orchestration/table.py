"""The table of all routes."""

from typing import Final

from calor.api.orchestration import stacks
from calor.api.route import Table

TABLE: Final = Table((*stacks.ROUTES,))
