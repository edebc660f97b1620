import asyncio

import pytest

from calor.core.errors import CloudNotFound, CloudUnavailable, ResourceFailed, ResourceInError
from calor.core.state import Action
from calor.plugin.cloud import NoCloud, Reply
from calor.resources.heat.remote_stack import RemoteStack
from tests.resources.heat.driving import MemoryHere, made, problems, shown

TEMPLATE = "heat_template_version: 2021-04-16"


class RemoteCloud(NoCloud):
    """Stacks behind an API, each of which takes a while for everything."""

    def __init__(self):
        self.stacks = {}
        self.asked = []
        self.fails = ""
        self.is_lost = False

    async def send(self, request):
        assert request.service == "orchestration"
        self.asked.append(request)
        body = self.answer(request.method, request.path.split("/")[2:], request)
        if self.is_lost:
            self.is_lost = False
            raise CloudUnavailable("the answer was lost")
        return Reply(200, body)

    def answer(self, method, way, request):
        if way:
            return self.answer_of(method, way[1], way[2:], request)
        if method == "GET":
            found = [{"id": key, **one} for key, one in self.stacks.items()]
            return {"stacks": [one for one in found if one["stack_name"] == request.query["name"]]}
        name = request.body["stack_name"]
        assert all(one["stack_name"] != name for one in self.stacks.values())
        self.stacks["id-1"] = {"stack_name": name, "updated_time": None}
        self.begin("id-1", "CREATE")
        return {"stack": {"id": "id-1"}}

    def answer_of(self, method, key, rest, request):
        if key not in self.stacks:
            raise CloudNotFound("gone")
        if method == "GET":
            return {"stack": dict(self.stacks[key])}
        actions = {"PUT": "UPDATE", "DELETE": "DELETE", "POST": "SNAPSHOT"}
        is_action = rest == ["actions"]
        self.begin(key, next(iter(request.body)).upper() if is_action else actions[method])
        return {"id": "copy"}

    def begin(self, key, action):
        stack = self.stacks[key]
        count = int(stack["updated_time"] or 0) + 1
        stack.update(stack_status=f"{action}_IN_PROGRESS", updated_time=str(count))

    def finish(self):
        for key, stack in list(self.stacks.items()):
            action = stack["stack_status"].partition("_")[0]
            status = "FAILED" if action == self.fails else "COMPLETE"
            stack.update(stack_status=f"{action}_{status}", stack_status_reason="so it is")
            if stack["stack_status"] == "DELETE_COMPLETE":
                del self.stacks[key]


@pytest.fixture
def here():
    return MemoryHere(cloud=RemoteCloud(), files={"a.yaml": "b"})


def begin(here, stack, action):
    here.begin(action)
    verbs = {"SUSPEND": stack.suspend, "RESUME": stack.resume, "CHECK": stack.check}
    verbs |= {"DELETE": stack.delete, "SNAPSHOT": stack.snapshot}
    if action is Action.CREATE:
        here.physical_id = asyncio.run(stack.create(here))
    elif action is Action.UPDATE:
        asyncio.run(stack.update(here, stack, set()))
    else:
        asyncio.run(verbs[action](here))
    here.save()


def do(here, stack, action):
    begin(here, stack, action)
    assert asyncio.run(stack.progress(here)) is False
    here.cloud.finish()
    assert asyncio.run(stack.progress(here)) is True


def remote(**given):
    return made(RemoteStack, template=TEMPLATE, parameters={"n": 1}, **given)


def test_what_is_done_to_the_resource_is_done_to_the_stack(here):
    stack = remote(timeout=5)
    for action in ("CREATE", "UPDATE", "UPDATE", "CHECK", "CHECK", "SUSPEND", "RESUME", "SNAPSHOT"):
        do(here, stack, Action(action))
    assert stack.reference_id(here) == "id-1"
    assert here.data["snapshot_id"] == "copy"
    do(here, stack, Action.DELETE)
    assert here.cloud.stacks == {}


def test_the_stack_is_given_files_and_environment(here):
    begin(here, remote(timeout=5), Action.CREATE)
    assert here.cloud.asked[-1].body == {
        "stack_name": here.physical_name(),
        "template": TEMPLATE,
        "parameters": {"n": 1},
        "environment": {"parameter_defaults": {"size": 3}, "parameters": {"n": 1}},
        "files": {"a.yaml": "b"},
        "disable_rollback": True,
        "timeout_mins": 5,
    }


def test_a_stack_whose_creation_was_not_heard_of_is_found_again(here):
    stack = remote()
    assert asyncio.run(stack.find(here)) is None
    here.cloud.is_lost = True
    with pytest.raises(CloudUnavailable):
        asyncio.run(stack.create(here))
    assert asyncio.run(stack.find(here)) == "id-1"


def test_a_stack_that_has_not_begun_to_change_is_not_taken_for_changed(here):
    stack = remote()
    do(here, stack, Action.CREATE)
    do(here, stack, Action.UPDATE)
    begin(here, stack, Action.UPDATE)
    here.cloud.stacks["id-1"].update(stack_status="UPDATE_COMPLETE", updated_time="2")
    assert asyncio.run(stack.progress(here)) is False


def test_a_failure_is_told(here):
    stack = remote()
    here.cloud.fails = "CREATE"
    begin(here, stack, Action.CREATE)
    here.cloud.finish()
    with pytest.raises(ResourceInError, match="CREATE_FAILED: so it is"):
        asyncio.run(stack.progress(here))


def test_a_stack_that_is_gone_is_deleted_but_nothing_else(here):
    stack = remote()
    do(here, stack, Action.CREATE)
    here.cloud.stacks.clear()
    begin(here, stack, Action.DELETE)
    assert asyncio.run(stack.progress(here)) is True
    here.action = Action.UPDATE
    with pytest.raises(CloudNotFound):
        asyncio.run(stack.progress(here))


def test_nothing_can_be_done_to_a_stack_that_never_was(here):
    here.begin(Action.SUSPEND)
    with pytest.raises(ResourceFailed):
        asyncio.run(remote().suspend(here))
    assert remote().reference_id(here) is None


def test_the_outputs_can_be_read(here):
    do(here, remote(), Action.CREATE)
    here.cloud.stacks["id-1"]["outputs"] = [
        {"output_key": "a", "output_value": 1},
        {"output_key": "b", "output_error": "no"},
    ]
    name = here.physical_name()
    assert shown(here, remote()) == {"stack_name": name, "outputs": {"a": 1, "b": None}}


def test_another_region_is_another_stack(here):
    there = remote(context={"region_name": "there"})
    begin(here, there, Action.CREATE)
    assert here.cloud.asked[-1].region == "there"
    assert there.must_replace(remote(), {"context"})
    assert not there.must_replace(there, {"template"})


def test_other_clouds_cannot_be_reached_yet():
    assert problems(RemoteStack, template=TEMPLATE, context={"region_name": "r"}) == []
    assert problems(RemoteStack, template=TEMPLATE, context={"insecure": True}) != []
