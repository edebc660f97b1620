"""OS::Heat::ResourceChain: resources of several types, one after another."""

from collections.abc import Iterable
from typing import Any, ClassVar

from typing_extensions import override

from calor.core.source import shorten
from calor.core.values import Value, has_unknown
from calor.plugin import attr, prop, since
from calor.plugin.nested import Child, Phase
from calor.plugin.resource import Here
from calor.resources.heat.membership import child_template
from calor.resources.heat.numbered_group import NumberedGroup, outputs_of, refs


class ResourceChain(NumberedGroup):
    """One resource for each of some types, all with the same properties."""

    type_name = "OS::Heat::ResourceChain"
    support = since("6.0.0")
    open_attributes = True
    attributes: ClassVar = {
        "refs": attr("The reference id of each resource.", list),
        "attributes": attr("An attribute of each resource, by the resource's name.", dict),
    }

    resources: tuple[Any, ...] = prop("The types, in order.", updatable=True)
    concurrent: bool = prop("Make them all at once.", default=False)
    resource_properties: dict[str, Any] | None = prop(
        "The properties that all of them have.", default=None
    )

    @override
    def next_phase(self, here: Here, child: Child | None) -> Phase | None:
        if child is not None and child.phases:
            return None
        names = [str(index) for index, _ in enumerate(self.resources)]
        outputs = outputs_of(names, here.reads, ["refs"])
        return Phase(template=child_template(self._members(), outputs))

    @override
    def own_attributes(self, here: Here, child: Child) -> dict[str, Value]:
        return {"refs": refs(child)}

    @override
    def problems(self) -> Iterable[str]:
        if has_unknown([self.resources]):
            return
        for index, one in enumerate(self.resources):
            if not isinstance(one, str) and not has_unknown(one):
                yield f"resources.{index}: {shorten(one)} is not the name of a type"

    def _members(self) -> dict[str, dict[str, Value]]:
        members: dict[str, dict[str, Value]] = {}
        for index, one in enumerate(self.resources):
            definition: dict[str, Value] = {"type": one}
            if self.resource_properties:
                definition["properties"] = self.resource_properties
            if index and not self.concurrent:
                definition["depends_on"] = [str(index - 1)]
            members[str(index)] = definition
        return members
