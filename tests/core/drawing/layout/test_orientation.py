from hypothesis import given
from hypothesis import strategies as st

from calor.core.drawing.layout.orientation import upward
from calor.core.graph import Graph

ITEM = st.integers(0, 7)


def test_nothing_is_turned_round_where_nothing_goes_round():
    assert upward(3, [(0, 1), (1, 2), (0, 2)]) == set()


def test_of_a_ring_the_arrow_that_closes_it_is_turned_round():
    assert upward(4, [(0, 1), (1, 2), (2, 1), (2, 3)]) == {2}


def test_a_ring_of_ten_thousand_is_opened():
    assert len(upward(10_000, [(n, (n + 1) % 10_000) for n in range(10_000)])) == 1


@given(st.lists(st.tuples(ITEM, ITEM).filter(lambda pair: pair[0] != pair[1])))
def test_no_cycle_is_left(arrows):
    turned = upward(8, arrows)
    needs = {str(n): set() for n in range(8)}
    for number, (source, target) in enumerate(arrows):
        one, other = (target, source) if number in turned else (source, target)
        needs[str(other)].add(str(one))
    assert Graph.of(needs).cycle() is None
