from calor.core.source import Report
from calor.core.template.compiler import Compiler
from calor.core.template.expression import evaluate
from calor.core.template.functions.references import GetResourceFunction
from calor.core.template.functions.text import list_join
from calor.core.values import UNKNOWN


class Scope:
    def reference(self, resource):
        return UNKNOWN


def test_unknown_in_gives_unknown_out():
    compiler = Compiler(
        {"list_join": list_join, "get_resource": GetResourceFunction()}, {}, {}, [], Report()
    )
    value = {
        "a": {"list_join": [",", ["x", {"get_resource": "web"}]]},
        "b": {"list_join": [",", ["x", "y"]]},
    }
    assert evaluate(compiler.compile(value, ()), Scope()) == {"a": UNKNOWN, "b": "x,y"}
    assert compiler.report.problems == []
