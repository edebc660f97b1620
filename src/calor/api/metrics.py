"""Figures for Prometheus: requests by route and status, and how busy the engine is."""

from collections.abc import Callable
from typing import Final, Protocol

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

NO_ROUTE: Final = "none"
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Routed(Protocol):
    """What a figure must know of a route."""

    @property
    def method(self) -> str:
        """How it is asked."""

    @property
    def path(self) -> str:
        """Where it is, with places in braces: no request makes a label of its own."""


class Busy(Protocol):
    """What an engine tells of itself."""

    @property
    def trees(self) -> int:
        """How many trees it works on."""

    @property
    def jobs(self) -> int:
        """How many actions on resources are being carried out."""

    @property
    def waiting(self) -> int:
        """How much has happened that it has not looked at yet."""

    @property
    def done(self) -> int:
        """How many actions on resources have ended."""


class Metrics:
    """The figures of one process."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "calor_api_requests",
            "Requests that were answered.",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "calor_api_request_seconds",
            "How long answers took.",
            ["method", "route"],
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._children: dict[tuple[str, str, int], tuple[Counter, Histogram]] = {}

    def count(self, route: Routed | None, status: int, seconds: float) -> None:
        """Count an answer."""
        method, path = (route.method, route.path) if route else (NO_ROUTE, NO_ROUTE)
        key = method, path, status
        if key not in self._children:
            counter = self._requests.labels(method, path, str(status))
            self._children[key] = counter, self._seconds.labels(method, path)
        requests, latency = self._children[key]
        requests.inc()
        latency.observe(seconds)

    def watch(self, figures: Callable[[], Busy]) -> None:
        """Tell from now on how busy an engine is."""
        self._gauge("calor_engine_trees", "Stacks at work, with all below them.").set_function(
            lambda: figures().trees
        )
        self._gauge("calor_engine_jobs", "Actions on resources at work.").set_function(
            lambda: figures().jobs
        )
        self._gauge("calor_engine_waiting", "Happenings nobody has looked at.").set_function(
            lambda: figures().waiting
        )
        self._gauge("calor_engine_jobs_done", "Actions on resources that ended.").set_function(
            lambda: figures().done
        )

    def text(self) -> bytes:
        """Return all figures as Prometheus reads them."""
        return generate_latest(self._registry)

    def _gauge(self, name: str, says: str) -> Gauge:
        return Gauge(name, says, registry=self._registry)
