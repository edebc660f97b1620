"""What was found out serves everybody for a while."""

import asyncio

import pytest

from calor.cloud.remembering import Memory


class Source:
    def __init__(self):
        self.asked = 0

    async def __call__(self):
        self.asked += 1
        await asyncio.sleep(0)
        return self.asked


async def test_all_who_ask_at_once_share_the_answer():
    memory, source = Memory(60), Source()
    assert await asyncio.gather(*(memory.ask("a", source) for _ in range(5))) == [1] * 5


async def test_an_answer_is_forgotten_after_its_time_and_the_oldest_first():
    memory, source = Memory(-1.0), Source()
    assert [await memory.ask("a", source), await memory.ask("a", source)] == [1, 2]
    memory, source = Memory(60, most=2), Source()
    assert [await memory.ask(key, source) for key in "abca"] == [1, 2, 3, 4]


async def test_a_failure_is_not_remembered():
    memory = Memory(60)

    async def fail():
        raise LookupError

    with pytest.raises(LookupError):
        await memory.ask("a", fail)
    assert await memory.ask("a", Source()) == 1


async def test_one_who_gives_up_takes_the_answer_from_nobody():
    memory, source = Memory(60), Source()
    first = asyncio.create_task(memory.ask("a", source))
    second = asyncio.create_task(memory.ask("a", source))
    await asyncio.sleep(0)
    first.cancel()
    assert await second == 1
