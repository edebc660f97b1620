"""Types that are imported when they are asked for, so that starting costs nothing."""

from collections.abc import Iterator, Mapping
from importlib import import_module

from typing_extensions import override

from calor.plugin import DeclaredType


class OnDemand(Mapping[str, type[DeclaredType]]):
    """Resource types by name; each is given as `package.module:Class`."""

    def __init__(self, places: Mapping[str, str]) -> None:
        self._places = places

    @override
    def __getitem__(self, name: str) -> type[DeclaredType]:
        module, _, kind = self._places[name].partition(":")
        found: type[DeclaredType] = getattr(import_module(module), kind)
        return found

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    @override
    def __len__(self) -> int:
        return len(self._places)
