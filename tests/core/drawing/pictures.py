"""Pictures that several tests draw."""

from hypothesis import strategies as st

from calor.core.drawing.picture import Edge, Node, Picture

HOSTILE = [
    "<script>alert(1)</script>",
    "quotes \" and ' and `",
    "two\nlines\r\nand\ttabs",
    "\x00\x1b[31m\ud800\ufffe",
    "back\\slash \\N \\",
    "&lt; &amp; ]]> --> ;",
    "#quot; | end ] } {{",
    "名前" * 40,
    "x" * 1000,
    "",
]

SMALL = Picture(
    "shop",
    (
        Node("net", "net", "OS::Neutron::Net"),
        Node("port", "port", "OS::Neutron::Port"),
        Node("server", "server", "OS::Nova::Server", group="web", dashed=True),
    ),
    (Edge("net", "port", "id"), Edge("port", "server", dashed=True)),
)

TEXT = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=30))


@st.composite
def pictures(draw):
    """Draw a picture of anything, with any text anywhere."""
    nodes = draw(
        st.lists(st.builds(Node, TEXT, TEXT, TEXT, st.none() | TEXT, st.booleans()), max_size=6)
    )
    ids = st.sampled_from([node.id for node in nodes]) if nodes else TEXT
    edges = draw(st.lists(st.builds(Edge, ids, ids | TEXT, st.none() | TEXT, st.booleans())))
    return Picture(draw(TEXT), tuple(nodes), tuple(edges))
