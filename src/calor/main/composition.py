"""Put a process together from its settings: what APIs and engines have in common, and each."""

import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial

from oslo_config import cfg

from calor.api.application import Application
from calor.api.authentication.flavours import make_authentication
from calor.api.authentication.keystone import KeystoneTokens
from calor.api.authentication.password import Password
from calor.api.orchestration.table import TABLE
from calor.api.policy import FilePolicy
from calor.api.rate import RequestRates
from calor.api.services import Services
from calor.cloud.clouds import OpenStackClouds
from calor.cloud.identity import Identity
from calor.cloud.public_addresses import PublicAddresses
from calor.cloud.stack_users import StackUserDomain
from calor.config.settings import Settings
from calor.engine.bell import Bell
from calor.engine.desk import nobody
from calor.engine.desks import Desks
from calor.engine.engine import Engine
from calor.engine.loading import FindAddresses, Outside, no_addresses, no_clouds, no_users
from calor.engine.sweeping import nothing_to_forget
from calor.plugin.addresses import Addresses
from calor.plugin.registry import TypeRegistry
from calor.sandbox.evaluator import Yaql
from calor.store.opening import open_store
from calor.store.port import Store
from calor.store.secrets import Keyring


@dataclass(frozen=True, slots=True)
class Workplace:
    """What a process works with, whatever it does."""

    settings: Settings
    store: Store
    yaql: Yaql
    types: TypeRegistry
    clouds: OpenStackClouds | None
    """None where no Keystone is named."""
    addresses: FindAddresses
    """How servers and alarms reach the services."""

    @property
    def identity(self) -> Identity | None:
        """How callers let calor act for them later."""
        return Identity(self.clouds, self.settings.trusts, self.users) if self.clouds else None

    @property
    def users(self) -> StackUserDomain | None:
        """Where stacks make users."""
        domain = self.settings.stack_users
        return StackUserDomain(self.clouds, domain) if self.clouds and domain else None


@asynccontextmanager
async def workplace(
    settings: Settings,
    database_url: str,
    keyring: Keyring,
    *,
    migrate: bool = False,
    api: str | None = None,
) -> AsyncIterator[Workplace]:
    """Open everything that a process works with, until the end of the block.

    Others reach the API at an address, or else where the catalog says.
    """
    async with AsyncExitStack() as stack:
        store = await open_store(database_url, keyring, settings=settings.store, migrate=migrate)
        stack.push_async_callback(store.close)
        yaql = stack.enter_context(Yaql())
        clouds = None
        if settings.cloud is not None:
            trustee = settings.trusts.trustee if settings.trusts else None
            clouds = OpenStackClouds(settings.cloud, trustee)
            stack.push_async_callback(clouds.close)
        addresses = _addresses(settings, clouds, api)
        yield Workplace(settings, store, yaql, TypeRegistry(), clouds, addresses)


def _addresses(
    settings: Settings, clouds: OpenStackClouds | None, api: str | None
) -> FindAddresses:
    if api is not None:
        known = Addresses(api=api, identity=settings.cloud.auth_url if settings.cloud else None)
        return partial(_return, known)
    if clouds is None or settings.service is None:
        return no_addresses
    return PublicAddresses(clouds, settings.service)


async def _return(known: Addresses) -> Addresses:
    return known


@dataclass(frozen=True, slots=True)
class Beside:
    """An engine that works in the same process as an API."""

    engine: Engine
    bell: Bell


def make_engine(place: Workplace) -> Beside:
    """Return an engine that works on the trees of a store."""
    bell, settings = Bell(), place.settings
    engine = Engine(
        place.store,
        types=place.types,
        run_yaql=place.yaql.evaluate,
        limits=settings.limits,
        clouds=place.clouds or no_clouds,
        users=place.users or no_users,
        forget=place.identity.forget if place.identity else nothing_to_forget,
        addresses=place.addresses,
        told=bell.ring,
        host=settings.processes.host_name or socket.gethostname(),
    )
    return Beside(engine, bell)


@asynccontextmanager
async def application(
    place: Workplace, options: cfg.ConfigOpts, beside: Beside | None = None
) -> AsyncIterator[Application]:
    """Give the orchestration API until the end of the block; engines may run elsewhere."""
    settings = place.settings
    desks = Desks.over(
        place.store,
        beside.engine.call if beside else nobody,
        types=place.types,
        run_yaql=place.yaql.evaluate,
        limits=settings.limits,
        outside=Outside(place.clouds or no_clouds, place.addresses),
    )
    services = Services(
        desks=desks,
        policy=FilePolicy(options),
        settings=settings.api,
        identity=place.identity,
        bell=beside.bell if beside else None,
    )
    if beside is not None:
        services.metrics.watch(beside.engine.figures)
    authenticate = make_authentication(settings.authentication, options)
    try:
        yield Application(
            table=TABLE,
            services=services,
            authenticate=authenticate,
            rates=RequestRates(settings.rates),
        )
    finally:
        if isinstance(authenticate, KeystoneTokens | Password):
            authenticate.close()
