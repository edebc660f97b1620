"""Answers are kept for a while, and a question is asked once at a time."""

import asyncio

import pytest

from calor.api.authentication.memory import Freshness, Kept, Memory
from calor.api.caller import Unauthenticated


class Asked:
    """Somebody who counts how often they were asked."""

    def __init__(self, seconds=100.0, error=None):
        self.times = 0
        self.seconds = seconds
        self.error = error
        self.may_answer = asyncio.Event()
        self.may_answer.set()

    async def __call__(self):
        self.times += 1
        await self.may_answer.wait()
        if self.error:
            raise self.error
        return Kept(f"answer {self.times}", self.seconds)


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def memory_with(**freshness):
    clock = Clock()
    return Memory(Freshness(**freshness), clock=clock), clock


async def test_an_answer_is_given_again_until_it_is_old():
    memory, clock = memory_with(seconds=10)
    asked = Asked()
    assert await memory.answer(("a",), asked) == "answer 1"
    clock.now = 9.9
    assert await memory.answer(("a",), asked) == "answer 1"
    clock.now = 10.0
    assert await memory.answer(("a",), asked) == "answer 2"


async def test_an_answer_may_be_kept_for_a_shorter_time_than_others():
    memory, clock = memory_with(seconds=10)
    asked = Asked(seconds=3)
    await memory.answer(("a",), asked)
    clock.now = 3.0
    assert await memory.answer(("a",), asked) == "answer 2"


async def test_an_answer_that_holds_once_is_not_kept():
    memory, _ = memory_with()
    await memory.answer(("a",), Asked(seconds=0))
    assert len(memory) == 0


async def test_questions_are_told_apart_by_all_their_parts():
    memory, _ = memory_with()
    asked = Asked()
    for question in [("a", "b"), ("ab", ""), ("", "ab"), ("a\0001:b",)]:
        await memory.answer(question, asked)
    assert asked.times == 4


async def test_failures_are_told_to_all_who_wait_and_not_kept():
    memory, _ = memory_with()
    asked = Asked(error=Unauthenticated())
    found = await asyncio.gather(
        memory.answer(("a",), asked), memory.answer(("a",), asked), return_exceptions=True
    )
    assert [type(one) for one in found] == [Unauthenticated, Unauthenticated]
    assert asked.times == 1
    with pytest.raises(Unauthenticated):
        await memory.answer(("a",), asked)
    assert asked.times == 2


async def test_one_who_goes_away_does_not_take_the_answer_with_them():
    memory, _ = memory_with()
    asked = Asked()
    asked.may_answer.clear()
    first = asyncio.create_task(memory.answer(("a",), asked))
    second = asyncio.create_task(memory.answer(("a",), asked))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.sleep(0)
    asked.may_answer.set()
    assert await second == "answer 1"


async def test_there_are_never_more_answers_than_allowed():
    memory, _ = memory_with(entries=3)
    asked = Asked()
    for n in range(10):
        await memory.answer((str(n),), asked)
    assert len(memory) == 3
    await memory.answer(("9",), asked)
    assert asked.times == 10
