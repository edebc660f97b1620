"""Which arrows must point upwards so that all others can point down."""

from collections.abc import Iterator, Sequence


def upward(count: int, arrows: Sequence[tuple[int, int]]) -> set[int]:
    """Return the numbers of arrows which, turned round, leave no cycle among `count` items."""
    leaving: list[list[int]] = [[] for _ in range(count)]
    entered = [False] * count
    for number, (source, target) in enumerate(arrows):
        leaving[source].append(number)
        entered[target] = True
    # Beginning at the items nothing leads to turns few arrows round and keeps sources on top.
    starts = sorted(range(count), key=entered.__getitem__)
    return set(_closing(starts, leaving, arrows))


def _closing(
    starts: Sequence[int], leaving: Sequence[list[int]], arrows: Sequence[tuple[int, int]]
) -> Iterator[int]:
    """Yield the arrows that lead back to where a walk from the starts came through."""
    unseen, open_, done = 0, 1, 2
    state = [unseen] * len(leaving)
    for start in starts:
        stack = [(start, iter(leaving[start]))] if state[start] == unseen else []
        state[start] = state[start] or open_
        while stack:
            item, rest = stack[-1]
            number = next(rest, None)
            if number is None:
                state[item] = done
                stack.pop()
                continue
            target = arrows[number][1]
            if state[target] == open_:
                yield number
            elif state[target] == unseen:
                state[target] = open_
                stack.append((target, iter(leaving[target])))
