import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from math import isnan
from select import poll

import pytest

from calor.core.errors import EvaluationError
from calor.core.values import UNKNOWN
from calor.sandbox.evaluator import Yaql
from calor.sandbox.limits import Limits


@pytest.fixture(scope="module")
def shared():
    with Yaql() as evaluator:
        yield evaluator


ROLES = [
    {"name": "Controller", "count": 3, "networks": ["internal", "storage"], "tags": ["primary"]},
    {"name": "Compute", "count": 0, "networks": ["internal"]},
]

RESULTS = [
    ("$.data.var1.sum()", {"var1": [3, 2, 1]}, 6),
    ("$.data", {"a": None}, {"a": None}),
    ("$", 1, {"data": 1}),
    ("$.data.roles.where($.count > 0).name", {"roles": ROLES}, ["Controller"]),
    (
        "$.data.roles.selectMany($.networks).distinct()",
        {"roles": ROLES},
        ["internal", "storage"],
    ),
    (
        "dict($.data.roles.select([$.name, $.count]))",
        {"roles": ROLES},
        {"Controller": 3, "Compute": 0},
    ),
    ("$.data.roles.select($.get(tags, [])).flatten()", {"roles": ROLES}, ["primary"]),
    (
        "let(root => $) -> $.data.hosts.select($ + '.' + $root.data.domain).join(',')",
        {"hosts": ["a", "b"], "domain": "example.com"},
        "a.example.com,b.example.com",
    ),
    (
        "$.data.maps.where($ != null).reduce($1.mergeWith($2), {})",
        {"maps": [{"a": {"x": 1}}, None, {"a": {"y": 2}}]},
        {"a": {"x": 1, "y": 2}},
    ),
    ("$.data.flags.any($ = 'on')", {"flags": ["off", "on"]}, True),
    ("$.data.l.orderBy($).first()", {"l": [3, 1, 2]}, 1),
    ("$.data.ports.select(str($)).join(':')", {"ports": [80, 443]}, "80:443"),
    ("$.data.name.matches('web-[0-9]+')", {"name": "web-12"}, True),
    ("coalesce($.data.a, $.data.b, c)", {"a": None, "b": None}, "c"),
    ("not $.data.any()", [], True),
    ("switch($.data > 10 => big, true => small)", 4, "small"),
    ("range(3)", {}, [0, 1, 2]),
    ("$.data.toSet()", ["b", "a", "b"], ["a", "b"]),
    ("$.data.items()", {"a": 1, "b": 2}, [["a", 1], ["b", 2]]),
    ("dict(1 => a, null => b)", {}, {"1": "a", "null": "b"}),
    ("datetime('2015-08-29')", {}, "2015-08-29T00:00:00+00:00"),
    ("pow(2, 100)", {}, 2**100),
    ("$.data", "\ud800 ☃", "\ud800 ☃"),
    ("$.data + 0.5", 1, 1.5),
    ("null", {}, None),
]


@pytest.mark.parametrize(("expression", "data", "result"), RESULTS, ids=lambda one: str(one)[:40])
def test_an_expression_has_its_value(shared, expression, data, result):
    assert shared.evaluate(expression, data) == result


def test_a_result_that_is_not_a_number_stays_one(shared):
    assert isnan(shared.evaluate("float(nan)", {}))


@pytest.mark.parametrize(
    ("expression", "data", "message"),
    [
        ("$.data.nope", {}, "no key 'nope'"),
        ("$.data.a.b", {"a": None}, "cannot take '.b'"),
        ("$.data.sum(", {}, "Parse error"),
        ("sleep(1)", {}, "Unknown function"),
        ("1 / 0", {}, "division"),
        ("$.data", list(range(201)), "exceeds 200"),
        ("'a' * 20000", {}, "too much memory"),
        ("timespan(days => 1)", {}, "timespan"),
        ("regex(a)", {}, "Pattern"),
        ("dict(now() => 1)", {}, "key is a datetime"),
        ("pow(10, 10000)", {}, "thousands of digits"),
        ("def(f, f($)) -> f(1)", {}, "nested too deeply"),
        ("(" * 5000 + "1" + ")" * 5000, {}, "nested too deeply"),
        ("1" * 200_000, {}, "longer than 100000 characters"),
        (12, {}, "must be a string, not number"),
        ("$.data", UNKNOWN, "cannot be handed over"),
    ],
    ids=lambda one: str(one)[:40],
)
def test_a_wrong_expression_is_an_error_that_says_why(shared, expression, data, message):
    with pytest.raises(EvaluationError, match=message) as caught:
        shared.evaluate(expression, data)
    assert len(str(caught.value)) < 1000


