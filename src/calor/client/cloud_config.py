"""How to reach a cloud, as `OS_` variables, clouds.yaml and options tell it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from calor.client.transport import Trust

SERVICE: Final = "orchestration"

AUTH: Final = (
    "auth_url",
    "username",
    "user_id",
    "password",
    "user_domain_name",
    "user_domain_id",
    "project_name",
    "project_id",
    "project_domain_name",
    "project_domain_id",
    "default_domain",
    "default_domain_id",
    "domain_name",
    "domain_id",
    "system_scope",
    "trust_id",
    "token",
    "application_credential_id",
    "application_credential_name",
    "application_credential_secret",
)
"""What may stand under `auth` in clouds.yaml, and in a variable of the name in capitals."""

OLDER: Final = {"tenant_name": "project_name", "tenant_id": "project_id"}

NAMES_A_SERVICE: Final = ("OS_CLOUD", "OS_AUTH_URL", "OS_ENDPOINT")
"""Without one of these, or an option that says the same, no service is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """What was given on the command line."""

    cloud: str | None = None
    endpoint: str | None = None
    region: str | None = None
    authority: str | None = None
    insecure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CloudConfig:
    """How to reach a cloud and get into it."""

    name: str
    """What to call it in messages."""
    auth_type: str
    auth: Mapping[str, Any] = field(repr=False)
    endpoint: str | None = None
    """Where the service is, if the catalog is not to be asked."""
    region: str | None = None
    interface: str = "public"
    trust: Trust = field(default_factory=Trust)


def read_config(environ: Mapping[str, str], chosen: Chosen | None = None) -> CloudConfig | None:
    """Return how to reach the cloud that is named, or none if none is."""
    chosen = chosen or Chosen()
    is_named = chosen.cloud or chosen.endpoint or any(environ.get(one) for one in NAMES_A_SERVICE)
    return _config(environ, chosen) if is_named else None


def _config(environ: Mapping[str, str], chosen: Chosen) -> CloudConfig:
    name = chosen.cloud or environ.get("OS_CLOUD")
    entry = _variables(environ)
    if name:
        # Imported here because it costs a YAML parser.
        from calor.client.clouds_file import merged, read_cloud  # noqa: PLC0415

        # A cloud that is named says itself how to get into it; variables only add what it lacks.
        entry = merged(entry if chosen.cloud is None else {}, read_cloud(name, environ))
    return config_of(name or "", entry, chosen)


def config_of(name: str, entry: Mapping[str, Any], chosen: Chosen | None = None) -> CloudConfig:
    """Return how to reach a cloud by its entry, written as in clouds.yaml."""
    chosen = chosen or Chosen()
    auth = {OLDER.get(key, key): value for key, value in (entry.get("auth") or {}).items()}
    endpoint = chosen.endpoint or entry.get(f"{SERVICE}_endpoint_override") or entry.get("endpoint")
    return CloudConfig(
        name=name or auth.get("auth_url") or endpoint or "",
        auth_type=entry.get("auth_type") or _auth_type(auth),
        auth=auth,
        endpoint=endpoint,
        region=chosen.region or entry.get("region_name") or _first(entry.get("regions")),
        interface=str(entry.get("interface") or "public").removesuffix("URL"),
        trust=_trust(entry, chosen),
    )


def _trust(entry: Mapping[str, Any], chosen: Chosen) -> Trust:
    is_checked = entry.get("verify", True) not in (False, "false", "False")
    return Trust(
        verify=is_checked and not chosen.insecure,
        authority=chosen.authority or entry.get("cacert"),
        certificate=entry.get("cert"),
        key=entry.get("key"),
    )


def _variables(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return what `OS_` variables say, written as in clouds.yaml."""
    given = {name[3:].lower(): value for name, value in environ.items() if name.startswith("OS_")}
    given = {name: value for name, value in given.items() if value}
    auth = {name: given[name] for name in (*AUTH, *OLDER) if name in given}
    rest = {name: value for name, value in given.items() if name not in auth and name != "cloud"}
    if rest.get("insecure", "").lower() in ("1", "true", "yes"):
        rest["verify"] = "false"
    if "endpoint_type" in rest:
        rest.setdefault("interface", rest["endpoint_type"])
    return {**rest, "auth": auth}


def _auth_type(auth: Mapping[str, Any]) -> str:
    if not auth.get("auth_url"):
        return "admin_token" if auth.get("token") else "none"
    if auth.get("application_credential_secret"):
        return "v3applicationcredential"
    return "token" if auth.get("token") else "password"


def _first(regions: Any) -> str | None:
    first = regions[0] if isinstance(regions, list) and regions else None
    return first.get("name") if isinstance(first, dict) else first
