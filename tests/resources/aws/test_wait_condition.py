import asyncio

from calor.core.state import Action
from calor.plugin.resource import Sibling
from calor.resources.aws.wait_condition import WaitCondition
from tests.resources.heat.driving import MemoryHere, attribute, made, run

SIGNALS = {str(n): {"Status": "SUCCESS", "Reason": "up", "Data": n} for n in range(2)}


def test_it_waits_for_signals_as_amazon_writes_them():
    handle = Sibling(type="AWS::CloudFormation::WaitConditionHandle", present_metadata=SIGNALS)
    here = MemoryHere(siblings={"h": handle})
    condition = made(WaitCondition, Handle="h", Timeout="10", Count=2)
    assert run(here, condition, Action.CREATE) == 0
    assert attribute(here, condition, "Data") == '{"0": 0, "1": 1}'
    more = made(WaitCondition, Handle="h", Timeout=10, Count=3)
    here.begin(Action.UPDATE)
    assert asyncio.run(more.progress(here)) == 10
