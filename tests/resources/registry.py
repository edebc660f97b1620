"""All resource types that this project offers, whatever of it is installed."""

import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

from calor.plugin.registry import GROUP, TypeRegistry

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
TYPES = TypeRegistry(
    [EntryPoint(name, value, GROUP) for name, value in PROJECT["entry-points"][GROUP].items()]
)
