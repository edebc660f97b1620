from hypothesis import given
from hypothesis import strategies as st

from calor.core.drawing.layout.parts import Item, Pin, Wire
from calor.core.drawing.layout.ranks import rank

BOX = Item(100, 40)
DOWNWARDS = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(lambda pair: pair[0] < pair[1])
)


def ranked(count, *pairs):
    return rank([BOX] * count, [Wire(upper, lower) for upper, lower in pairs])


def test_a_chain_goes_down_step_by_step():
    assert ranked(3, (0, 1), (1, 2)) == [0, 1, 2]


def test_what_is_only_needed_far_down_stands_right_above_it():
    net, subnet, port, key, server = ranked(5, (0, 1), (1, 2), (2, 4), (3, 4))
    assert (net, subnet, port, server) == (0, 1, 2, 3)
    assert key == server - 1


def test_a_side_branch_moves_down_as_a_whole():
    assert ranked(6, (0, 1), (1, 2), (2, 3), (4, 5), (5, 3)) == [0, 1, 2, 3, 1, 2]


def test_pins_are_the_first_and_the_last_row():
    items = [BOX, Item(0, 0, pin=Pin.BOTTOM), Item(0, 0, pin=Pin.TOP), BOX]
    level = rank(items, [Wire(2, 0), Wire(0, 1), Wire(0, 3)])
    assert level[2] == 0
    assert level[1] == max(level)
    assert 0 < level[0] < level[3] < level[1]


@given(DOWNWARDS)
def test_every_wire_leads_down_and_no_level_is_empty(pairs):
    level = ranked(10, *pairs)
    assert all(level[upper] < level[lower] for upper, lower in pairs)
    assert set(level) == set(range(max(level) + 1))
