"""yaql for templates: any expression ends in time, with a value or with an error."""

from threading import Lock
from types import TracebackType
from typing import Self

from calor.core.errors import EvaluationError
from calor.core.source import shorten
from calor.core.values import Value, kind_of
from calor.sandbox.frames import encode
from calor.sandbox.limits import Limits
from calor.sandbox.process import Worker


class Yaql:
    """Evaluates yaql expressions in a worker process, from any number of threads.

    The worker starts at the first expression, serves the following ones, and is
    replaced after it had to be killed or died by itself.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self._limits = limits or Limits()
        self._lock = Lock()
        self._worker: Worker | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The id of the worker process, while there is one."""
        worker = self._worker
        return worker.pid if worker and worker.is_alive() else None

    def evaluate(self, expression: str, data: Value) -> Value:
        """Return the value of an expression in which `$.data` is `data`."""
        return self._ask(expression, data)

    def check(self, expression: str) -> None:
        """Raise an error if an expression is not well-formed; nothing is evaluated."""
        self._ask(expression)

    def close(self) -> None:
        """End the worker; a later expression would start another."""
        with self._lock:
            if self._worker:
                self._worker.kill()
            self._worker = None

    def _ask(self, expression: str, *data: Value) -> Value:
        request = self._request(expression, *data)
        with self._lock:
            reply = self._alive().ask(request)
        if "error" in reply:
            raise EvaluationError(f"yaql: {reply['error']}")
        return reply["value"]

    def _alive(self) -> Worker:
        if self._worker and self._worker.is_alive():
            return self._worker
        if self._worker:
            self._worker.kill()
        self._worker = Worker(self._limits)
        return self._worker

    def _request(self, expression: str, *data: Value) -> bytes:
        if not isinstance(expression, str):
            raise EvaluationError(
                f"yaql: the expression must be a string, not {kind_of(expression)}"
            )
        if len(expression) > self._limits.expression_characters:
            raise EvaluationError(
                f"yaql: the expression {shorten(expression)} is longer than "
                f"{self._limits.expression_characters} characters"
            )
        try:
            request = encode([expression, *data])
        except (TypeError, ValueError, RecursionError) as problem:
            raise EvaluationError(f"yaql: the data cannot be handed over: {problem}") from problem
        if len(request) > self._limits.input_bytes:
            raise EvaluationError(f"yaql: the data is larger than {self._limits.input_bytes} bytes")
        return request
