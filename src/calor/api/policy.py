"""Who may do what: oslo.policy with the operator's files over the built-in defaults.

The files are looked at again every few seconds, not for every question, because looking
costs more than deciding.
"""

import logging
import time
from collections.abc import Callable, Mapping
from operator import attrgetter
from pathlib import Path
from typing import Any

from oslo_config import cfg
from oslo_policy import _checks
from oslo_policy import policy as oslo

from calor.api.caller import Caller, Forbidden
from calor.api.rules import list_rules
from calor.core.errors import CalorError

RECHECK_SECONDS = 2.0
DECISIONS_KEPT = 10_000
TYPE_RULE = "resource_types:"
REPEATABLE = {
    _checks.TrueCheck,
    _checks.FalseCheck,
    _checks.AndCheck,
    _checks.OrCheck,
    _checks.NotCheck,
    _checks.RuleCheck,
    _checks.RoleCheck,
    _checks.GenericCheck,
}
"""Checks whose answer may be kept; others ask a web service, or are somebody's own."""

log = logging.getLogger(__name__)


_POLICY_FIELDS = attrgetter(
    "user_id",
    "user_domain_id",
    "project_id",
    "project_domain_id",
    "roles",
    "is_admin",
    "is_admin_project",
    "system_scope",
)


class UnreadablePolicy(CalorError):
    """A policy file cannot be read or understood."""


def policy_options(**values: Any) -> cfg.ConfigOpts:
    """Return options for a policy without a configuration file, such as `policy_file`."""
    conf = cfg.ConfigOpts()
    conf([], default_config_files=[], default_config_dirs=[])
    oslo.Enforcer(conf)
    for name, value in values.items():
        conf.set_override(name, value, group="oslo_policy")
    return conf


class FilePolicy:
    """Rules with defaults, overridden by `policy.yaml` and the files of `policy.d`."""

    def __init__(
        self,
        conf: cfg.ConfigOpts | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
        recheck_seconds: float = RECHECK_SECONDS,
    ) -> None:
        self._clock = clock
        self._recheck_seconds = recheck_seconds
        self._recheck_at = clock() + recheck_seconds
        self._conf = policy_options() if conf is None else conf
        self._seen = _fingerprint(self._conf)
        self._use(_load(self._conf))

    def enforce(self, rule: str, caller: Caller, target: Mapping[str, Any]) -> None:
        """Raise `Forbidden` unless a rule such as `stacks:create` allows it."""
        self._refresh()
        if not self._allows(rule, caller, target):
            roles = ", ".join(sorted(caller.roles)) or "no role"
            raise Forbidden(f"policy does not allow {rule} to a user with {roles} in this project")

    def allows_type(self, caller: Caller, resource_type: str) -> bool:
        """Return whether a caller may use a type: by its name, and by its namespace's `*`."""
        self._refresh()
        namespace = "::".join([*resource_type.split("::")[:-1], "*"])
        rules = [f"{TYPE_RULE}{name}" for name in (resource_type, namespace)]
        return all(
            self._allows(rule, caller, {"project_id": caller.project_id})
            for rule in rules
            if rule in self._enforcer.rules
        )

    def is_admin(self, caller: Caller) -> bool:
        """Return whether a caller administers the whole cloud."""
        self._refresh()
        return self._allows("context_is_admin", caller, {})

    def _allows(self, rule: str, caller: Caller, target: Mapping[str, Any]) -> bool:
        if not self.keeps_answers:
            return self._decide(rule, caller, target)
        question = (rule, *_POLICY_FIELDS(caller), *target.items())
        answer = self._decided.get(question)
        if answer is None:
            answer = self._decide(rule, caller, target)
            if len(self._decided) >= DECISIONS_KEPT:
                self._decided.clear()
            self._decided[question] = answer
        return answer

    def _decide(self, rule: str, caller: Caller, target: Mapping[str, Any]) -> bool:
        return bool(self._enforcer.enforce(rule, dict(target), credentials(caller)))

    def _use(self, enforcer: oslo.Enforcer) -> None:
        self._enforcer = enforcer
        self._decided: dict[tuple[Any, ...], bool] = {}
        self.keeps_answers = all(map(_is_repeatable, enforcer.rules.values()))

    def _refresh(self) -> None:
        now = self._clock()
        if now < self._recheck_at:
            return
        self._recheck_at = now + self._recheck_seconds
        found = _fingerprint(self._conf)
        if found == self._seen:
            return
        self._seen = found
        try:
            self._use(_load(self._conf))
            log.info("the policy files have changed and were read again")
        except UnreadablePolicy as error:
            log.error("%s; the rules read before stay in force", error)  # noqa: TRY400


def credentials(caller: Caller) -> dict[str, Any]:
    """Return what rules may ask about a caller, under the names that policy files use."""
    known: dict[str, Any] = {
        "user_id": caller.user_id,
        "user": caller.user_id,
        "user_domain_id": caller.user_domain_id,
        "project_id": caller.project_id,
        "tenant": caller.project_id,
        "project_domain_id": caller.project_domain_id,
        "roles": list(caller.roles),
        "is_admin": caller.is_admin,
        "is_admin_project": caller.is_admin_project,
        "system_scope": caller.system_scope,
    }
    if not caller.project_id:
        # Rules for projects must not match a token for none by comparing nothing with nothing.
        known["domain_id"] = caller.user_domain_id or "none"
    return known


def _load(conf: cfg.ConfigOpts) -> oslo.Enforcer:
    enforcer = oslo.Enforcer(conf, default_rule="deny_everybody")
    enforcer.suppress_deprecation_warnings = True
    enforcer.register_defaults(list_rules())
    try:
        enforcer.load_rules(force_reload=True)
    except (ValueError, TypeError, AttributeError, OSError, cfg.Error) as error:
        message = f"the policy files ({conf.oslo_policy.policy_file}) cannot be used: {error}"
        raise UnreadablePolicy(message) from error
    # From here on it answers from memory; a fresh one takes its place when a file changes.
    enforcer.use_conf = False
    return enforcer


def _is_repeatable(check: _checks.BaseCheck) -> bool:
    """Return whether a check asks about nothing but the caller and the target."""
    parts = getattr(check, "rules", None) or [one for one in [getattr(check, "rule", None)] if one]
    return type(check) in REPEATABLE and all(map(_is_repeatable, parts))


def _fingerprint(conf: cfg.ConfigOpts) -> tuple[tuple[str, int, int], ...]:
    """Return what tells changed policy files from those read before."""
    options = conf.oslo_policy
    roots = [conf.find_file(name) for name in (options.policy_file, *options.policy_dirs)]
    return tuple(_stat(path) for root in roots if root for path in _files(Path(root)))


def _files(root: Path) -> list[Path]:
    try:
        return sorted(root.iterdir()) if root.is_dir() else [root]
    except OSError:
        return [root]


def _stat(path: Path) -> tuple[str, int, int]:
    try:
        status = path.stat()
    except OSError:
        return (str(path), 0, 0)
    return (str(path), status.st_mtime_ns, status.st_size)
