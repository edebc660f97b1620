"""Functions that only CloudFormation has."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import Path, shorten
from calor.core.template.expression import Compiled, Expression, Scope, evaluate
from calor.core.template.function import Compiling, Site, pure
from calor.core.template.functions.expected import expect_list, expect_text
from calor.core.template.functions.references import GetParam, GetResource, name_or_call
from calor.core.template.functions.text import scalar_text
from calor.core.values import UNKNOWN, Value, kind_of


@dataclass(frozen=True, slots=True)
class ParameterRef(GetParam):
    """A reference to what is no resource, and so must be a parameter."""

    @override
    def evaluate(self, scope: Scope) -> Value:
        try:
            return GetParam.evaluate(self, scope)
        except EvaluationError as problem:
            what = f"{shorten(self.argument)} is neither a resource nor a parameter"
            raise self.site.error(what, problem.hint) from problem


@dataclass(frozen=True, slots=True)
class ComputedRef(Expression):
    """A reference whose name is computed: to a resource, else to a parameter."""

    argument: Expression
    is_resource: Callable[[str], bool]
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        name = self.argument.evaluate(scope)
        if name is UNKNOWN:
            return UNKNOWN
        is_resource = isinstance(name, str) and self.is_resource(name)
        target = GetResource if is_resource else ParameterRef
        return target(name, self.site).evaluate(scope)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.argument
        name = self.argument.evaluate(scope)
        if isinstance(name, str) and self.is_resource(name):
            yield GetResource(name, self.site)


@dataclass(frozen=True, slots=True)
class RefFunction:
    """`Ref: name`: a resource if the template declares one of that name, else a parameter."""

    name: str = "Ref"
    is_for_conditions: bool = False

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take a name, which may itself be computed; conditions know no resources."""
        name = name_or_call(compiling, argument, path, self.name)
        site = Site(self.name, path)
        if self.is_for_conditions:
            return GetParam(name, site)
        if isinstance(name, Expression):
            return ComputedRef(name, compiling.is_resource, site)
        if name is UNKNOWN or compiling.is_resource(name):
            return GetResource(name, site)
        return ParameterRef(name, site)


@dataclass(frozen=True, slots=True)
class FindInMap(Expression):
    """A value of the section `Mappings`."""

    names: tuple[Compiled, ...]
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        names = [evaluate(one, scope) for one in self.names]
        return UNKNOWN if UNKNOWN in names else self.site.run(self._find, scope, names)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield from self.names

    def _find(self, scope: Scope, names: list[Value]) -> Value:
        found = scope.mapping(expect_text(names[0], "the name of the map"))
        for name in names[1:]:
            if found is UNKNOWN:
                return UNKNOWN
            # Keys are strings even where YAML has numbers; a parameter may well be a number.
            key = scalar_text(name) if isinstance(name, int) else expect_text(name, "each key")
            if not isinstance(found, dict) or key not in found:
                raise EvaluationError(f"the map {shorten(names[0])} has no {shorten(key)} there")
            found = found[key]
        return found


@dataclass(frozen=True, slots=True)
class FindInMapFunction:
    """`Fn::FindInMap: [map, key, second key]`."""

    name: str = "Fn::FindInMap"

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take three names, each of which may be computed."""
        match argument:
            case [_, _, _]:
                inner = (*path, self.name)
                names = tuple(compiling.compile(one, (*inner, n)) for n, one in enumerate(argument))
                return FindInMap(names, Site(self.name, path))
            case _:
                usage = "[map, key, second key]"
                raise EvaluationError(f"{self.name} must have the form {usage}", path)


@dataclass(frozen=True, slots=True)
class Zones(Expression):
    """The names of the availability zones, whatever region is given."""

    region: Compiled
    site: Site

    @override
    def evaluate(self, scope: Scope) -> Value:
        return self.site.run(scope.zones)

    @override
    def parts(self, scope: Scope) -> Iterator[Compiled]:
        yield self.region


@dataclass(frozen=True, slots=True)
class ZonesFunction:
    """`Fn::GetAZs: region`."""

    name: str = "Fn::GetAZs"

    def build(self, compiling: Compiling, argument: Value, path: Path) -> Compiled:
        """Take a region, and ignore it."""
        return Zones(compiling.compile(argument, (*path, self.name)), Site(self.name, path))


@pure("Fn::Base64", "string")
def base64(text: Value) -> Value:
    """Return the text as it is: whoever receives it encodes it where that is needed."""
    return expect_text(text, "the argument")


@pure("Fn::Select", "[index, list, map or JSON text]", partial=True)
def select(index: Value, collection: Value, /) -> Value:
    """Pick from a list by index or a map by key; what is not there is empty text."""
    match from_json(collection) if isinstance(collection, str) and collection else collection:
        case None | "":
            return ""
        case dict() as items:
            return items.get(expect_text(index, "the key"), "")
        case list() as items:
            number = list_index(index)
            return items[number] if -len(items) <= number < len(items) else ""
        case other:
            raise EvaluationError(f"expected a list, a map or JSON text, not {kind_of(other)}")


def from_json(text: str) -> Value:
    """Read JSON text."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise EvaluationError(f"the text is no JSON: {problem}") from problem


def list_index(index: Value) -> int:
    """Return an index, which may be text."""
    try:
        return int(index)
    except (TypeError, ValueError, OverflowError) as problem:
        raise EvaluationError(f"the index must be an integer, not {kind_of(index)}") from problem


MEMBER = re.compile(r"\.member\.([0-9]{1,18})\.(.*)", re.DOTALL)


@pure(
    "Fn::MemberListToMap",
    "[key field, value field, ['.member.0.<field>=<value>'...]] with literal fields",
    literal=2,
)
def member_list_to_map(key_field: Value, value_field: Value, members: Value, /) -> Value:
    """Make a map of the text form that AWS gives to lists of maps."""
    entries: dict[int, dict[str, str]] = {}
    for member in expect_list(members, "the members"):
        name, equals, value = expect_text(member, "each member").partition("=")
        if not equals:
            raise EvaluationError(f"each member must have a '=', unlike {shorten(member)}")
        if match := MEMBER.match(name):
            entries.setdefault(int(match[1]), {})[match[2]] = value
    complete = [
        entries[n] for n in sorted(entries) if {key_field, value_field} <= entries[n].keys()
    ]
    return {entry[key_field]: entry[value_field] for entry in complete}
