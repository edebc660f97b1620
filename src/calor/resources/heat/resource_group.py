"""OS::Heat::ResourceGroup: many resources of one definition, numbered."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from typing_extensions import override

from calor.core.state import Action, Status
from calor.core.values import Value, has_unknown
from calor.plugin import Declared, at_least, attr, length, prop, since
from calor.plugin.nested import Child, Member, Phase
from calor.plugin.resource import Here
from calor.plugin.schema import build
from calor.resources.heat.membership import child_template, references
from calor.resources.heat.naming import (
    MOST_MEMBERS,
    by_index,
    first_indices,
    indices,
    names_to_skip,
    with_index,
)
from calor.resources.heat.numbered_group import NumberedGroup, outputs_of, refs
from calor.resources.heat.rolling import (
    BatchCreate,
    Group,
    RollingUpdate,
    Standing,
    all_new,
    batches,
    next_batch,
    refuse_endless,
    roll_indexed,
)


class MemberDefinition(Declared):
    """What each member is."""

    type: str = prop("The type of the members.")
    properties: dict[str, Any] | None = prop("Their properties.", default=None)
    metadata: dict[str, Any] | None = prop("Their metadata.", default=None, support=since("5.0.0"))

    def of(self, variable: str, name: str) -> dict[str, Value]:
        """Return the definition of one member."""
        given = {key: one for key, one in (self.properties or {}).items() if one is not None}
        definition: dict[str, Value] = {"type": self.type}
        if given:
            definition["properties"] = with_index(given, variable, name)
        if self.metadata:
            definition["metadata"] = self.metadata
        return definition


class RemovalPolicy(Declared):
    """Which members are to go."""

    resource_list: tuple[Any, ...] = prop("Their names or reference ids.", default=())


class GroupPolicy(Declared):
    """How fast the group changes."""

    rolling_update: RollingUpdate | None = prop(
        "How members take a new definition.", default=None, support=since("5.0.0")
    )
    batch_create: BatchCreate | None = prop(
        "How members are made.", default=None, support=since("5.0.0")
    )


class ResourceGroup(NumberedGroup):
    """Resources of one definition, in which a variable stands for each one's number."""

    type_name = "OS::Heat::ResourceGroup"
    support = since("2014.1")
    open_attributes = True
    member = "resource_def"
    update_policy = GroupPolicy
    attributes: ClassVar = {
        "refs": attr("The reference id of each member.", list),
        "refs_map": attr("The same, by the member's name.", dict, support=since("7.0.0")),
        "attributes": attr(
            "An attribute of each member, by the member's name.", dict, support=since("2014.2")
        ),
        "removed_rsrc_list": attr("Names not in use any more.", list, support=since("7.0.0")),
    }

    count: int = prop("How many members there are.", at_least(0), default=1, updatable=True)
    index_var: str = prop(
        "What stands for a member's number in its properties.",
        length(3),
        default="%index%",
        support=since("2014.2"),
    )
    resource_def: MemberDefinition = prop("What each member is.", updatable=True)
    removal_policies: tuple[RemovalPolicy, ...] = prop(
        "Members to remove first; their names are not used again.",
        default=(),
        updatable=True,
        support=since("2015.1"),
    )
    removal_policies_mode: Literal["append", "update"] = prop(
        "Whether removed names are added to those before, or replace them.",
        default="append",
        updatable=True,
        support=since("10.0.0"),
    )

    @override
    def next_phase(self, here: Here, child: Child | None) -> Phase | None:
        self._begin(here, child)
        skipped = frozenset(here.data["skipped"])
        members, names = _present(child, skipped), first_indices(self.count, skipped)
        standing = [Standing(one.name, self._is_new(one)) for one in members.values()]
        done = child.phases if child else 0
        pace = self._pace(here, is_changing=done > 0 or not all(one.is_new for one in standing))
        group = _group(standing, names)
        batch = next_batch(group, pace) if pace else None
        if pace is None or batch is None:
            return None if done else self._phase(here, members, all_new(names))
        if not done:
            refuse_endless(batches(group, pace, spares_stay=False), pace.pause_time, here.timeout)
        after = roll_indexed(standing, batch, names, indices(skipped.union(names)))
        return self._phase(here, members, after, pace.pause_time if done else 0.0)

    @override
    def own_attributes(self, here: Here, child: Child) -> dict[str, Value]:
        return {
            "refs": refs(child),
            "refs_map": {one.name: one.reference_id for one in by_index(child.members)},
            "removed_rsrc_list": list(here.data.get("skipped", ())),
        }

    @override
    def problems(self) -> Iterable[str]:
        if not has_unknown(self.count) and self.count > MOST_MEMBERS:
            yield f"count is {self.count}, but no group has more than {MOST_MEMBERS} members"

    def _begin(self, here: Here, child: Child | None) -> None:
        """Find out, once for each action, which names are not to be used any more."""
        if here.data.get("since") == here.started_at:
            return
        known = set(here.data.get("skipped", ()))
        listed = [one for policy in self.removal_policies for one in policy.resource_list]
        found = names_to_skip(listed, known, child.members if child else None)
        skipped = found if self.removal_policies_mode == "update" else known | found
        here.data.update(skipped=sorted(skipped), since=here.started_at)

    def _pace(self, here: Here, *, is_changing: bool) -> RollingUpdate | None:
        policy = build(GroupPolicy, here.update_policy)
        if here.action is not Action.CREATE:
            return policy.rolling_update if is_changing else None
        if (batch := policy.batch_create) is None:
            return None
        return RollingUpdate(max_batch_size=batch.max_batch_size, pause_time=batch.pause_time)

    def _definition(self, name: str) -> Mapping[str, Value]:
        return self.resource_def.of(self.index_var, name)

    def _is_new(self, member: Member) -> bool:
        is_sound = member.status is not Status.FAILED
        return is_sound and member.definition == self._definition(member.name)

    def _phase(
        self,
        here: Here,
        members: Mapping[str, Member],
        after: Iterable[Standing],
        pause: float = 0.0,
    ) -> Phase:
        wanted = {
            one.name: self._definition(one.name) if one.is_new else members[one.name].definition
            for one in sorted(after, key=lambda one: int(one.name))
        }
        own = ("refs", "refs_map", "removed_rsrc_list")
        outputs = references(wanted) | outputs_of(list(wanted), here.reads, own)
        return Phase(template=child_template(wanted, outputs), pause=float(pause))


def _present(child: Child | None, skipped: Collection[str]) -> dict[str, Member]:
    """Return the members that may stay, in the order in which they go and are changed."""
    members = reversed(by_index(child.members if child else ()))
    failed_first = sorted(members, key=lambda one: one.status is not Status.FAILED)
    return {one.name: one for one in failed_first if one.name not in skipped}


def _group(standing: Sequence[Standing], names: Sequence[str]) -> Group:
    wanted = set(names)
    updated = sum(one.is_new for one in standing if one.name in wanted)
    return Group(len(names), len(standing), updated)
