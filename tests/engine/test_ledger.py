"""What a burst has changed is written once, as it was in the end."""

from dataclasses import replace

from calor.core.state import Action, Status
from calor.engine.ledger import Ledger, reason_of
from tests.store.samples import NOW, resource, stack

WEB = stack()
ROW = resource(WEB, action=Action.CREATE, status=Status.IN_PROGRESS)
DONE = replace(ROW, status=Status.COMPLETE, physical_id="p")


def test_an_empty_ledger_has_nothing_to_save():
    assert not Ledger()
    ledger = Ledger()
    ledger.put_resource(ROW)
    assert ledger


def test_of_several_changes_the_last_counts():
    ledger = Ledger()
    ledger.put_resource(ROW)
    ledger.put_resource(DONE)
    ledger.put_stack(WEB)
    ledger.put_stack(replace(WEB, reason="over"))
    batch = ledger.batch()
    assert batch.resources == (DONE,)
    assert batch.stacks == (replace(WEB, reason="over"),)


def test_what_is_new_and_changed_is_written_as_new():
    ledger = Ledger()
    ledger.add_resource(ROW)
    ledger.put_resource(DONE)
    ledger.add_stack(WEB)
    ledger.put_stack(replace(WEB, reason="over"))
    batch = ledger.batch()
    assert (batch.new_resources, batch.resources) == ((DONE,), ())
    assert (batch.new_stacks, batch.stacks) == ((replace(WEB, reason="over"),), ())


def test_what_came_and_went_is_not_written_at_all():
    ledger = Ledger()
    ledger.add_resource(ROW)
    ledger.secrets[ROW.id, "password"] = "geheim"
    ledger.drop_resource(ROW.id)
    assert not ledger


def test_what_is_gone_is_not_changed_before():
    ledger = Ledger()
    ledger.put_resource(ROW)
    ledger.secrets[ROW.id, "password"] = "geheim"
    ledger.drop_resource(ROW.id)
    batch = ledger.batch()
    assert (batch.resources, batch.secrets, batch.gone_resources) == ((), {}, (ROW.id,))


def test_events_are_kept_in_order_and_each():
    ledger = Ledger()
    ledger.tell_resource(ROW, NOW)
    ledger.tell_resource(DONE, NOW + 1, "at last")
    ledger.tell_stack(replace(WEB, reason="Stack CREATE started"), NOW + 2)
    told = [(one.resource_name, one.physical_id, one.reason) for one in ledger.batch().events]
    assert told == [
        ("server", None, "state changed"),
        ("server", "p", "at last"),
        ("web", WEB.id, "Stack CREATE started"),
    ]
    assert len({one.id for one in ledger.events}) == 3


def test_a_reason_is_in_the_words_that_clients_look_for():
    assert reason_of(Action.CREATE, Status.IN_PROGRESS) == "Stack CREATE started"
    assert reason_of(Action.UPDATE, Status.COMPLETE) == "Stack UPDATE completed successfully"
    assert reason_of(Action.DELETE, Status.FAILED, "no") == "Resource DELETE failed: no"
