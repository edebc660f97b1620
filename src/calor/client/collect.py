"""Collect the local files that belong to a template, as heatclient does.

A template names other files relative to itself.  Each of them is read once, and
every reference is replaced by the address of the file it means, so that whoever
takes the documents further only has to look addresses up.  The places in a
rewritten document are still those of the file the author wrote.
"""

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

from calor.client.addresses import address_of, local_path
from calor.client.files import Collected, SourceFile
from calor.client.reading import Unreadable, read_file
from calor.client.references import (
    Reference,
    environment_references,
    rewritten,
    template_references,
)
from calor.core.document.document import Document
from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate
from calor.core.source import Problem, Report, shorten

MEBIBYTE = 1024 * 1024
VERSION_KEYS = ("heat_template_version", "HeatTemplateFormatVersion", "AWSTemplateFormatVersion")

Find: TypeAlias = Callable[[Mapping[str, Any], str], Iterator[Reference]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileLimits:
    """How much a template may bring along."""

    files: int = 10_000
    file_bytes: int = 16 * MEBIBYTE
    total_bytes: int = 64 * MEBIBYTE


def collect(
    template: str,
    environments: Iterable[str] = (),
    limits: FileLimits | None = None,
) -> Collected:
    """Read a template, environments, and all they refer to.

    Raises `InvalidTemplate` if the template or an environment cannot be read;
    problems with other files are part of the result.
    """
    collector = _Collector(limits or FileLimits(), Path.cwd())
    roots = [collector.root(template, template_references)]
    roots += [collector.root(path, environment_references) for path in environments]
    collector.follow()
    found = [root for root in roots if root]
    if len(found) < len(roots):
        raise InvalidTemplate(collector.problems)
    return Collected(
        found[0],
        tuple(found[1:]),
        collector.files,
        frozenset(collector.missing),
        {one.address: one.name for one in (*collector.files.values(), *found)},
        tuple(collector.problems),
    )


@dataclass(slots=True)
class _Collector:
    limits: FileLimits
    here: Path
    files: dict[str, SourceFile] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    waiting: deque[tuple[Document, Reference]] = field(default_factory=deque)
    attempts: set[tuple[str, bool]] = field(default_factory=set)
    total_bytes: int = 0

    def root(self, path: str, find: Find) -> SourceFile | None:
        """Read a file that nothing refers to but the command line."""
        address = address_of(path)
        try:
            content = self._read(address)
            document = self._rewritten(parse_document(content, path), address, find)
        except Unreadable as problem:
            self.problems.append(Problem(f"cannot read {path}: {problem}"))
        except InvalidTemplate as problem:
            self.problems.extend(problem.problems)
        else:
            return SourceFile(address, path, content, document)
        return None

    def follow(self) -> None:
        """Read whatever is referred to, and what that refers to."""
        while self.waiting:
            document, reference = self.waiting.popleft()
            report = Report(document.locate, self.problems)
            if local_path(reference.address) is None:
                self._remote(reference, report)
            else:
                self._local(reference, report)

    def _remote(self, reference: Reference, report: Report) -> None:
        self.missing[reference.address] = "it is not a local file"
        report.warn(
            reference.path,
            f"{shorten(reference.address)} is not looked at: only local files are",
        )

    def _local(self, reference: Reference, report: Report) -> None:
        file = self._file(reference.address)
        if file is None:
            reason = self.missing[reference.address]
            looked = self._name(reference.address)
            where = "" if looked == reference.text else f" (looked for {looked})"
            message = f"cannot read {shorten(reference.text)}: {reason}{where}"
            report.error(reference.path, message)
        elif file.document is None:
            self._understand(file, required=reference.must_be_template)

    def _file(self, address: str) -> SourceFile | None:
        if address not in self.files and address not in self.missing:
            try:
                content = self._read(address)
                self.files[address] = SourceFile(address, self._name(address), content)
            except Unreadable as problem:
                self.missing[address] = str(problem)
        return self.files.get(address)

    def _read(self, address: str) -> bytes:
        path = local_path(address)
        if path is None:
            raise Unreadable("only local files can be read")
        if len(self.files) >= self.limits.files:
            raise Unreadable(f"there are more than {self.limits.files} files")
        left = self.limits.total_bytes - self.total_bytes
        if left <= 0:
            raise Unreadable(f"all files together exceed {self.limits.total_bytes} bytes")
        content = read_file(path, min(left, self.limits.file_bytes))
        self.total_bytes += len(content)
        return content

    def _understand(self, file: SourceFile, *, required: bool) -> None:
        """Parse a file that must be a template, or may be one by its looks."""
        attempt = (file.address, required)
        if attempt in self.attempts or not (required or _looks_like_template(file.content)):
            return
        self.attempts.add(attempt)
        try:
            document = parse_document(file.content, file.name)
        except InvalidTemplate as problem:
            if required:
                self.problems.extend(problem.problems)
            return
        if required or any(key in document.value for key in VERSION_KEYS):
            document = self._rewritten(document, file.address, template_references)
            self.files[file.address] = replace(file, document=document)

    def _rewritten(self, document: Document, address: str, find: Find) -> Document:
        references = list(find(document.value, address))
        self.waiting.extend((document, one) for one in references)
        return replace(document, value=rewritten(document.value, references))

    def _name(self, address: str) -> str:
        path = str(local_path(address))
        return min(os.path.relpath(path, self.here), path, key=len)


def _looks_like_template(content: bytes) -> bool:
    return any(key.encode() in content for key in VERSION_KEYS)
