"""On which level each item stands: below all it hangs from, with wires as short as may be."""

from collections.abc import Iterable, Sequence

from calor.core.drawing.layout.parts import Item, Pin, Wire

PASSES = 4


def rank(items: Sequence[Item], wires: Iterable[Wire]) -> list[int]:
    """Return the level of each item, counted from the top without gaps."""
    up, down = _neighbours(len(items), wires)
    order = _downwards(up, down)
    level = _longest(items, order, up)
    free = [not item.pin for item in items]
    for _ in range(PASSES):
        for one in reversed(order):
            if free[one] and down[one] and len(down[one]) >= len(up[one]):
                level[one] = min(level[lower] for lower in down[one]) - 1
        for one in order:
            if free[one] and len(up[one]) > len(down[one]):
                level[one] = max(level[upper] for upper in up[one]) + 1
    return _without_gaps(level)


def _neighbours(count: int, wires: Iterable[Wire]) -> tuple[list[list[int]], list[list[int]]]:
    up: list[list[int]] = [[] for _ in range(count)]
    down: list[list[int]] = [[] for _ in range(count)]
    for upper, lower in dict.fromkeys((wire.upper, wire.lower) for wire in wires):
        up[lower].append(upper)
        down[upper].append(lower)
    return up, down


def _downwards(up: Sequence[list[int]], down: Sequence[list[int]]) -> list[int]:
    missing = [len(above) for above in up]
    order = [one for one, count in enumerate(missing) if not count]
    for one in order:
        for lower in down[one]:
            missing[lower] -= 1
            if not missing[lower]:
                order.append(lower)
    return order


def _longest(items: Sequence[Item], order: Iterable[int], up: Sequence[list[int]]) -> list[int]:
    level = [0] * len(items)
    for one in order:
        if items[one].pin is not Pin.TOP:
            level[one] = max((level[upper] for upper in up[one]), default=0) + 1
    lowest = max(level, default=0) + 1
    return [lowest if item.pin is Pin.BOTTOM else at for item, at in zip(items, level, strict=True)]


def _without_gaps(level: Sequence[int]) -> list[int]:
    dense = {old: new for new, old in enumerate(sorted(set(level)))}
    return [dense[one] for one in level]
