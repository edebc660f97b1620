"""OpenStack's public collection of templates can be read, all of it.

The collection is not part of this repository.  Where there is a copy of it, its folder goes into
`CALOR_HEAT_TEMPLATES`.
"""

import os
from pathlib import Path

import pytest

from calor.cli.loading import load

FOLDER = os.environ.get("CALOR_HEAT_TEMPLATES")
ENDINGS = {".yaml", ".yml", ".json", ".template"}
VERSION_KEYS = ("heat_template_version", "HeatTemplateFormatVersion", "AWSTemplateFormatVersion")


def is_template(path: Path) -> bool:
    if path.suffix not in ENDINGS:
        return False
    text = path.read_text(errors="replace")
    return any(key in text for key in VERSION_KEYS)


@pytest.mark.skipif(FOLDER is None, reason="CALOR_HEAT_TEMPLATES names no copy of the collection")
def test_every_template_of_the_collection_is_read():
    paths = [path for path in sorted(Path(FOLDER or "").rglob("*")) if is_template(path)]
    assert len(paths) > 100
    unread = [path for path in paths if load(str(path), (), ()).stack is None]
    assert unread == []
