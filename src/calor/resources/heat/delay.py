"""OS::Heat::Delay: time that passes between two resources."""

from collections.abc import Iterable
from typing import Any

from typing_extensions import override

from calor.core.errors import ResourceFailed
from calor.core.values import has_unknown
from calor.plugin import at_least, one_of, prop, since
from calor.plugin.resource import Here, Progress, Resource


class Delay(Resource):
    """Lets time pass, some of it drawn by chance, so that not everything happens at once."""

    type_name = "OS::Heat::Delay"
    support = since("11.0.0")

    min_wait: float = prop("Seconds to wait at least.", at_least(0), default=0, updatable=True)
    max_jitter: float = prop(
        "How much longer the wait may be drawn.", at_least(0), default=0, updatable=True
    )
    jitter_multiplier: float = prop(
        "Seconds that one of max_jitter stands for.", at_least(0), default=1.0, updatable=True
    )
    actions: tuple[Any, ...] = prop(
        "The actions that wait.",
        one_of("CREATE", "DELETE", "SUSPEND", "RESUME"),
        default=["CREATE"],
        updatable=True,
    )

    @property
    def longest(self) -> float:
        """Return how many seconds the wait takes at most."""
        try:
            return self.min_wait + float(self.max_jitter * self.jitter_multiplier)
        except OverflowError:
            return float("inf")

    @override
    async def create(self, here: Here) -> str | None:
        if self.longest > here.timeout:
            raise ResourceFailed(
                f"{here.name} may wait {self.longest:g} seconds, but the stack has only "
                f"{here.timeout:g}; shorten the wait or raise the stack's timeout"
            )
        self._draw(here)
        return None

    @override
    async def delete(self, here: Here) -> None:
        self._draw(here)

    @override
    async def suspend(self, here: Here) -> None:
        self._draw(here)

    @override
    async def resume(self, here: Here) -> None:
        self._draw(here)

    @override
    async def progress(self, here: Here) -> Progress:
        if here.action not in self.actions:
            return True
        left = float(here.data.get("until", here.started_at)) - here.now()
        return left if left > 0 else True

    @override
    def problems(self) -> Iterable[str]:
        if has_unknown([self.min_wait, self.max_jitter, self.jitter_multiplier]):
            return
        if self.longest == float("inf"):
            yield "the wait is longer than can be counted"

    def _draw(self, here: Here) -> None:
        """Draw the end of the wait, once for each action however often that is begun."""
        if here.data.get("since") != here.started_at:
            here.data["since"] = here.started_at
            here.data["until"] = here.started_at + here.random.uniform(self.min_wait, self.longest)