def test_a_message_never_quotes_a_huge_value(shared):
    with pytest.raises(EvaluationError) as caught:
        shared.evaluate("$.data.select($)", {str(n): "x" * 100 for n in range(1000)})
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    ("expression", "data"),
    [
        ("range(1000000000).len()", {}),
        ("generate(0, true, $ + 1).where($ < 0).first()", {}),
        (
            "range(199).selectMany(range(199).selectMany(range(199).selectMany(range(199)))).len()",
            {},
        ),
        ("$.data.matches('(a+)+$')", "a" * 60 + "b"),
        ("pow(10, pow(10, 9))", {}),
    ],
)
def test_an_endless_expression_ends_and_the_next_one_works(shared, expression, data):
    with pytest.raises(EvaluationError, match=r"more than 1 s of processor time|exceeds 200"):
        shared.evaluate(expression, data)
    assert shared.evaluate("$.data", 1) == 1


@pytest.mark.parametrize(
    "expression",
    [
        "'a' * 4000000000",
        "[1] * 400000000",
        "range(100000000).toList()",
        "'a'.replace(a, b * 30000).replace(b, c * 30000)",
    ],
)
def test_an_expression_that_eats_memory_ends(expression):
    limits = Limits(memory_quota=-1, limit_iterators=-1)
    with Yaql(limits) as evaluator:
        with pytest.raises(EvaluationError, match=r"more memory than|processor time"):
            evaluator.evaluate(expression, {})
        assert evaluator.evaluate("$.data", 1) == 1


def test_a_result_that_is_too_large_is_refused():
    with Yaql(Limits(memory_quota=-1, output_bytes=1000)) as evaluator:
        with pytest.raises(EvaluationError, match="larger than 1000 bytes"):
            evaluator.evaluate("'a' * 1000", {})
        assert evaluator.evaluate("'a' * 900", {}) == "a" * 900


def test_data_that_is_too_large_is_refused():
    with Yaql(Limits(input_bytes=1000)) as evaluator:
        with pytest.raises(EvaluationError, match="data is larger than 1000 bytes"):
            evaluator.evaluate("$.data", "a" * 1000)
        assert evaluator.pid is None


def test_large_data_passes_both_ways():
    with Yaql(Limits(memory_quota=-1)) as evaluator:
        assert evaluator.evaluate("$.data", "a" * 5_000_000) == "a" * 5_000_000


def test_data_that_is_nested_too_deeply_is_refused(shared):
    data = []
    for _ in range(100_000):
        data = [data]
    with pytest.raises(EvaluationError, match="cannot be handed over"):
        shared.evaluate("$.data", data)


def test_an_expression_leaves_nothing_for_the_next_one(shared):
    assert shared.evaluate("def(double, $ * 2) -> double(2)", {}) == 4
    with pytest.raises(EvaluationError, match="double"):
        shared.evaluate("double(2)", {})


def test_an_expression_can_be_checked_without_data(shared):
    shared.check("$.data.nothing.of + that.exists")
    with pytest.raises(EvaluationError, match="Parse error"):
        shared.check("$.data.sum(")


def test_a_thousand_expressions_share_one_process():
    with Yaql() as evaluator:
        assert evaluator.pid is None
        seen = set()
        for number in range(1000):
            assert evaluator.evaluate("$.data + 1", number) == number + 1
            seen.add(evaluator.pid)
        assert len(seen) == 1


def test_threads_get_their_own_answers(shared):
    with ThreadPoolExecutor(8) as pool:
        answers = pool.map(lambda number: shared.evaluate("$.data * 2", number), range(200))
    assert list(answers) == [number * 2 for number in range(200)]


def test_a_worker_killed_between_two_calls_is_replaced(shared):
    shared.evaluate("1", {})
    before = shared.pid
    os.kill(before, signal.SIGKILL)
    assert ends(before)
    assert shared.evaluate("2", {}) == 2
    assert shared.pid != before


def test_a_closed_evaluator_has_no_process():
    evaluator = Yaql()
    evaluator.evaluate("1", {})
    pid = evaluator.pid
    evaluator.close()
    evaluator.close()
    assert ends(pid)
    assert evaluator.pid is None


PARENT = """
import os, sys, threading
from calor.sandbox.evaluator import Yaql
yaql = Yaql()
yaql.evaluate("1", {})
print(yaql.pid, flush=True)
if sys.argv[1] == "busy":
    threading.Thread(target=yaql.evaluate, args=("range(1000000000).len()", {})).start()
sys.stdin.read()
os._exit(0)
"""


@pytest.mark.parametrize("state", ["idle", "busy"])
@pytest.mark.parametrize("end", ["exit", "kill"])
def test_a_worker_ends_with_its_parent(state, end):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", PARENT, state]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as parent:
        worker = int(parent.stdout.readline())
        if end == "kill":
            parent.kill()
    assert ends(worker)


def ends(pid: int) -> bool:
    """Return whether a process ends within some seconds."""
    try:
        handle = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        waiting = poll()
        waiting.register(handle)
        return bool(waiting.poll(10_000))
    finally:
        os.close(handle)
