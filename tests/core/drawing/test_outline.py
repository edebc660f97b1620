from calor.core.drawing.outline import Closed, Opened, outline, short_names
from calor.core.drawing.picture import Node, Picture

A, B, C = Node("a", "a"), Node("b", "b", group="web/0"), Node("c", "c", group="web")


def test_groups_open_and_close_around_their_nodes():
    assert list(outline(Picture("", (A, B, C)))) == [
        (1, ("n0", A)),
        (1, Opened(1, "web")),
        (2, Opened(2, "0")),
        (3, ("n1", B)),
        (2, Closed()),
        (2, ("n2", C)),
        (1, Closed()),
    ]


def test_every_node_has_a_short_name():
    assert short_names(Picture("", (A, B, C))) == {"a": "n0", "b": "n1", "c": "n2"}
