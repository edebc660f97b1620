"""Groups of numbered members: how they grow, shrink, change and what they show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.errors import EvaluationError, ResourceFailed
from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.resources.heat.naming import MOST_MEMBERS
from calor.resources.heat.resource_group import ResourceGroup
from tests.resources.heat.driving import Stack, made, policy_of, problems

CREATE, UPDATE = Action.CREATE, Action.UPDATE


def group(count, text="one", **more):
    definition = {"type": "T", "properties": {"text": text}}
    return made(ResourceGroup, count=count, resource_def=definition, **more)


def stack(**policy):
    made_of = Stack()
    made_of.here.update_policy = policy_of(ResourceGroup, **policy)
    return made_of


def removing(*names, **more):
    return {"removal_policies": [{"resource_list": list(names)}], **more}


def test_all_members_are_made_at_once():
    assert stack().roll_out(group(3), CREATE) == ["+0 +1 +2"]


def test_a_group_may_be_empty():
    assert stack().roll_out(group(0), CREATE) == [""]


def test_members_are_made_in_batches():
    made_of = stack(batch_create={"max_batch_size": 2, "pause_time": 5})
    assert made_of.roll_out(group(5), CREATE) == [
        "+0 +1",
        "after 5s: 0 1 +2 +3",
        "after 5s: 0 1 2 3 +4",
    ]


def test_an_update_that_changes_nothing_still_visits_the_child():
    made_of = stack()
    made_of.roll_out(group(2), CREATE)
    assert made_of.roll_out(group(2), UPDATE) == ["0 1"]


def test_a_group_grows_and_shrinks_at_the_end():
    made_of = stack(rolling_update={})
    made_of.roll_out(group(2), CREATE)
    assert made_of.roll_out(group(4), UPDATE) == ["0 1 +2 +3"]
    assert made_of.roll_out(group(1), UPDATE) == ["0 -1 -2 -3"]


def test_without_a_policy_all_members_change_at_once():
    made_of = stack()
    made_of.roll_out(group(3), CREATE)
    assert made_of.roll_out(group(3, "two"), UPDATE) == ["[0] [1] [2]"]


def test_members_change_from_the_end_a_batch_at_a_time():
    made_of = stack(rolling_update={"max_batch_size": 2, "pause_time": 1.5})
    made_of.roll_out(group(5), CREATE)
    assert made_of.roll_out(group(5, "two"), UPDATE) == [
        "0 1 2 [3] [4]",
        "after 1.5s: 0 [1] [2] 3 4",
        "after 1.5s: [0] 1 2 3 4",
    ]


def test_spare_members_keep_enough_in_service():
    made_of = stack(rolling_update={"max_batch_size": 1, "min_in_service": 2})
    made_of.roll_out(group(2), CREATE)
    assert made_of.roll_out(group(2, "two"), UPDATE) == [
        "0 1 +2",
        "0 [1] 2",
        "[0] 1 2",
        "0 1 -2",
    ]


def test_a_group_grows_and_changes_in_one_roll_out():
    made_of = stack(rolling_update={"max_batch_size": 2})
    made_of.roll_out(group(2), CREATE)
    assert made_of.roll_out(group(5, "two"), UPDATE) == [
        "0 1 +2 +3",
        "0 [1] 2 3 +4",
        "[0] 1 2 3 4",
    ]


def test_members_that_failed_are_seen_to_first():
    made_of = stack(rolling_update={"max_batch_size": 1})
    made_of.roll_out(group(3), CREATE)
    made_of.fail("1")
    assert made_of.roll_out(group(3, "two"), UPDATE) == ["0 [1] 2", "0 1 [2]", "[0] 1 2"]


def test_members_that_are_to_go_are_not_changed_before():
    made_of = stack(rolling_update={"max_batch_size": 1})
    made_of.roll_out(group(3), CREATE)
    assert made_of.roll_out(group(1, "two"), UPDATE) == ["[0] -1 -2"]


def test_removed_members_are_replaced_under_names_never_used():
    made_of = stack()
    made_of.roll_out(group(3), CREATE)
    assert made_of.roll_out(group(3, **removing("1")), UPDATE) == ["0 2 +3 -1"]
    assert made_of.roll_out(group(3), UPDATE) == ["0 2 3"]
    assert made_of.roll_out(group(2, **removing(2)), UPDATE) == ["0 3 -2"]
    assert made_of.here.data["skipped"] == ["1", "2"]


def test_members_are_removed_by_reference_id():
    made_of = stack()
    made_of.roll_out(group(2), CREATE)
    assert made_of.roll_out(group(1, **removing("ref-0", "ref-9", "7")), UPDATE) == ["1 -0"]
    assert made_of.here.data["skipped"] == ["0"]


def test_the_mode_update_forgets_names_removed_before():
    made_of = stack()
    made_of.roll_out(group(3), CREATE)
    made_of.roll_out(group(2, **removing("0")), UPDATE)
    mode = {"removal_policies_mode": "update"}
    assert made_of.roll_out(group(2, **removing("ref-1", **mode)), UPDATE) == ["+0 2 -1"]
    assert made_of.roll_out(group(2, **mode), UPDATE) == ["0 +1 -2"]


def test_names_can_be_left_out_from_the_start():
    assert stack().roll_out(group(2, **removing("0", "5")), CREATE) == ["+1 +2"]


def test_the_number_stands_in_values_but_not_in_keys():
    definition = {
        "type": "T%index%",
        "properties": {"%index%": ["a%index%", {"b": "%index%%index%"}, 3], "gone": None},
        "metadata": {"kept": "%index%"},
    }
    made_of = stack()
    made_of.roll_out(made(ResourceGroup, count=2, resource_def=definition), CREATE)
    assert made_of.template["heat_template_version"] == "2015-04-30"
    assert made_of.template["resources"]["1"] == {
        "type": "T%index%",
        "properties": {"%index%": ["a1", {"b": "11"}, 3]},
        "metadata": {"kept": "%index%"},
    }


def test_another_variable_may_stand_for_the_number():
    made_of = stack()
    made_of.roll_out(group(1, "#i# %index%", index_var="#i#"), CREATE)
    assert made_of.template["resources"]["0"]["properties"] == {"text": "0 %index%"}


def test_what_others_read_becomes_outputs_and_attributes():
    made_of = stack()
    made_of.here.reads = [
        ("attributes", "ip", 0),
        ("ip",),
        ("resource.1.ip", "v4"),
        ("resource.7.ip",),
        ("refs",),
        ("resource.1",),
    ]
    it = group(2)
    made_of.roll_out(it, CREATE)
    assert sorted(made_of.template["outputs"]) == [
        "attributes, ip",
        "attributes, ip, 0",
        "refs_map",
        "resource.1, ip, v4",
    ]

    def read(*path):
        return it.child_attribute(made_of.here, made_of.child(), path)

    assert read("refs") == ["ref-0", "ref-1"]
    assert read("refs", 1) == "ref-1"
    assert read("refs_map") == {"0": "ref-0", "1": "ref-1"}
    assert read("attributes", "ip", 0) == {"0": "0.ip.0", "1": "1.ip.0"}
    assert read("ip") == ["0.ip", "1.ip"]
    assert read("resource.1") == "ref-1"
    assert read("resource.1.ip", "v4") == "1.ip.v4"
    assert read("resource.0.kept", "inside") == "0"
    assert read("kept", "inside") == ["0", "1"]
    assert read("unheard_of") == [None, None]
    assert read("removed_rsrc_list") == []
    assert sorted(read()) == ["refs", "refs_map", "removed_rsrc_list"]
    with pytest.raises(EvaluationError, match="no member '2'"):
        read("resource.2.ip")
    with pytest.raises(EvaluationError, match="needs the name"):
        read("attributes")


def test_members_are_in_the_order_of_their_numbers():
    made_of = stack()
    it = group(12)
    made_of.roll_out(it, CREATE)
    refs = it.child_attribute(made_of.here, made_of.child(), ("refs",))
    assert refs == [f"ref-{one}" for one in range(12)]


def test_pauses_longer_than_the_timeout_fail_the_update():
    made_of = stack(rolling_update={"pause_time": 1800})
    made_of.roll_out(group(3), CREATE)
    with pytest.raises(ResourceFailed):
        made_of.roll_out(group(3, "two"), UPDATE)
    assert made_of.roll_out(group(2), UPDATE) == ["0 1 -2"]


def test_a_group_has_its_bounds():
    definition = {"type": "T"}
    assert problems(ResourceGroup, resource_def=definition, count=MOST_MEMBERS) == []
    assert problems(ResourceGroup, resource_def=definition, count=UNKNOWN) == []
    assert problems(ResourceGroup, resource_def=definition, count=10**9) != []


@given(
    st.lists(
        st.tuples(st.integers(0, 6), st.sampled_from("xy"), st.sets(st.integers(0, 8), max_size=3)),
        min_size=1,
        max_size=5,
    ),
    st.integers(1, 4),
    st.integers(0, 4),
)
def test_after_any_updates_the_group_is_as_the_last_one_says(steps, most, least):
    made_of = stack(rolling_update={"max_batch_size": most, "min_in_service": least})
    made_of.roll_out(group(3), CREATE)
    ever_skipped = set()
    for size, text, gone in steps:
        made_of.roll_out(group(size, text, **removing(*sorted(gone))), UPDATE)
        skipped = set(made_of.here.data["skipped"])
        assert ever_skipped <= skipped
        ever_skipped = skipped
        assert len(made_of.members) == size
        assert not skipped & set(made_of.members)
        texts = {one.definition["properties"]["text"] for one in made_of.members.values()}
        assert texts <= {text}
