"""Build marked values from the events of libyaml."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from calor.core.document.findings import Findings
from calor.core.document.limits import Limits
from calor.core.document.marked import Map, Seq
from calor.core.document.repeats import Repeat
from calor.core.document.yaml.anchors import Anchors, mark_of
from calor.core.document.yaml.scalars import (
    CORE,
    MERGE,
    BadScalar,
    is_scalar_tag,
    key_text,
    read_plain,
    read_tagged,
)
from calor.core.document.yaml.tags import tag_refusal

try:
    from yaml._yaml import CParser
except ImportError as error:
    raise ImportError(
        "calor needs PyYAML with libyaml; install its wheel, or libyaml's headers before building"
    ) from error

_UNREAD: Final = object()
_KINDS: Final = {"map": "a map", "seq": "a list"}


class TreeBuilder:
    """Reads the one document of a YAML text.

    Containers are read recursively, which the limit of depth keeps short.
    """

    def __init__(self, text: str, limits: Limits, findings: Findings) -> None:
        self.repeats: list[Repeat] = []
        self._next: Callable[[], Any] = CParser(text).get_event
        self._findings = findings
        self._anchors = Anchors(limits, findings)
        self._plain: dict[str, Any] = {}
        self._readers: dict[type, Callable[[Any], Any]] = {
            ScalarEvent: self._scalar,
            MappingStartEvent: self._container,
            SequenceStartEvent: self._container,
            AliasEvent: self._anchors.recall,
        }

    def build(self) -> Any:
        """Return the value of the document, None if the text holds none."""
        next_event = self._next
        next_event()
        if next_event().__class__ is StreamEndEvent:
            return None
        event = next_event()
        root = self._readers[event.__class__](event)
        next_event()
        event = next_event()
        if event.__class__ is not StreamEndEvent:
            self._findings.stop(
                mark_of(event), "a second document begins here", "a file holds only one"
            )
        return root

    def _scalar(self, event: Any) -> Any:
        text = event.value
        if event.tag is None and event.anchor is None:
            if not event.implicit[0]:
                return text
            known = self._plain.get(text, _UNREAD)
            if known is not _UNREAD:
                return known
        return self._new_scalar(event)

    def _new_scalar(self, event: Any) -> Any:
        value = None
        try:
            value = self._read(event)
        except BadScalar as bad:
            self._findings.add(mark_of(event), bad.message, bad.hint)
        if event.anchor is not None:
            self._anchors.keep_scalar(event, value)
        return value

    def _read(self, event: Any) -> Any:
        tag, text = event.tag, event.value
        if event.implicit[0]:
            value = self._plain[text] = read_plain(text)
            return value
        if tag in (None, "!"):
            return text
        if is_scalar_tag(tag):
            return read_tagged(tag, text)
        raise BadScalar(*tag_refusal(tag, "text", text))

    def _container(self, start: Any) -> Any:
        is_map = start.__class__ is MappingStartEvent
        read = self._map if is_map else self._seq
        if start.tag is not None:
            self._check_tag(start, "map" if is_map else "seq")
        if start.anchor is None:
            return read(start)
        return self._anchors.keep_container(start, read)

    def _check_tag(self, start: Any, kind: str) -> None:
        if start.tag not in ("!", CORE + kind):
            self._findings.add(mark_of(start), *tag_refusal(start.tag, _KINDS[kind]))

    def _map(self, start: Any) -> Map:
        self._anchors.enter(start)
        result, marks = Map(), dict[str, int]()
        result.mark, result.marks = mark_of(start), marks
        next_event, readers = self._next, self._readers
        merges = []
        while (event := next_event()).__class__ is not MappingEndEvent:
            key, mark = self._key(event), mark_of(event)
            event = next_event()
            value = readers[event.__class__](event)
            if key is None:
                merges.append((value, event))
                continue
            if key in marks:
                self.repeats.append(Repeat(result, key, marks[key], mark))
            result[key] = value
            marks[key] = mark
        self._anchors.leave(event, len(result))
        if merges:
            self._merge(result, merges)
        return result

    def _seq(self, start: Any) -> Seq:
        self._anchors.enter(start)
        result, marks = Seq(), list[int]()
        result.mark, result.marks = mark_of(start), marks
        next_event, readers = self._next, self._readers
        while (event := next_event()).__class__ is not SequenceEndEvent:
            marks.append(mark_of(event))
            result.append(readers[event.__class__](event))
        self._anchors.leave(event, len(result))
        return result

    def _key(self, event: Any) -> str | None:
        """Return the key, None for the `<<` that merges."""
        if event.__class__ is ScalarEvent and _is_merge(event):
            return None
        value = self._readers[event.__class__](event)
        if isinstance(value, str):
            return value
        if isinstance(value, dict | list):
            kind = "map" if isinstance(value, dict) else "list"
            hint = "quote text that begins with '{' or '['"
            self._findings.add(mark_of(event), f"a {kind} cannot be a key", hint)
            return ""
        return key_text(value)

    def _merge(self, result: Map, merges: Iterable[tuple[Any, Any]]) -> None:
        """Put the merged items before the map's own, which win."""
        own, own_marks = dict(result), dict(result.marks)
        result.clear()
        for value, event in merges:
            for one in reversed(value) if isinstance(value, Seq) else (value,):
                if not isinstance(one, Map):
                    self._findings.add(mark_of(event), "'<<' takes a map or a list of maps")
                    return
                result.update(one)
                result.marks.update(one.marks)
        result.update(own)
        result.marks.update(own_marks)


def _is_merge(event: Any) -> bool:
    if event.tag is None:
        return event.value == "<<" and bool(event.implicit[0])
    return bool(event.tag == MERGE)
