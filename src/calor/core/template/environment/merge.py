"""Merge environment files in order, each parameter by its merge strategy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal, TypeAlias

from calor.core.source import Report
from calor.core.template.environment.environment import Environment
from calor.core.template.environment.layer import Layer
from calor.core.template.environment.sums import add
from calor.core.template.parameters.checking import Place
from calor.core.template.parameters.coercion import Misfit
from calor.core.template.parameters.declaration import Parameter
from calor.core.template.parameters.values import Where
from calor.core.values import Value

Written: TypeAlias = tuple[Environment, Report]
"""An environment and the report of the file it was written in."""

Section: TypeAlias = Literal["parameters", "parameter_defaults"]

SECTIONS: Final[tuple[Section, ...]] = ("parameters", "parameter_defaults")


def merge_environments(
    environments: Sequence[Written], parameters: Mapping[str, Parameter]
) -> Environment:
    """Return the sum of environments; `parameters` are those of the template and its children.

    Later ones win, unless a strategy says that the values of a parameter are
    added up.  What is wrong is noted in the file that came later.
    """
    merging = _Merging(parameters)
    merged = Environment()
    for environment, report in environments:
        merged = merging.merge(merged, environment, report)
    return merged


def written_in(environments: Sequence[Written], otherwise: Where) -> Where:
    """Return a `where` that places each value in the last environment that has it."""

    def where(name: str) -> Place:
        for section in SECTIONS:
            for environment, report in reversed(environments):
                if _section(environment, section).get(name) is not None:
                    return report, (section, name)
        return otherwise(name)

    return where


@dataclass(frozen=True, slots=True)
class _Merging:
    declared: Mapping[str, Parameter]
    strategies: dict[str, str] = field(default_factory=dict)
    """The strategy of each parameter, set by the first file that has a value for it."""

    def merge(self, earlier: Environment, later: Environment, report: Report) -> Environment:
        user = Layer.of(
            {**earlier.registry.user.entries, **later.registry.user.entries},
            later.registry.user.resources or earlier.registry.user.resources,
        )
        strategies = {**earlier.parameter_merge_strategies, **later.parameter_merge_strategies}
        return Environment(
            parameters=self._values("parameters", earlier, later, report),
            parameter_defaults=self._values("parameter_defaults", earlier, later, report),
            encrypted_param_names=later.encrypted_param_names or earlier.encrypted_param_names,
            event_sinks=later.event_sinks or earlier.event_sinks,
            parameter_merge_strategies=strategies,
            registry=replace(earlier.registry, user=user),
        )

    def _values(
        self, section: Section, earlier: Environment, later: Environment, report: Report
    ) -> dict[str, Value]:
        values = dict(_section(earlier, section))
        for name, value in _section(later, section).items():
            if value is None:
                continue
            strategy = self._strategy(name, later, report)
            try:
                values[name] = self._merged(name, values.get(name), value, strategy)
            except Misfit as problem:
                message = f"cannot {strategy} this with the value of an earlier environment"
                report.error((section, name), f"{message}: {problem}")
        return values

    def _strategy(self, name: str, later: Environment, report: Report) -> str:
        stated = later.parameter_merge_strategies
        if name not in self.declared:
            return "overwrite"
        strategy = stated.get(name) or self.strategies.get(name)
        strategy = strategy or stated.get("default", "overwrite")
        agreed = self.strategies.setdefault(name, strategy)
        if strategy != agreed:
            message = f"an earlier environment has the merge strategy {agreed}, not {strategy}"
            report.error(("parameter_merge_strategies", name), message, "use the same everywhere")
        return agreed

    def _merged(self, name: str, earlier: Value, later: Value, strategy: str) -> Value:
        if earlier is None or strategy == "overwrite":
            return later
        kind = self.declared[name].kind
        return add(kind, earlier, later, deep=strategy == "deep_merge")


def _section(environment: Environment, section: Section) -> Mapping[str, Value]:
    return environment.parameters if section == "parameters" else environment.parameter_defaults
