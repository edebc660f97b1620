"""What an operator has decided, as values that cannot change."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from calor.api.authentication.flavours import AuthenticationSettings
from calor.api.rate import RateSettings
from calor.api.services import ApiSettings
from calor.cloud.settings import Account, CloudSettings, StackUserSettings, TrustSettings
from calor.core.errors import CalorError
from calor.engine.limits import Limits
from calor.store.secrets import Key
from calor.store.sql.store import Settings as StoreSettings

EVERYWHERE = "0.0.0.0"  # noqa: S104
API_PORT = 8004
CFN_PORT = 8000


class InvalidConfiguration(CalorError):
    """A configuration file says something that cannot be."""

    def __init__(self, problems: Sequence[str]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(problems))


@dataclass(frozen=True, slots=True, kw_only=True)
class Listener:
    """Where one API is served."""

    host: str = EVERYWHERE
    port: int = API_PORT
    workers: int = 1
    """How many processes share the address."""
    certificate: str | None = None
    key: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Processes:
    """What runs on this machine."""

    host_name: str = ""
    """What the engines of this machine are called; its own name if empty."""
    api: Listener = field(default_factory=Listener)
    cfn: Listener = field(default_factory=lambda: Listener(port=CFN_PORT))
    engines: int = 1
    data_directory: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GuestSettings:
    """What servers are told to find their way back here."""

    metadata_url: str | None = None
    waitcondition_url: str | None = None
    config_transport: str = "POLL_SERVER_CFN"
    signal_transport: str = "CFN_SIGNAL"
    user_data_format: str = "HEAT_CFNTOOLS"
    keystone_interface: str = ""
    metadata_put_seconds: float = 60.0
    scheduler_hints: bool = False
    longest_server_name: int = 53


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything."""

    database_url: str | None = field(default=None, repr=False)
    """None: a file in the data directory."""
    encryption_keys: tuple[Key, ...] = ()
    """The first one seals; none: those of the data directory."""
    store: StoreSettings = field(default_factory=StoreSettings)
    limits: Limits = field(default_factory=Limits)
    api: ApiSettings = field(default_factory=ApiSettings)
    authentication: AuthenticationSettings = field(default_factory=AuthenticationSettings)
    rates: RateSettings = field(default_factory=RateSettings)
    cloud: CloudSettings | None = None
    """None where no Keystone is named."""
    service: Account | None = None
    """As whom the service itself asks; none where nobody is named."""
    trusts: TrustSettings | None = None
    """None where there is no trustee."""
    stack_users: StackUserSettings | None = None
    """None where nobody may make users."""
    guests: GuestSettings = field(default_factory=GuestSettings)
    processes: Processes = field(default_factory=Processes)
    debug: bool = False
