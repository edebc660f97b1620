"""What a service writes to its log."""

import logging
from typing import Final

FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
TALKATIVE: Final = ("alembic", "uvicorn.error", "urllib3", "keystoneauth", "keystonemiddleware")


def set_up_logs(*, is_verbose: bool = False) -> None:
    """Write what matters to the standard error, and what libraries say only if it is a warning."""
    logging.basicConfig(level=logging.DEBUG if is_verbose else logging.INFO, format=FORMAT)
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)
