"""OS::Heat::Value: a value under a name."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final, Literal

from typing_extensions import override

from calor.core.schema.coercion import SCALARS, Misfit
from calor.core.schema.model import Kind
from calor.core.values import Value, has_unknown
from calor.plugin import attr, prop, since
from calor.plugin.resource import Here, Resource


def expect_list(value: Value) -> Value:
    """Take a list; a text with commas is none."""
    if not isinstance(value, list | tuple):
        raise Misfit("a list", value)
    return value


def expect_map(value: Value) -> Value:
    """Take a map; a text in JSON is none."""
    if not isinstance(value, dict):
        raise Misfit("a map", value)
    return value


EXPECT: Final[Mapping[str, Callable[[Value], Value]]] = {
    "string": SCALARS[Kind.STRING],
    "number": SCALARS[Kind.NUMBER],
    "comma_delimited_list": expect_list,
    "json": expect_map,
    "boolean": SCALARS[Kind.BOOLEAN],
}


class TypedValue(Resource):
    """Gives the value of an expression a name, so that others can read it as an attribute."""

    type_name = "OS::Heat::Value"
    support = since("7.0.0")
    attributes: ClassVar = {"value": attr("The value.", None)}

    value: Any = prop("The value.", updatable=True)
    type: Literal["string", "number", "comma_delimited_list", "json", "boolean"] | None = prop(
        "What kind of value it must be; it is checked, not converted.",
        default=None,
        updatable=True,
    )

    @override
    async def create(self, here: Here) -> str | None:
        return here.physical_name()

    @override
    async def show(self, here: Here) -> Mapping[str, Value]:
        return {"value": self.value}

    @override
    def foretell(self) -> Mapping[str, Value]:
        return {"value": self.value}

    @override
    def problems(self) -> Iterable[str]:
        if self.type is None or self.value is None or has_unknown([self.type, self.value]):
            return
        try:
            EXPECT[self.type](self.value)
        except Misfit as misfit:
            yield f"value: {misfit}"
