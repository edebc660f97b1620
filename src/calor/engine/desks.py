"""All use cases over one store."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Self, TypeVar

from calor.core.template.scope import Yaql, no_yaql
from calor.engine.archive import Archive
from calor.engine.desk import Desk, nobody
from calor.engine.exports import Exports
from calor.engine.limits import Limits
from calor.engine.loading import Outside
from calor.engine.previews import Previews
from calor.engine.resource_requests import ResourceRequests
from calor.engine.service import Stacks
from calor.engine.snapshots import Snapshots
from calor.engine.software import Configurations, Deployments
from calor.engine.views import Views
from calor.plugin.registry import TypeRegistry
from calor.store.port import Store

D = TypeVar("D", bound=Desk)


@dataclass(frozen=True, slots=True)
class Desks:
    """One desk for each family of requests."""

    stacks: Stacks
    resources: ResourceRequests
    snapshots: Snapshots
    exports: Exports
    views: Views
    previews: Previews
    configs: Configurations
    deployments: Deployments

    @classmethod
    def over(
        cls,
        store: Store,
        call: Callable[[str], Awaitable[None]] = nobody,
        *,
        types: TypeRegistry,
        run_yaql: Yaql = no_yaql,
        limits: Limits,
        outside: Outside | None = None,
    ) -> Self:
        """Return the desks that share a store and call the same engine."""
        archive = Archive()

        def desk(kind: type[D]) -> D:
            return kind(
                store,
                call,
                types=types,
                run_yaql=run_yaql,
                limits=limits,
                outside=outside or Outside(),
                archive=archive,
            )

        return cls(
            stacks=desk(Stacks),
            resources=desk(ResourceRequests),
            snapshots=desk(Snapshots),
            exports=desk(Exports),
            views=desk(Views),
            previews=desk(Previews),
            configs=desk(Configurations),
            deployments=desk(Deployments),
        )

    @property
    def store(self) -> Store:
        """Return the store that all of them use."""
        return self.stacks.store
