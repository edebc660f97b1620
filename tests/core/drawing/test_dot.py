import re

from hypothesis import given

from calor.core.drawing.dot import to_dot
from calor.core.drawing.picture import Edge, Node, Picture
from tests.core.drawing.pictures import SMALL, pictures

STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
STATEMENT = re.compile(
    r'digraph "" \{|\}|(graph|node|edge) \[[^"\]]*(""[^"\]]*)*\];|label="";'
    r'|n\d+ \[[^"\]]*(""[^"\]]*)*\];|n\d+ -> n\d+( \[[^"\]]*(""[^"\]]*)*\])?;'
    r'|subgraph cluster_\d+ \{ graph \[[^"\]]*(""[^"\]]*)*\];'
)


def test_nodes_edges_and_groups_are_written():
    lines = [line.strip() for line in to_dot(SMALL).splitlines()]
    assert lines[0] == 'digraph "shop" {'
    assert any(line.startswith(r'n0 [label="net\nNeutron::Net"') for line in lines)
    assert 'n0 -> n1 [label="id"];' in lines
    assert "n1 -> n2 [style=dashed];" in lines
    inside = lines[lines.index(next(one for one in lines if one.startswith("subgraph"))) + 1]
    assert inside.startswith("n2 ")


def test_quotes_backslashes_and_entities_are_taken_literally():
    nodes = (Node("a", 'say "hi" \\N &lt;'), Node("b", "end\\"))
    dot = to_dot(Picture("", nodes, (Edge("a", "b"),)))
    assert r'label="say \"hi\" \\N &amp;lt;"' in dot
    assert r'label="end\\"' in dot


@given(pictures())
def test_any_picture_is_made_of_statements(picture):
    for line in to_dot(picture).splitlines():
        assert STATEMENT.fullmatch(STRING.sub('""', line).strip()), line


@given(pictures())
def test_braces_balance_outside_of_text(picture):
    bare = STRING.sub("", to_dot(picture))
    assert bare.count("{") == bare.count("}")
