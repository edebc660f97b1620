"""Conditions: which of them hold, and so which resources and outputs there are."""

from collections.abc import Mapping
from dataclasses import dataclass

from calor.core.errors import CircularDependency, EvaluationError
from calor.core.graph import Graph
from calor.core.source import Path, Report
from calor.core.template.analysis import condition_names
from calor.core.template.expression import Compiled
from calor.core.template.functions.logic import Condition
from calor.core.template.scope import UNDECIDED, StackScope
from calor.core.template.template import ResourceDefinition


@dataclass(frozen=True, slots=True)
class ConditionCheck:
    """Decides the conditions of one stack."""

    scope: StackScope
    report: Report

    def enabled(self) -> dict[str, ResourceDefinition]:
        """Return the resources that no condition disables."""
        words = self.scope.template.dialect.words
        return {
            name: one
            for name, one in self.scope.template.resources.items()
            if self.may_hold(one.condition, (words.resources, name, words.condition))
        }

    def decide(self) -> None:
        """Decide every condition that has a name, those first that others ask for."""
        conditions = self.scope.template.conditions
        word = self.scope.template.dialect.words.conditions
        for name in self._order(conditions, word):
            self.may_hold(Condition(name, (word, name)), (word, name))

    def may_hold(self, condition: Compiled, path: Path) -> bool:
        """Return whether a condition holds or may hold; one that is broken may."""
        if condition is True:
            return True
        try:
            return self.scope.is_enabled(condition) is not False
        except EvaluationError as problem:
            self.report.error(problem.path or path, problem.message, problem.hint)
            return True

    def _order(self, conditions: Mapping[str, Compiled], word: str) -> list[str]:
        asked = {
            name: [one for one in condition_names(compiled, UNDECIDED) if one in conditions]
            for name, compiled in conditions.items()
        }
        try:
            return Graph.of(asked).order()
        except CircularDependency as problem:
            self.report.error((word, problem.cycle[0]), f"conditions go round: {problem}")
            self.scope.leave_undecided(conditions)
            return []
