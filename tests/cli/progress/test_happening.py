from calor.cli.progress.happening import read_event
from calor.client.stacks import StackRef

ROOT = StackRef("shop", "r")


def test_an_event_tells_its_stack_by_a_link():
    links = [{"rel": "stack", "href": "http://x/v1/p/stacks/shop-web-1/c1"}]
    happening = read_event({"resource_name": "a", "links": links}, ROOT)
    assert happening.stack == StackRef("shop-web-1", "c1")
    assert not happening.is_of_stack


def test_an_event_of_the_stack_has_its_name_and_id():
    event = {"resource_name": "shop", "physical_resource_id": "r", "resource_status": "X_FAILED"}
    happening = read_event(event, ROOT)
    assert happening.is_of_stack
    assert happening.is_over
    assert happening.is_failure


def test_an_event_that_says_nothing_does_no_harm():
    assert read_event({}, ROOT).status == ""
