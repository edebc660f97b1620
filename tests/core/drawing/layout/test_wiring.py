from calor.core.drawing.layout.frames import nest
from calor.core.drawing.layout.parts import Pin
from calor.core.drawing.layout.wiring import End, Strand, wire_up


def test_an_edge_between_neighbours_is_one_strand():
    wiring = wire_up(nest([None, None], 2), [(0, 1)])
    assert dict(wiring.strands) == {2: {Strand(End(0), End(1), 0): 0}}
    assert wiring.hops == [[(2, 0)]]


def test_an_edge_into_a_group_enters_it_at_a_port_on_top():
    wiring = wire_up(nest([None, "web"], 2), [(0, 1)])
    port = (Pin.TOP, 0)
    assert list(wiring.strands[2]) == [Strand(End(0), End(3, port), 0)]
    assert list(wiring.strands[3]) == [Strand(End(None, port), End(1), 0)]
    assert wiring.hops == [[(2, 0), (3, 0)]]


def test_edges_of_one_source_into_one_group_share_their_way_to_it():
    wiring = wire_up(nest([None, "web", "web"], 3), [(0, 1), (0, 2)])
    assert len(wiring.strands[3]) == 1
    assert len(wiring.strands[4]) == 2


def test_what_closes_a_cycle_between_groups_leads_up():
    wiring = wire_up(nest(["web", "db", "web"], 3), [(0, 1), (1, 2)])
    assert wiring.is_upward == [False, True]


def test_an_edge_to_itself_takes_no_wire():
    assert wire_up(nest([None], 1), [(0, 0)]).hops == [[]]
