"""What requests about software configurations and deployments carry."""

from typing import Annotated, Any, Final, Literal

import msgspec

from calor.api.faults import BadRequest
from calor.core.source import shorten
from calor.core.template.parameters.coercion import Misfit, coerce
from calor.core.template.parameters.declaration import CFN_TYPES

ValueType = Literal["String", "Number", "CommaDelimitedList", "Json", "Boolean"]
MOST_NAME: Final = 255
MOST_ID: Final = 64


class InputBody(msgspec.Struct, forbid_unknown_fields=True):
    """What a configuration is given."""

    name: str
    description: str | None = None
    type: ValueType = "String"
    default: Any = None
    replace_on_change: bool = False
    value: Any = None

    def kept(self) -> dict[str, Any]:
        """Return what is worth keeping."""
        self._refuse_default()
        shown = {key: one for key, one in msgspec.structs.asdict(self).items() if one is not None}
        if not self.replace_on_change:
            del shown["replace_on_change"]
        return shown

    def _refuse_default(self) -> None:
        if self.default in (None, ""):
            return
        try:
            coerce(CFN_TYPES[self.type], self.default)
        except Misfit as problem:
            where = f"the default of the input {shorten(self.name)}"
            raise BadRequest(f"{where} is no {self.type}: {problem}") from None


class OutputBody(msgspec.Struct, forbid_unknown_fields=True):
    """What a configuration gives back."""

    name: str
    description: str | None = None
    type: ValueType = "String"
    error_output: bool = False

    def kept(self) -> dict[str, Any]:
        """Return what is worth keeping."""
        return {key: one for key, one in msgspec.structs.asdict(self).items() if one is not None}


class SoftwareConfigBody(msgspec.Struct):
    """A new configuration."""

    name: Annotated[str, msgspec.Meta(max_length=MOST_NAME)] | None = None
    group: Annotated[str, msgspec.Meta(max_length=MOST_NAME)] | None = None
    config: Any = None
    inputs: list[InputBody] = []
    outputs: list[OutputBody] = []
    options: dict[str, Any] | None = None

    def given(self) -> dict[str, Any]:
        """Return what the configuration is made of."""
        return {
            "name": plain("name", self.name or ""),
            "group": plain("group", self.group or ""),
            "config": self.config,
            "inputs": tuple(one.kept() for one in self.inputs),
            "outputs": tuple(one.kept() for one in self.outputs),
            "options": self.options or {},
        }


class DeploymentUpdateBody(msgspec.Struct):
    """What has become of a deployment; what is null stays as it was."""

    config_id: Annotated[str, msgspec.Meta(max_length=MOST_ID)] | None = None
    input_values: dict[str, Any] | None = None
    output_values: dict[str, Any] | None = None
    action: str | None = None
    status: str | None = None
    status_reason: str | None = None

    def changes(self) -> dict[str, Any]:
        """Return what changes."""
        given = msgspec.structs.asdict(self)
        given["reason"] = given.pop("status_reason")
        return {key: one for key, one in given.items() if one}


class DeploymentBody(msgspec.Struct):
    """A new deployment."""

    config_id: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_ID)]
    server_id: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_ID)]
    input_values: dict[str, Any] | None = None
    action: str | None = None
    status: str | None = None
    status_reason: str | None = None
    stack_user_project_id: Annotated[str, msgspec.Meta(max_length=MOST_ID)] | None = None

    def given(self) -> dict[str, Any]:
        """Return what the deployment is made of."""
        user_project = self.stack_user_project_id
        return {
            "config_id": plain("config_id", self.config_id),
            "server_id": plain("server_id", self.server_id),
            "input_values": self.input_values or {},
            "action": self.action,
            "status": self.status,
            "reason": self.status_reason,
            "stack_user_project": user_project and plain("stack_user_project_id", user_project),
        }


def plain(name: str, text: str) -> str:
    """Return a text that every database takes."""
    if "\0" in text:
        raise BadRequest(f"{name} has a null character in it")
    return text
