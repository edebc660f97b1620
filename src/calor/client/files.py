"""A template with the files that belong to it, ready to be sent or looked at."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from calor.client.reading import as_text
from calor.core.document.document import Document
from calor.core.source import Problem


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read.

    `name` is what the author would type; `document` is there if the file is a
    template or an environment, with references already replaced by addresses.
    """

    address: str
    name: str
    content: bytes
    document: Document | None = None

    @property
    def text(self) -> str:
        """What is sent: a document with its references replaced, or the content."""
        return json.dumps(self.document.value) if self.document else as_text(self.content)


@dataclass(frozen=True, slots=True)
class Collected:
    """A template, its environments in the order given, and all they refer to.

    `missing` are the addresses that are referred to but were not read; a problem
    tells of each.  `names` has what the author would type for each address.
    """

    template: SourceFile
    environments: tuple[SourceFile, ...]
    files: Mapping[str, SourceFile]
    missing: frozenset[str]
    names: Mapping[str, str]
    problems: tuple[Problem, ...]

    def request(self) -> dict[str, Any]:
        """Return the part of a request body that heatclient would send for these files."""
        files = {address: file.text for address, file in self.files.items()}
        files |= {one.address: one.text for one in self.environments}
        return {
            "template": self.template.document and self.template.document.value,
            "files": files,
            "environment_files": [one.address for one in self.environments],
        }
