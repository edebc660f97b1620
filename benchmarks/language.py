"""How long it takes to parse and check a template, by its size."""

import gc
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass

import yaml

from benchmarks.templates import layered
from calor.core.document.parse import parse_document
from calor.core.template.checks.request import StackRequest
from calor.core.template.checks.stack import check_stack
from calor.core.template.checks.surroundings import Surroundings
from calor.plugin.registry import TypeRegistry

SIZES = (100, 1_000, 10_000)
RUNS = {100: 20, 1_000: 7, 10_000: 4}
TYPES = TypeRegistry()


@dataclass(frozen=True, slots=True)
class Took:
    """Seconds that something took at best."""

    cpu: float
    wall: float

    def __add__(self, other: "Took") -> "Took":
        """Return what both took."""
        return Took(self.cpu + other.cpu, self.wall + other.wall)


def best_of(runs: int, code: Callable[[], object]) -> Took:
    """Run code several times; other processes can only make it slower."""
    times = []
    for _ in range(runs):
        gc.collect()
        cpu, wall = time.process_time(), time.perf_counter()
        code()
        times.append((time.process_time() - cpu, time.perf_counter() - wall))
    return Took(min(cpu for cpu, _ in times), min(wall for _, wall in times))


@dataclass(frozen=True, slots=True)
class Figures:
    """What one template took."""

    count: int
    parse: Took
    check: Took
    reference: Took
    """The same text with PyYAML's C loader, which keeps no places."""

    @property
    def total(self) -> Took:
        """Parsing and checking, which includes the dependency graph."""
        return self.parse + self.check


def measure(count: int) -> Figures:
    """Measure a template of so many resources."""
    text, runs = layered(count), RUNS[count]
    document = parse_document(text, "layered.yaml")
    request, around = StackRequest(document=document), Surroundings(types=TYPES)
    assert not check_stack(request, around).problems
    return Figures(
        count,
        best_of(runs, lambda: parse_document(text, "layered.yaml")),
        best_of(runs, lambda: check_stack(request, around)),
        best_of(runs, lambda: yaml.load(text, yaml.CSafeLoader)),
    )


def table(rows: list[Figures]) -> str:
    """Return the figures as people read them."""
    titles = "".join(f"  {title:>16}" for title in ("parse", "check", "total"))
    head = f"{'resources':>9}{titles}  {'parse : CSafeLoader':>20}"
    lines = [head, f"{'':>9}" + f"  {'cpu ms':>7} {'wall ms':>8}" * 3]
    for one in rows:
        shown = "  ".join(
            f"{took.cpu * 1000:7.1f} {took.wall * 1000:8.1f}"
            for took in (one.parse, one.check, one.total)
        )
        lines.append(f"{one.count:9,}  {shown}  {one.parse.cpu / one.reference.cpu:18.2f} x")
    return "\n".join(lines)


def run() -> None:
    """Measure and print."""
    rows = [measure(count) for count in SIZES]
    growth = rows[2].total.cpu / rows[1].total.cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(table(rows))
    print(f"growth from 1,000 to 10,000 resources: {growth:.1f} x (linear: 10 x)")
    print(f"largest resident size: {peak:.0f} MiB")
    print("targets: 100 resources within 15 ms, 10,000 within 1 s, linear growth")
