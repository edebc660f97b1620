"""Read clouds.yaml, where OpenStack's clients keep how to reach clouds."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from calor.client.faults import NoService

ENDINGS = (".yaml", ".yml", ".json")


def read_cloud(name: str, environ: Mapping[str, str]) -> dict[str, Any]:
    """Return what is known of a cloud: its profile, its entry and its secrets, in that order."""
    path, clouds = _read("clouds", "clouds", environ.get("OS_CLIENT_CONFIG_FILE"))
    if path is None:
        places = ", ".join(map(str, folders()))
        raise NoService(f"no clouds.yaml tells of the cloud {name!r}; looked in {places}")
    if name not in clouds:
        known = ", ".join(sorted(map(str, clouds))) or "none"
        raise NoService(f"{path} has no cloud {name!r}; it has {known}")
    secrets = _read("secure", "clouds", environ.get("OS_CLIENT_SECURE_FILE"))[1]
    entry = merged(_map(clouds[name]), _map(secrets.get(name)))
    return merged(_profile(entry, path), entry)


def folders() -> list[Path]:
    """Return where clouds.yaml is looked for, in order."""
    own = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return [Path.cwd(), Path(own) / "openstack", Path("/etc/openstack")]


def merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Return two maps as one, in which the second wins."""
    result = dict(below)
    for key, value in above.items():
        old = result.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        result[key] = merged(_map(old), value) if both else value
    return result


def _profile(entry: Mapping[str, Any], path: Path) -> dict[str, Any]:
    name = entry.get("profile") or entry.get("cloud")
    if not isinstance(name, str) or "://" in name:
        return {}
    profiles = _read("clouds-public", "public-clouds", None)[1]
    if name not in profiles:
        raise NoService(f"{path} refers to the profile {name!r}, which no clouds-public.yaml has")
    return _map(profiles[name])


def _read(stem: str, key: str, given: str | None) -> tuple[Path | None, dict[str, Any]]:
    for path in [Path(given)] if given else _candidates(stem):
        if path.is_file():
            return path, _map(_parsed(path).get(key))
    return None, {}


def _candidates(stem: str) -> Iterator[Path]:
    return (folder / f"{stem}{ending}" for folder in folders() for ending in ENDINGS)


def _parsed(path: Path) -> dict[str, Any]:
    # Imported here because most commands are told where to go by variables.
    import yaml  # noqa: PLC0415

    try:
        return _map(yaml.safe_load(path.read_text()))
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError) as problem:
        raise NoService(f"cannot read {path}: {problem}") from problem


def _map(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
