"""OS::Heat::MultipartMime: several configurations in one message."""

from collections.abc import Iterable
from email.errors import MessageError
from typing import Literal
from uuid import UUID

from typing_extensions import override

from calor.core.errors import NotFound, ResourceFailed
from calor.core.source import shorten
from calor.core.values import Value, has_unknown
from calor.plugin import Declared, prop, since
from calor.plugin.resource import Configs, Here
from calor.resources.heat.mime import Part, compose, parts_of
from calor.resources.heat.stored_config import UNGROUPED, StoredConfig


class PartConfig(Declared):
    """One part of the message."""

    config: str = prop("The text, or the id of a software configuration.")
    filename: str | None = prop("The name it is sent under.", default=None)
    type: Literal["text", "multipart"] = prop(
        "Whether it is a text, or a message whose parts are taken over.", default="text"
    )
    subtype: str | None = prop("What kind of text it is, such as cloud-config.", default=None)

    async def parts(self, configs: Configs) -> list[Part]:
        """Return what it adds to the message."""
        text = await _content(self.config, configs)
        if self.type == "multipart":
            return parts_of(text)
        return [Part(text, self.subtype or "", self.filename or "")]


class MultipartMime(StoredConfig):
    """A message of several parts for cloud-init: scripts, cloud-config, other messages."""

    type_name = "OS::Heat::MultipartMime"
    support = since("2014.1")

    group: str = prop(
        "What configures: the name of a tool.", default=UNGROUPED, support=since("14.0.0")
    )
    parts: tuple[PartConfig, ...] = prop("What the message is made of.", default=())

    @override
    async def body(self, here: Here) -> dict[str, Value]:
        try:
            parts = [part for one in self.parts or () for part in await one.parts(here.configs)]
            return {"group": self.group, "config": compose(parts, here.id)}
        except (MessageError, ValueError, RecursionError) as problem:
            raise ResourceFailed(f"the parts do not make a message: {problem}") from None

    @override
    def problems(self) -> Iterable[str]:
        for part in self.parts if not has_unknown([self.parts]) else ():
            for word in (part.filename, part.subtype):
                if isinstance(word, str) and not (word.isprintable() and word == word.strip()):
                    yield f"parts: {shorten(word)} cannot stand in the head of a message"


async def _content(config: str, configs: Configs) -> str:
    """Return the text of a configuration by its id; what is no such id is the text itself."""
    if not _is_uuid(config):
        return config
    try:
        found = (await configs.show(config)).get("config")
    except NotFound:
        return config
    if not isinstance(found, str):
        raise ResourceFailed(f"the software configuration {config} is not a text")
    return found


def _is_uuid(text: str) -> bool:
    try:
        return str(UUID(text)) == text.strip().lower()
    except ValueError:
        return False
