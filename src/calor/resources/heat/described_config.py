"""Configurations that say what they take and what they give."""

from abc import abstractmethod
from dataclasses import fields
from typing import Any, Literal, TypeAlias

from typing_extensions import override

from calor.core.values import Value
from calor.plugin import Declared, prop
from calor.plugin.declaration import name_of
from calor.plugin.resource import Here
from calor.resources.heat.stored_config import UNGROUPED, StoredConfig

ValueType: TypeAlias = Literal["String", "Number", "CommaDelimitedList", "Json", "Boolean"]


class Input(Declared):
    """What a configuration is given."""

    name: str = prop("What it is called.")
    description: str | None = prop("What it means.", default=None)
    type: ValueType = prop("What kind of value it is.", default="String")
    default: Any = prop("Its value where none is given.", default=None)
    replace_on_change: bool = prop("Another value replaces the deployment.", default=False)


class Output(Declared):
    """What a configuration gives back."""

    name: str = prop("What it is called.")
    description: str | None = prop("What it means.", default=None)
    type: ValueType = prop("What kind of value it is.", default="String")
    error_output: bool = prop("Giving it means that the deployment failed.", default=False)


class DescribedConfig(StoredConfig):
    """A configuration that says what it takes and what it gives."""

    group: str = prop("What configures: the name of a tool.", default=UNGROUPED)
    options: dict[str, Any] | None = prop("Options of that tool.", default=None)
    inputs: tuple[Input, ...] | None = prop("What it takes.", default=None)
    outputs: tuple[Output, ...] | None = prop("What it gives.", default=None)

    @abstractmethod
    def content(self) -> Value:
        """Return what is configured."""

    @override
    async def body(self, here: Here) -> dict[str, Value]:
        return {
            "group": self.group,
            "config": self.content(),
            "inputs": [_input(one) for one in self.inputs or ()],
            "outputs": [_given(one) for one in self.outputs or ()],
            "options": self.options or {},
        }


def _input(one: Input) -> dict[str, Value]:
    given = _given(one)
    if not one.replace_on_change:
        del given["replace_on_change"]
    return given


def _given(declared: Declared) -> dict[str, Value]:
    given = {name_of(one): getattr(declared, one.name) for one in fields(declared)}
    return {name: value for name, value in given.items() if value is not None}
