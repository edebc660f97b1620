"""`resource_facade`: what the parent stack says of the resource a template provides."""

from collections.abc import Iterator
from dataclasses import dataclass

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import Path
from calor.core.template.expression import Compiled, Expression, Scope
from calor.core.template.function import Compiling, Site
from calor.core.values import Value

HOT_PARTS = {part: part for part in ("metadata", "deletion_policy", "update_policy")}
CFN_PARTS = {
    "Metadata": "metadata",
    "DeletionPolicy": "deletion_policy",
    "UpdatePolicy": "update_policy",
}


@dataclass(frozen=True, slots=True)
class Facade(Expression):
    """A part of the parent's definition of the resource."""

    part: str
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        return self.site.run(scope.facade, self.part)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield from ()


@dataclass(frozen=True, slots=True)
class FacadeFunction:
    """`resource_facade: metadata`, or another part."""

    name: str
    is_cfn: bool = False

    def build(self, _compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take the name of a part."""
        known = CFN_PARTS if self.is_cfn else HOT_PARTS
        if not (isinstance(argument, str) and argument in known):
            raise EvaluationError(f"{self.name} must have the form {' or '.join(known)}", path)
        return Facade(known[argument], Site(self.name, path))
