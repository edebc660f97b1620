"""Every script beside this file is a test: what happens must be what it says."""

import logging
from pathlib import Path

import pytest

from tests.scenarios.script import read_script, write_script
from tests.scenarios.world import play

HERE = Path(__file__).parent
SCRIPTS = sorted(HERE.glob("*/*.txt"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(HERE).as_posix())
async def test_scenario(path, request, caplog):
    steps = read_script(path)
    outcomes = await play(steps)
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
    if request.config.getoption("--rewrite", default=False):
        write_script(path, steps, outcomes)
        return
    for step, happened in zip(steps, outcomes, strict=True):
        assert happened == list(step.expected), step.command
