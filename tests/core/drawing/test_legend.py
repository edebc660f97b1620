from calor.core.drawing.legend import MOST_SERVICES, Legend
from calor.core.drawing.palette import OTHER
from calor.core.drawing.picture import Edge, Node, Picture
from tests.core.drawing.pictures import SMALL


def test_services_are_counted_the_commonest_first():
    assert Legend.of(SMALL).counts == {"Neutron": 2, "Nova": 1}


def test_a_type_is_marked_by_its_service():
    assert Legend.of(SMALL).mark("OS::Neutron::Router") == "s0"


def test_the_rarest_of_too_many_services_count_as_other():
    kinds = [f"OS::Service{n:02}::Type" for n in range(MOST_SERVICES + 5)]
    legend = Legend.of(Picture("", tuple(Node(kind, kind, kind) for kind in kinds)))
    assert legend.counts[OTHER] == 5
    assert (
        legend.mark(kinds[-1]) == f"s{MOST_SERVICES}" or kinds[-1].split("::")[1] in legend.counts
    )


def test_the_size_is_said_in_plain_words():
    one = Picture("", (Node("a", "a"), Node("b", "b")), (Edge("a", "b"),))
    assert Legend.of(one).summary().startswith("2 resources, 1 dependency;")
    assert Legend.of(Picture("")).summary().startswith("0 resources, no dependencies")


def test_a_narrow_legend_has_more_lines():
    legend = Legend.of(SMALL)
    assert legend.draw(60, 0)[1] > legend.draw(600, 0)[1]
