"""OS::Heat::None: stands in for any other type."""

from typing_extensions import override

from calor.core.values import Value
from calor.plugin import since
from calor.plugin.resource import Here, Resource


class Nothing(Resource):
    """Takes any property, has every attribute, all of them null, and does nothing."""

    type_name = "OS::Heat::None"
    support = since("5.0.0")
    placeholder = True
    open_attributes = True

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        return None
