"""Tell what happened in lines that are the same in every run."""

import re
from collections import defaultdict

import msgspec

ID = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|(?<=-)[a-z2-7]{12}(?![a-z0-9])"
)


class Transcript:
    """Names stacks by their way from the root, and ids by the order in which they turn up."""

    def __init__(self, store):
        self.store = store
        self.seen = 0
        self.ids = defaultdict(lambda: f"#{len(self.ids) + 1}")

    def events(self) -> list[str]:
        fresh, self.seen = self.store.told[self.seen :], len(self.store.told)
        rows = [(_time(one.created_at), self._who(one), *_what(one)) for one in fresh]
        return self.table(rows)

    def table(self, rows) -> list[str]:
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return [self.steady("  ".join(map(str.ljust, row, widths)).rstrip()) for row in rows]

    def steady(self, text: str) -> str:
        return ID.sub(lambda found: self.ids[found[0]], text)

    def stack(self, stack_id):
        record = self.store.stacks[stack_id]
        if record.parent_id is None:
            return record.name
        return f"{self.stack(record.parent_id)}.{self.store.names[record.owner_id]}"

    def state(self, record) -> list[str]:
        """Tell how a stack is, with everything below it."""
        gone = "  (deleted)" if record.deleted_at else ""
        lines = [f"[{self.stack(record.id)}] {_state(record)}  {record.reason}{gone}"]
        rows = sorted(
            (one for one in self.store.rows.values() if one.stack_id == record.id),
            key=lambda one: (one.name, one.created_at),
        )
        table = [(one.name, _state(one), one.physical_id or "-") for one in rows]
        for row, line in zip(rows, self.table(table), strict=True):
            lines.append(f"  {line}")
            for child in self.store.stacks.values():
                if child.owner_id == row.id and not child.deleted_at:
                    lines += [f"    {inner}" for inner in self.state(child)]
        return [self.steady(line) for line in lines]

    def data(self, value) -> list[str]:
        text = msgspec.json.format(msgspec.json.encode(value, order="sorted"), indent=2)
        return [self.steady(line) for line in text.decode().splitlines()]

    def _who(self, event) -> str:
        stack = self.stack(event.stack_id)
        if event.resource_type == "OS::Heat::Stack" and event.physical_id == event.stack_id:
            return f"[{stack}]"
        return f"{stack}.{event.resource_name}"


def _what(event) -> tuple[str, str]:
    reason = "" if event.reason == "state changed" else event.reason
    return f"{event.action}_{event.status}", reason


def _state(record) -> str:
    return f"{record.action}_{record.status}"


def _time(seconds: float) -> str:
    return f"{round(seconds, 1):g}s".rjust(5)
