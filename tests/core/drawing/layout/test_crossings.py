from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from calor.core.drawing.layout.crossings import count_crossings, reduce_crossings


def ties(count, segments):
    up, down = [[] for _ in range(count)], [[] for _ in range(count)]
    for upper, lower in segments:
        up[lower].append(upper)
        down[upper].append(lower)
    return up, down


@st.composite
def two_gaps(draw):
    """Three levels of five, and segments between neighbouring ones."""
    pick = st.integers(0, 4)
    upper = draw(st.lists(st.tuples(pick, pick.map(lambda n: n + 5)), unique=True))
    lower = draw(
        st.lists(st.tuples(pick.map(lambda n: n + 5), pick.map(lambda n: n + 10)), unique=True)
    )
    return [list(range(5)), list(range(5, 10)), list(range(10, 15))], upper + lower


def test_two_segments_that_change_sides_cross_once():
    _, down = ties(4, [(0, 3), (1, 2)])
    assert count_crossings([[0, 1], [2, 3]], down) == 1
    assert count_crossings([[0, 1], [3, 2]], down) == 0


def test_segments_that_meet_do_not_cross():
    _, down = ties(3, [(0, 2), (1, 2)])
    assert count_crossings([[0, 1], [2]], down) == 0


@given(two_gaps())
def test_counting_agrees_with_looking_at_every_pair(case):
    levels, segments = case
    _, down = ties(15, segments)
    crossing = sum(
        (a - c) * (b - d) < 0 for (a, b), (c, d) in combinations(segments, 2) if a // 5 == c // 5
    )
    assert count_crossings(levels, down) == crossing


@given(two_gaps())
def test_there_are_never_more_crossings_than_before_and_nobody_is_lost(case):
    levels, segments = case
    up, down = ties(15, segments)
    better = reduce_crossings(levels, up, down)
    assert [sorted(level) for level in better] == levels
    assert count_crossings(better, down) <= count_crossings(levels, down)


def test_a_tangled_tree_is_untangled():
    segments = [(0, 5), (0, 3), (1, 4), (1, 6), (2, 3 + 4), (2, 8)]
    levels = [[0, 1, 2], [8, 4, 3, 7, 6, 5]]
    up, down = ties(9, segments)
    assert count_crossings(levels, down) > 5
    assert count_crossings(reduce_crossings(levels, up, down), down) == 0
