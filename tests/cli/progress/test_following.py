from dataclasses import replace

import pytest

from calor.cli.progress.following import Follower, Settled
from calor.cli.progress.tree import Tree
from calor.cli.progress.views import Lines
from calor.client.api import Client
from calor.client.stacks import StackRef
from tests.client.fake_heat import fake_heat

TEMPLATE = {"resources": {"web": {"type": "None"}}}


@pytest.fixture(params=[True, False], ids=["streaming", "polling"])
def heat(request):
    with fake_heat(streams=request.param) as running:
        yield running


@pytest.fixture
def client(heat):
    made = Client.at(heat.endpoint, "good")
    yield replace(made, events=replace(made.events, interval=0.01))
    made.close()


def test_a_stack_is_followed_until_it_is_at_rest(client):
    ref = client.stacks.create({"stack_name": "web", "template": TEMPLATE})
    settled = Follower(client, ref, Lines()).until_settled()
    assert settled.status == "CREATE_COMPLETE"
    assert settled.is_well
    assert settled.tree.root.children["web"].status == "CREATE_COMPLETE"


def test_a_stack_that_never_began_is_not_waited_for_for_ever(client):
    ref = client.stacks.create({"stack_name": "web", "template": TEMPLATE})
    last = client.events.last(ref, 0)
    assert Follower(client, ref, Lines(), after=last).until_settled().is_well


def test_a_deleted_stack_is_at_rest(client):
    ref = client.stacks.create({"stack_name": "web", "template": TEMPLATE})
    after = client.events.last(ref, 0)
    client.stacks.delete(ref)
    assert Follower(client, ref, Lines(), after=after).until_settled().status == "DELETE_COMPLETE"


@pytest.mark.parametrize(
    ("status", "is_well"),
    [
        ("CREATE_COMPLETE", True),
        ("UPDATE_FAILED", False),
        ("ROLLBACK_COMPLETE", False),
        ("", False),
    ],
)
def test_what_was_rolled_back_has_not_gone_well(status, is_well):
    tree = Tree.of(StackRef("web", "1"), 0.0)
    assert Settled({"stack_status": status}, tree).is_well is is_well
