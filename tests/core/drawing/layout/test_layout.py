from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.drawing.layout.layout import Box, lay_out

GROUPS = st.sampled_from([None, None, "a", "b", "a/x", "a/y", "b/x/deep"])
WIDTHS = st.sampled_from([104.0, 136.0, 216.0])


@st.composite
def drawings(draw):
    boxes = draw(st.lists(st.builds(Box, WIDTHS, st.just(46.0), group=GROUPS), max_size=14))
    number = st.integers(0, max(0, len(boxes) - 1))
    edges = draw(st.lists(st.tuples(number, number), unique=True, max_size=24)) if boxes else []
    return boxes, edges


def overlap(one, other):
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height


def contains(outer, inner):
    return (
        outer.x <= inner.x
        and outer.y <= inner.y
        and inner.x + inner.width <= outer.x + outer.width
        and inner.y + inner.height <= outer.y + outer.height
    )


def points_on(route):
    """Yield points on a line, bends as the curves they are drawn with."""
    for (x, y), (to_x, to_y) in pairwise(route):
        for step in range(17):
            t = step / 16
            across = (1 - t) ** 3 + 3 * (1 - t) ** 2 * t
            down = 1.5 * (1 - t) ** 2 * t + 1.5 * (1 - t) * t**2 + t**3
            yield x * across + to_x * (1 - across), y + (to_y - y) * down


def is_inside(point, box):
    x, y = point
    return box.x + 1 < x < box.x + box.width - 1 and box.y + 1 < y < box.y + box.height - 1


def test_an_empty_drawing_is_a_drawing():
    assert lay_out([], []).boxes == []


@given(drawings())
def test_boxes_never_overlap_and_stay_on_the_sheet(drawing):
    layout = lay_out(*drawing)
    assert not any(overlap(one, other) for one, other in combinations(layout.boxes, 2))
    for box in layout.boxes:
        assert box.x >= 0
        assert box.y >= 0
        assert box.x + box.width <= layout.width + 1e-6
        assert box.y + box.height <= layout.height + 1e-6


@given(drawings())
def test_a_frame_holds_its_own_boxes_and_no_others(drawing):
    boxes, edges = drawing
    layout = lay_out(boxes, edges)
    frames = [frame for _, frame in layout.frames]
    for box, at in zip(boxes, layout.boxes, strict=True):
        depth = len(box.group.split("/")) if box.group else 0
        assert sum(contains(frame, at) for frame in frames) == depth
        assert sum(overlap(frame, at) for frame in frames) == depth


@given(drawings())
def test_every_line_leads_from_its_source_to_its_target(drawing):
    boxes, edges = drawing
    layout = lay_out(boxes, edges)
    for (source, target), route in zip(edges, layout.routes, strict=True):
        if source == target:
            assert route == []
            continue
        for at, (x, y) in ((source, route[0]), (target, route[-1])):
            box = layout.boxes[at]
            assert box.x < x < box.x + box.width
            assert y in (pytest.approx(box.y), pytest.approx(box.y + box.height))


@given(drawings())
def test_no_line_runs_through_a_box(drawing):
    boxes, edges = drawing
    layout = lay_out(boxes, edges)
    for route in layout.routes:
        for point in points_on(route):
            assert not any(is_inside(point, box) for box in layout.boxes)


@given(drawings())
def test_a_line_enters_only_frames_around_its_ends(drawing):
    boxes, edges = drawing
    layout = lay_out(boxes, edges)
    for (source, target), route in zip(edges, layout.routes, strict=True):
        ends = (layout.boxes[source], layout.boxes[target])
        foreign = [
            frame for _, frame in layout.frames if not any(contains(frame, end) for end in ends)
        ]
        assert not any(is_inside(point, frame) for point in points_on(route) for frame in foreign)


@given(drawings())
def test_without_a_cycle_everything_stands_below_what_it_needs(drawing):
    boxes, edges = drawing
    plain = [Box(box.width, box.height) for box in boxes]
    layout = lay_out(plain, [(a, b) for a, b in edges if a < b])
    for a, b in edges:
        if a < b:
            assert layout.boxes[a].y < layout.boxes[b].y


@given(drawings())
def test_the_same_drawing_is_laid_out_the_same_way(drawing):
    assert lay_out(*drawing) == lay_out(*drawing)


def test_the_children_of_one_box_surround_its_middle():
    layout = lay_out([Box(104, 46)] * 4, [(0, 1), (0, 2), (0, 3)])
    root, *leaves = layout.boxes
    assert sorted(leaf.x for leaf in leaves)[1] == pytest.approx(root.x, abs=1)


def test_lines_too_long_for_bends_run_beside_the_drawing_and_through_no_box():
    count = 400
    edges = [(n, n + 1) for n in range(count - 1)] + [(n, n + 330) for n in range(60)]
    layout = lay_out([Box(104, 46)] * count, edges)
    beside = [route for route in layout.routes[count - 1 :] if len(route) == 6]
    assert beside
    right = max(box.x + box.width for box in layout.boxes)
    for route in beside:
        assert route[2][0] == route[3][0] > right
        inside = [
            box for box in layout.boxes for point in points_on(route) if is_inside(point, box)
        ]
        assert inside == []
