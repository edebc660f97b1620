"""The program of the worker process: evaluates yaql expressions until its input ends.

It is started by `calor.sandbox.process` with one end of a socket pair as its
standard input, and gives up its rights before it reads the first expression.
Only this module imports yaql.
"""

import collections.abc  # yaql uses it without importing it  # noqa: F401
import contextlib
import re
import resource
import signal
import socket
from datetime import datetime
from functools import lru_cache
from typing import Any

import yaql
from yaql.language.exceptions import WrappedException
from yaql.language.utils import IterableType, MappingType, limit_iterable

from calor.sandbox.frames import BadFrame, decode, encode, receive, send
from calor.sandbox.limits import Limits

MESSAGE_LENGTH = 500
NUMBER_BITS = 8192
OPEN_FILES = 16
MISSING_PROPERTY = re.compile('Unknown function "#property#(.*)"')


class Interpreter:
    """yaql, set up as Heat sets it up."""

    def __init__(self, limits: Limits) -> None:
        options = {
            "yaql.limitIterators": limits.limit_iterators,
            "yaql.memoryQuota": limits.memory_quota,
            "yaql.convertOutputData": False,
        }
        self._most = limits.limit_iterators
        self.parse = lru_cache(maxsize=256)(yaql.YaqlFactory().create(options))
        self._context = yaql.create_context()

    def evaluate(self, expression: str, data: Any) -> Any:
        """Return the plain value of an expression whose `$` is a map with `data` in it."""
        statement = self.parse(expression)
        return self._plain(statement.evaluate({"data": data}, self._context.create_child_context()))

    def _plain(self, value: Any) -> Any:
        """Turn what yaql computes with into what a template can hold."""
        if isinstance(value, int) and value.bit_length() > NUMBER_BITS:
            raise ValueError("the result has a number of thousands of digits in it")
        if value is None or isinstance(value, bool | int | float | str):
            return value
        if isinstance(value, datetime):
            return value.isoformat()
        if isinstance(value, MappingType):
            items = limit_iterable(value.items(), self._most)
            return {_key(key): self._plain(item) for key, item in items}
        if isinstance(value, IterableType):
            items = [self._plain(item) for item in limit_iterable(value, self._most)]
            # A set has no order of its own, and a template must not change its mind.
            return sorted(items, key=repr) if isinstance(value, set | frozenset) else items
        raise TypeError(f"the result has a {_name(value)} in it, which no template value can be")


def _key(key: Any) -> str:
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, bool | int | float):
        return encode(key).decode()
    raise TypeError(f"the result has a map whose key is a {_name(key)}, not a string")


def _name(value: Any) -> str:
    return {"timedelta": "timespan"}.get(type(value).__name__, type(value).__name__)


def main(limits: Limits) -> None:
    """Serve the socket that is standard input until it ends."""
    interpreter = Interpreter(limits)
    confine(limits)
    with socket.socket(fileno=0) as parent, contextlib.suppress(BadFrame, OSError):
        send(parent, encode({"ready": True}))
        while True:
            request = receive(parent, limits.input_bytes, lambda: None)
            signal.setitimer(signal.ITIMER_PROF, limits.processor_seconds)
            reply = answer(interpreter, request, limits)
            signal.setitimer(signal.ITIMER_PROF, 0)
            send(parent, reply)


def confine(limits: Limits) -> None:
    """Give up what no expression needs."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for what, most in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
        (resource.RLIMIT_NPROC, 0),
    ):
        _, hard = resource.getrlimit(what)
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (limit, limit))


def answer(interpreter: Interpreter, request: bytes, limits: Limits) -> bytes:
    """Return the reply to a request: `{"value": …}` or `{"error": …}`."""
    try:
        reply = encode({"value": respond(interpreter, *decode(request))})
    except Exception as problem:  # noqa: BLE001 - an expression can provoke any of them
        return encode({"error": explain(problem)})
    if len(reply) > limits.output_bytes:
        return encode({"error": f"the result is larger than {limits.output_bytes} bytes"})
    return reply


def respond(interpreter: Interpreter, expression: str, *data: Any) -> Any:
    """Return the value of an expression over data, or only parse it if there are none."""
    if data:
        return interpreter.evaluate(expression, *data)
    interpreter.parse(expression)
    return None


def explain(problem: Exception) -> str:
    """Say what an exception means to the author of the expression."""
    match problem:
        case WrappedException():
            return explain(problem.wrapped)
        case MemoryError():
            return "the expression needs more memory than it may use"
        case RecursionError():
            return "the expression or its data is nested too deeply"
        case KeyError(args=[key]):
            return f"no key {str(key)[:MESSAGE_LENGTH]!r}"
        case _:
            text = str(problem)[:MESSAGE_LENGTH] or type(problem).__name__
            return MISSING_PROPERTY.sub(r"cannot take '.\1' of something that is no map", text)
