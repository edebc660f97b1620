"""Figures of a process."""

from dataclasses import dataclass

from calor.api.metrics import Metrics
from calor.engine.engine import Figures
from tests.api.orchestration.templates import ONE
from tests.api.serving import serving


@dataclass(frozen=True)
class Place:
    method: str = "GET"
    path: str = "/things/{id}"


def test_answers_are_counted_by_route_and_status():
    metrics = Metrics()
    for status in (200, 200, 404):
        metrics.count(Place(), status, 0.003)
    metrics.count(None, 404, 0.003)
    text = metrics.text().decode()
    assert '_requests_total{method="GET",route="/things/{id}",status="200"} 2.0' in text
    assert '_requests_total{method="GET",route="/things/{id}",status="404"} 1.0' in text
    assert '_requests_total{method="none",route="none",status="404"} 1.0' in text
    assert '_request_seconds_bucket{le="0.005",method="GET",route="/things/{id}"} 3.0' in text


def test_an_engine_is_watched():
    metrics = Metrics()
    metrics.watch(lambda: Figures(trees=1, jobs=2, waiting=3, done=4))
    text = metrics.text().decode()
    for line in ("trees 1.0", "jobs 2.0", "waiting 3.0", "jobs_done 4.0"):
        assert f"calor_engine_{line}\n" in text


async def test_an_engine_counts_what_it_has_done():
    async with serving() as service:
        await service.stack("one", ONE)
        assert service.engine.figures().done >= 1
