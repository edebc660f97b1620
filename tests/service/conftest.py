"""Every test here says where its chance began."""

import sys

import pytest

from tests.service.chance import SEED


@pytest.fixture(autouse=True)
def _seed() -> None:
    """Show the seed of a test that fails."""
    sys.stdout.write(f"CALOR_SEED={SEED}\n")
