from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from calor.core.drawing.layout.abscissae import BEND_GAP, ITEM_GAP, abscissae
from calor.core.drawing.layout.parts import Wire
from calor.core.drawing.layout.weave import weave


def placed(level, wires, widths):
    woven = weave(level, wires)
    levels = [[] for _ in range(max(level) + 1)]
    for one, at in enumerate(woven.level):
        levels[at].append(one)
    widths = [*widths, *[0.0] * (len(woven.level) - len(widths))]
    return levels, woven, widths, abscissae(levels, woven, widths)


def test_a_parent_stands_in_the_middle_over_its_children():
    *_, middle = placed([0, 1, 1, 1], [Wire(0, n, end=0) for n in (1, 2, 3)], [100.0] * 4)
    assert abs(middle[0] - middle[2]) < 1
    assert middle[3] - middle[2] == middle[2] - middle[1] == 100 + ITEM_GAP


def test_a_chain_is_straight():
    *_, middle = placed([0, 1, 2, 1], [Wire(0, 1), Wire(1, 2), Wire(0, 3)], [100.0] * 4)
    assert middle[1] == middle[2]


def test_a_long_wire_is_straight():
    *_, middle = placed([0, 3, 1, 2], [Wire(0, 1), Wire(0, 2), Wire(2, 3)], [100.0] * 4)
    assert middle[4] == middle[5]


@given(
    st.lists(st.tuples(st.integers(0, 3), st.floats(10, 300)), min_size=1, max_size=12),
    st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11))),
)
def test_neighbours_keep_their_order_and_their_distance(boxes, pairs):
    dense = {old: new for new, old in enumerate(sorted({at for at, _ in boxes}))}
    level = [dense[at] for at, _ in boxes]
    wires = [Wire(a, b) for a, b in pairs if max(a, b) < len(level) and level[a] < level[b]]
    levels, woven, widths, middle = placed(level, wires, [width for _, width in boxes])
    for row in levels:
        for left, right in pairwise(row):
            gap = ITEM_GAP if max(left, right) < woven.items else BEND_GAP
            least = (widths[left] + widths[right]) / 2 + gap
            assert middle[right] - middle[left] >= least - 1e-6
