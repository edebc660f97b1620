import json
import re

from hypothesis import given

from calor.core.drawing.mermaid import to_mermaid
from calor.core.drawing.picture import Edge, Node, Picture
from tests.core.drawing.pictures import SMALL, pictures

TEXT = r'"[\w .,:/()+=@!?#;<>-]+"'
STATEMENT = re.compile(
    rf"n\d+\[{TEXT}\]:::s\d+|subgraph g\d+\[{TEXT}\]|end"
    rf"|n\d+ (-->|-\.->)(\|{TEXT}\|)? n\d+"
    r"|classDef (s\d+|dashed) [\w:#,\- ]+|class n\d+(,n\d+)* dashed",
    re.ASCII,
)


def test_nodes_edges_and_groups_are_written():
    lines = [line.strip() for line in to_mermaid(SMALL).splitlines()]
    assert lines[:4] == ["---", 'title: "shop"', "---", "flowchart TB"]
    assert 'n0["<b>net</b><br/><small>Neutron::Net</small>"]:::s0' in lines
    assert 'n0 -->|"id"| n1' in lines
    assert "n1 -.-> n2" in lines
    assert 'subgraph g1["web"]' in lines
    assert "class n2 dashed" in lines


def test_special_characters_are_numbered():
    picture = Picture("", (Node("a", '<b>"x"#;'), Node("end", "end")), (Edge("a", "end"),))
    mermaid = to_mermaid(picture)
    assert "<b>#60;b#62;#34;x#34;#35;#59;</b>" in mermaid
    assert "n0 --> n1" in mermaid


@given(pictures())
def test_any_picture_is_made_of_statements(picture):
    _, title, _, flowchart, *statements = to_mermaid(picture).splitlines()
    assert isinstance(json.loads(title.removeprefix("title: ")), str)
    assert flowchart == "flowchart TB"
    for line in statements:
        assert STATEMENT.fullmatch(line.strip()), line
