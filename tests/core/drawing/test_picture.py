from calor.core.drawing.picture import Edge, Node, Picture


def test_an_id_counts_once():
    picture = Picture("", (Node("a", "first"), Node("a", "second"))).tidied()
    assert picture.nodes == (Node("a", "first"),)


def test_an_edge_that_leads_nowhere_is_left_out():
    assert (
        Picture("", (Node("a", "a"),), (Edge("a", "gone"), Edge("gone", "a"))).tidied().edges == ()
    )


def test_edges_between_the_same_nodes_are_one_with_all_labels():
    nodes = (Node("a", "a"), Node("b", "b"))
    edges = (Edge("a", "b", "ip", dashed=True), Edge("a", "b", "name"), Edge("a", "b", "name"))
    assert Picture("", nodes, edges).tidied().edges == (Edge("a", "b", "ip, name"),)


def test_edges_that_are_all_dashed_stay_dashed():
    nodes = (Node("a", "a"), Node("b", "b"))
    edges = (Edge("a", "b", dashed=True),) * 2
    assert Picture("", nodes, edges).tidied().edges[0].dashed
