from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from calor.core.drawing.picture import Edge, Node, Picture
from calor.core.drawing.svg import MOST_LABELS, to_svg
from tests.core.drawing.pictures import HOSTILE, SMALL, pictures

SVG = "{http://www.w3.org/2000/svg}"


def drawn(picture):
    return ET.fromstring(to_svg(picture).encode())  # noqa: S314


def by_class(root, name):
    return [one for one in root.iter() if name in one.get("class", "").split()]


def texts(root, name):
    return [one.text for one in by_class(root, name)]


def test_every_node_shows_its_name_and_its_type():
    root = drawn(SMALL)
    assert texts(root, "name") == ["net", "port", "server"]
    assert texts(root, "kind") == ["Neutron::Net", "Neutron::Port", "Nova::Server"]


def test_every_edge_is_a_line_with_a_tip_that_says_what_it_joins():
    edges = by_class(drawn(SMALL), "edge")
    assert [edge.findtext(f"{SVG}title") for edge in edges] == ["net → port: id", "port → server"]
    assert all(len(edge.findall(f"{SVG}path")) == 2 for edge in edges)


def test_what_is_conditional_is_dashed():
    root = drawn(SMALL)
    dashed = [one.get("class").split()[0] for one in by_class(root, "dashed")]
    assert sorted(dashed) == ["edge", "node", "swatch"]


def test_the_picture_says_what_it_is_to_those_who_do_not_see_it():
    root = drawn(SMALL)
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "shop"
    assert root.findtext(f"{SVG}desc").startswith("3 resources, 2 dependencies")


def test_groups_and_labels_are_written():
    root = drawn(SMALL)
    assert [one.find(f"{SVG}title").text for one in by_class(root, "group")] == ["web"]
    assert texts(root, "label") == ["id"]


def test_labels_too_many_to_read_are_left_to_the_tooltips():
    nodes = tuple(Node(str(n), str(n)) for n in range(MOST_LABELS + 2))
    edges = tuple(Edge("0", str(n), "id") for n in range(1, MOST_LABELS + 2))
    root = drawn(Picture("", nodes, edges))
    assert texts(root, "label") == []
    assert len(by_class(root, "edge")) == MOST_LABELS + 1


def test_an_empty_picture_is_a_picture():
    root = drawn(Picture("empty"))
    assert root.findtext(f"{SVG}title") == "empty"


def test_what_needs_itself_is_drawn_too():
    [edge] = by_class(drawn(Picture("", (Node("a", "a"),), (Edge("a", "a"),))), "edge")
    assert edge.find(f"{SVG}path").get("d").startswith("M")


def test_a_long_name_is_shortened_in_the_box_and_whole_in_the_tooltip():
    name = "member_" * 30 + "17"
    [node] = by_class(drawn(Picture("", (Node("a", name, "OS::Nova::Server"),))), "node")
    assert node.findtext(f"{SVG}title") == f"{name} (OS::Nova::Server)"
    assert len(texts(node, "name")[0]) < 40


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_text(text):
    picture = Picture(text, (Node("a", text, text, text), Node("b", text)), (Edge("a", "b", text),))
    root = drawn(picture)
    allowed = {"svg", "title", "desc", "style", "rect", "g", "text", "path"}
    assert {one.tag.removeprefix(SVG) for one in root.iter()} <= allowed
    assert not any(name.startswith("on") for one in root.iter() for name in one.attrib)


@given(pictures())
def test_any_picture_is_valid_whole_and_drawn_the_same_way_twice(picture):
    root, tidy = drawn(picture), picture.tidied()
    assert len(by_class(root, "node")) == len(tidy.nodes)
    assert len(by_class(root, "edge")) == len(tidy.edges)
    assert to_svg(picture) == to_svg(picture)


def test_two_thousand_nodes_are_drawn():
    nodes = tuple(Node(str(n), f"node_{n}", "OS::Nova::Server") for n in range(2000))
    edges = tuple(Edge(str(n * 7 % max(1, n)), str(n)) for n in range(1, 2000))
    assert len(by_class(drawn(Picture("large", nodes, edges)), "node")) == 2000
