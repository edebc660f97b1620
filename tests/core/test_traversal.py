"""The engine's core, tested with no loop, no clock and no mock."""

from hypothesis import given
from hypothesis import strategies as st

from calor.core.graph import Graph
from calor.core.traversal import (
    Finish,
    NodeDone,
    NodeFailed,
    RunNode,
    Started,
    Stopped,
    Traversal,
    step,
)

CHAIN = Graph.of({"server": ["subnet"], "subnet": ["net"], "net": []})
FORK = Graph.of({"a": [], "after a": ["a"], "b": [], "after b": ["b"]})


def begun(graph, **given):
    traversal = Traversal.over(graph, **given)
    return traversal, step(traversal, Started())


def test_nodes_run_when_their_needs_are_done():
    traversal, commands = begun(CHAIN)
    assert commands == [RunNode("net")]
    assert step(traversal, NodeDone("net")) == [RunNode("subnet")]
    assert step(traversal, NodeDone("subnet")) == [RunNode("server")]
    assert step(traversal, NodeDone("server")) == [Finish()]


def test_what_waits_for_nothing_runs_at_once():
    _, commands = begun(FORK)
    assert commands == [RunNode("a"), RunNode("b")]


def test_a_walk_over_nothing_is_over_at_once():
    assert begun(Graph.of({}))[1] == [Finish()]
    assert begun(CHAIN, done=["net", "subnet", "server"])[1] == [Finish()]


def test_what_was_done_before_is_not_done_again():
    assert begun(CHAIN, done=["net"])[1] == [RunNode("subnet")]


def test_a_failure_starts_nothing_new_but_lets_running_nodes_end():
    traversal, _ = begun(FORK)
    assert step(traversal, NodeFailed("a", "quota")) == []
    assert step(traversal, NodeDone("b")) == [Finish(("quota",))]


def test_with_keep_going_only_what_depends_on_the_failure_is_left_out():
    traversal, _ = begun(FORK, keep_going=True)
    assert step(traversal, NodeFailed("a", "quota")) == []
    assert step(traversal, NodeDone("b")) == [RunNode("after b")]
    assert step(traversal, NodeDone("after b")) == [Finish(("quota",))]


def test_a_stop_waits_for_running_nodes():
    traversal, _ = begun(CHAIN)
    assert step(traversal, Stopped("Timed out")) == []
    assert step(traversal, NodeDone("net")) == [Finish(("Timed out",))]


def test_the_first_reason_comes_first():
    traversal, _ = begun(FORK)
    step(traversal, NodeFailed("b", "first"))
    assert step(traversal, NodeFailed("a", "second")) == [Finish(("first", "second"))]


def test_what_is_heard_twice_or_never_began_does_no_harm():
    traversal, _ = begun(CHAIN)
    assert step(traversal, NodeDone("server")) == []
    assert step(traversal, NodeFailed("server", "x")) == []
    assert step(traversal, NodeDone("net")) == [RunNode("subnet")]
    assert step(traversal, NodeDone("net")) == []
    assert step(traversal, NodeFailed("net", "x")) == []
    assert traversal.failures == []


@st.composite
def graphs(draw):
    size = draw(st.integers(0, 12))
    return Graph.of(
        {str(n): [str(m) for m in range(n) if draw(st.booleans())] for n in range(size)}
    )


@given(graphs(), st.booleans(), st.sampled_from([0.0, 0.2, 1.0]), st.randoms())
def test_every_walk_ends_once_never_out_of_order_and_leaves_out_no_more_than_it_must(
    graph, keep_going, risk, random
):
    traversal, pending = begun(graph, keep_going=keep_going)
    done, failed, began, finishes = set(), set(), [], []
    while pending:
        command = pending.pop(random.randrange(len(pending)))
        if isinstance(command, Finish):
            finishes.append(command)
            continue
        assert set(graph.needs[command.node]) <= done
        began.append(command.node)
        if random.random() < risk:
            failed.add(command.node)
            pending += step(traversal, NodeFailed(command.node, command.node))
        else:
            done.add(command.node)
            pending += step(traversal, NodeDone(command.node))
    assert len(began) == len(set(began))
    assert [set(one.failures) for one in finishes] == [failed]
    assert not traversal.running
    left = set(graph.needs) - done - failed
    if keep_going:
        assert all(any(need in failed | left for need in graph.needs[one]) for one in left)
    assert failed or not left


@given(graphs(), st.randoms())
def test_a_walk_that_is_resumed_ends_as_if_nothing_had_happened(graph, random):
    done = set()
    while True:
        traversal, pending = begun(graph, done=done)
        for _ in range(random.randrange(1, 6)):
            if isinstance(pending[0], Finish):
                assert done == set(graph.needs)
                return
            node = pending.pop(random.randrange(len(pending))).node
            done.add(node)
            pending += step(traversal, NodeDone(node))


@given(graphs(), st.randoms())
def test_a_step_touches_only_the_dependants_of_its_node(graph, random):
    traversal, pending = begun(graph)
    while not isinstance(pending[0], Finish):
        node = pending.pop(random.randrange(len(pending))).node
        before = dict(traversal.missing)
        pending += step(traversal, NodeDone(node))
        touched = {one for one in before if traversal.missing.get(one) != before[one]}
        assert touched <= set(graph.wanted_by[node])
