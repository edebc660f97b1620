"""Whatever stands in a template: no error but the expected one, and nothing known proves wrong."""

from dataclasses import replace

from hypothesis import example, given
from hypothesis import strategies as st

from calor.core.errors import EvaluationError
from calor.core.template.expression import evaluate, walk
from calor.core.template.function import Rejected
from calor.core.template.version import DIALECTS
from calor.core.values import ABSENT, UNKNOWN
from tests.core.template.trial import Stack, compiler

KNOWN = {
    "text": "a,b",
    "number": 1,
    "flag": True,
    "list": ["a", "b"],
    "lists": [["a"], ["b", "a"]],
    "map": {"a": "x", "b": None},
    "name": "web",
}

WORDS = "a b , a,b %v% x%v% web ip yes no maybe md5 0 M é 漢 [1]"
KEYS = "template params for_each permutations expression data host port query keys values"

words = st.sampled_from(["", *WORDS.split(), *KNOWN])
scalars = st.none() | st.booleans() | st.integers(-2, 3) | st.sampled_from([1.5, 80]) | words
keys = words | st.sampled_from(KEYS.split())


def values(calls):
    return st.recursive(
        scalars | calls,
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=3),
        max_leaves=8,
    )


parameters = st.sampled_from([*KNOWN]).map(lambda name: {"get_param": name})
references = st.sampled_from([*KNOWN]).map(lambda name: {"Ref": name})


def shaped(name, value):
    """Return arguments of about the right form, so that not all of them are refused at once."""
    pair = st.lists(value, min_size=1, max_size=3)
    maps = st.dictionaries(words, value, max_size=3)
    fixed = {
        "template": value,
        "params": maps,
        "for_each": st.dictionaries(words, st.lists(value, max_size=3) | value, max_size=2),
    }
    known = {
        "str_replace": st.fixed_dictionaries({"template": value, "params": maps | value}),
        "repeat": st.fixed_dictionaries(
            {"template": fixed["template"], "for_each": fixed["for_each"]},
            optional={"permutations": st.booleans()},
        ),
        "make_url": st.dictionaries(
            st.sampled_from(["scheme", "host", "port", "path", "query", "username"]), value
        ),
        "yaql": st.fixed_dictionaries({"expression": words, "data": value}),
    }
    return known.get(name.removesuffix("_strict").removesuffix("_vstrict"), pair) | value


@st.composite
def calls(draw):
    dialect = draw(st.sampled_from(DIALECTS))
    in_condition = dialect.has_conditions and draw(st.booleans())
    functions = dialect.condition_functions if in_condition else dialect.functions
    names = sorted(functions)
    nested = st.deferred(
        lambda: st.sampled_from(names).flatmap(
            lambda name: st.builds(lambda argument: {name: argument}, values(inner))
        )
    )
    inner = parameters if dialect.words.external_id else references
    name = draw(st.sampled_from([one for one in names if not isinstance(functions[one], Rejected)]))
    argument = draw(shaped(name, values(inner | nested)))
    return dialect.version, in_condition, {name: argument}


def outcome(version, in_condition, value, parameters):
    stack = Stack(
        parameters,
        attributes={"web": {"ip": "x", "a": {"b": [1]}}},
        files={"a": "text"},
        conditions={"yes": True, "no": False, "maybe": UNKNOWN},
        mappings={"M": {"a": {"b": 1}}},
    )
    one = compiler(version, stack)
    if in_condition:
        one = replace(one, functions=one.condition_functions)
    try:
        compiled = one.compile(value, ())
        result = evaluate(compiled, stack)
        list(walk(compiled, stack))
    except EvaluationError:
        return None
    return None if one.report.errors else (result,)


@given(calls())
@example(("2021-04-16", False, {"get_param": {"get_param": "unknown"}}))
def test_only_evaluation_errors_escape(call):
    outcome(*call, KNOWN)
    outcome(*call, dict.fromkeys(KNOWN, UNKNOWN))


def agrees(partial, full):
    """Return whether all that is known in one value is so in the other."""
    if partial is UNKNOWN:
        return True
    if isinstance(partial, list) and isinstance(full, list):
        return len(partial) == len(full) and all(map(agrees, partial, full))
    if isinstance(partial, dict) and isinstance(full, dict):
        return partial.keys() == full.keys() and all(
            agrees(partial[key], full[key]) for key in full
        )
    return partial is full if partial is ABSENT else partial == full


@given(calls(), st.sets(st.sampled_from([*KNOWN])))
def test_what_is_known_early_stays_true_when_the_rest_is_known(call, unknown):
    early = outcome(*call, KNOWN | dict.fromkeys(unknown, UNKNOWN))
    late = outcome(*call, KNOWN)
    if early and late:
        assert agrees(early[0], late[0])
