"""`yaql`: a query over data."""

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import Path
from calor.core.template.expression import Compiled, Expression, Scope, evaluate, is_call
from calor.core.template.function import Compiling, Site
from calor.core.template.functions.expected import expect_text
from calor.core.values import ABSENT, UNKNOWN, Value, has_unknown


@dataclass(frozen=True, slots=True)
class Yaql(Expression):
    """The result of a yaql expression over data."""

    expression: Compiled
    data: Compiled
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        return self.site.run(self._ask, scope)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.expression
        yield self.data

    def _ask(self, scope: Scope) -> Value:
        expression = evaluate(self.expression, scope)
        data = evaluate(self.data, scope)
        if expression is UNKNOWN or has_unknown(data):
            return UNKNOWN
        given = None if data is ABSENT else data
        return scope.yaql(expect_text(expression, "the expression"), given)


@dataclass(frozen=True, slots=True)
class YaqlFunction:
    """`yaql: {expression: string, data: value}`."""

    name: str = "yaql"

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take an expression, and data, which is an empty map if left out."""
        match argument:
            case {"expression": str() | dict(), **others} if not others.keys() - {"data"}:
                inner = (*path, self.name)
                expression = compiling.compile(argument["expression"], (*inner, "expression"))
                data = compiling.compile(argument.get("data", {}), (*inner, "data"))
                if isinstance(expression, str) or is_call(expression):
                    return Yaql(expression, data, Site(self.name, path))
        raise EvaluationError(
            f"{self.name} must have the form {{expression: string, data: value}}", path
        )
