import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.errors import CircularDependency
from calor.core.graph import Graph

NAMES = st.sampled_from("abcdefghij")
ANY = st.dictionaries(NAMES, st.lists(NAMES, max_size=3))


@st.composite
def acyclic(draw):
    names = draw(st.permutations("abcdefghij"))
    needs = {
        name: draw(st.lists(st.sampled_from(names[:n]), max_size=3)) if n else []
        for n, name in enumerate(names)
    }
    declared = draw(st.permutations(names))
    return {name: needs[name] for name in declared}


def test_both_directions_are_known():
    graph = Graph.of({"server": ["port", "key"], "port": ["net"], "net": [], "key": []})
    assert graph.needs["server"] == ["port", "key"]
    assert graph.wanted_by["net"] == ["port"]
    assert graph.reversed().needs["net"] == ["port"]


def test_a_need_named_twice_counts_once():
    assert Graph.of({"a": ["b", "b"], "b": []}).wanted_by["b"] == ["a"]


def test_a_name_that_is_only_needed_is_a_node_too():
    assert Graph.of({"a": ["b"]}).order() == ["b", "a"]


def test_unrelated_names_keep_the_order_they_were_declared_in():
    assert Graph.of({"c": [], "a": [], "b": ["a"]}).order() == ["c", "a", "b"]


def test_nothing_has_no_order_no_layers_and_no_cycle():
    graph = Graph.of({})
    assert (graph.order(), graph.layers(), graph.cycle()) == ([], [], None)


def test_layers_are_waves_that_could_start_together():
    graph = Graph.of({"server": ["port", "key"], "port": ["net"], "net": [], "key": []})
    assert graph.layers() == [["net", "key"], ["port"], ["server"]]


def test_a_cycle_is_told_as_a_path_that_comes_back():
    graph = Graph.of({"x": ["a"], "a": ["b"], "b": ["c"], "c": ["a"]})
    assert graph.cycle() == ["a", "b", "c", "a"]


def test_what_needs_itself_is_the_shortest_cycle():
    assert Graph.of({"a": ["b"], "b": ["a", "c"], "c": ["c"]}).cycle() == ["c", "c"]


def test_a_short_way_round_is_preferred_to_a_long_one():
    graph = Graph.of({"a": ["b"], "b": ["c", "a"], "c": ["d"], "d": ["a"]})
    assert graph.cycle() == ["a", "b", "a"]


@pytest.mark.parametrize("question", [Graph.order, Graph.layers])
def test_order_and_layers_of_a_ring_are_refused_with_the_ring(question):
    with pytest.raises(CircularDependency, match="'a' -> 'b' -> 'a'") as refused:
        question(Graph.of({"a": ["b"], "b": ["a"]}))
    assert refused.value.cycle == ("a", "b", "a")


def test_ten_thousand_in_a_row_are_ordered():
    count = 10_000
    graph = Graph.of({str(n): [str(n + 1)] for n in range(count)})
    assert graph.order() == [str(n) for n in range(count, -1, -1)]
    assert len(graph.layers()) == count + 1
    assert graph.cycle() is None


def test_ten_thousand_in_a_ring_are_found_and_told_briefly():
    count = 10_000
    graph = Graph.of({str(n): [str((n + 1) % count)] for n in range(count)})
    cycle = graph.cycle()
    assert cycle is not None
    assert len(cycle) == count + 1
    assert len(str(CircularDependency(cycle))) < 200


@given(acyclic())
def test_everything_follows_what_it_needs(needs):
    order = Graph.of(needs).order()
    assert sorted(order) == sorted(needs)
    assert all(order.index(one) < order.index(name) for name, of in needs.items() for one in of)


@given(acyclic())
def test_the_order_never_holds_back_a_name_that_could_come_earlier(needs):
    order, declared = Graph.of(needs).order(), list(needs)
    for place, name in enumerate(order):
        done = set(order[:place])
        could = [one for one in declared if one not in done and set(needs[one]) <= done]
        assert name == could[0]


@given(acyclic())
def test_each_layer_needs_the_one_before_it(needs):
    level = {name: n for n, wave in enumerate(Graph.of(needs).layers()) for name in wave}
    assert level.keys() == needs.keys()
    for name, of in needs.items():
        assert level[name] == max((level[one] for one in of), default=-1) + 1


@given(ANY)
def test_a_graph_has_either_an_order_or_a_cycle(needs):
    graph = Graph.of(needs)
    cycle = graph.cycle()
    if cycle is None:
        assert sorted(graph.order()) == sorted(graph.needs)
    else:
        assert cycle[0] == cycle[-1]
        assert len(set(cycle)) == len(cycle) - 1
        assert all(b in graph.needs[a] for a, b in itertools.pairwise(cycle))
        with pytest.raises(CircularDependency):
            graph.order()


@given(ANY)
def test_turning_a_graph_round_twice_changes_nothing(needs):
    graph = Graph.of(needs)
    assert graph.reversed().reversed() == graph
    assert (graph.reversed().cycle() is None) == (graph.cycle() is None)
