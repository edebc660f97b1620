"""keystonemiddleware, a synchronous WSGI filter, as something to ask."""

import io
import logging
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from keystoneauth1.loading import get_auth_plugin_conf_options, get_plugin_loader
from keystonemiddleware.auth_token import AuthProtocol, list_opts
from oslo_config import cfg
from typing_extensions import override

GROUP = "keystone_authtoken"
MIDDLEWARE_LOG = "keystonemiddleware.auth_token"
DEFAULTS = {
    "http_connect_timeout": 5,
    "http_request_max_retries": 1,
    "include_service_catalog": True,
    "service_type": "orchestration",
}
"""Options of the middleware for which this service has defaults of its own."""

FIXED = {
    "delay_auth_decision": False,
    # Answers are kept by this service, which forgets them sooner and shares them with nobody.
    "memcached_servers": "",
    "memcache_security_strategy": "None",
    "token_cache_time": -1,
}
"""Options of the middleware that nobody may set."""

Environment = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """How the middleware answered."""

    status: int
    challenge: str | None


class Middleware:
    """Asks keystonemiddleware, as a web server would."""

    def __init__(self, conf: cfg.ConfigOpts) -> None:
        self._protocol = _make_protocol(conf)

    def run(self, environment: Environment) -> Answer:
        """Return how it answers; what it found out of a caller is in the environment then."""
        answers: list[Answer] = []

        def start(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
            found = {name.lower(): value for name, value in headers}
            answers.append(Answer(int(status[:3]), found.get("www-authenticate")))

        self._protocol(environment, start)
        return answers[-1]


class _Discretion(logging.Filter):
    """Drops lines that repeat an answer of Keystone, because those may repeat a token.

    And the advice to use memcached, because nothing is kept in the middleware.
    """

    @override
    def filter(self, record: logging.LogRecord) -> bool:
        record.exc_info = None
        return not str(record.msg).startswith(("Identity response", "Using the in-process"))


def register_options(conf: cfg.ConfigOpts) -> None:
    """Make the options of the middleware known, with the defaults of this service."""
    for group, options in list_opts():
        conf.register_opts(options, group=group)
    set_defaults(conf)


def set_defaults(conf: cfg.ConfigOpts) -> None:
    """Give the middleware the defaults of this service where files say nothing."""
    for name, value in DEFAULTS.items():
        conf.set_default(name, value, group=GROUP)


def _make_protocol(conf: cfg.ConfigOpts) -> AuthProtocol:
    register_options(conf)
    logging.getLogger("keystoneauth.session").setLevel(logging.INFO)  # below, it shows answers
    logger = logging.getLogger(MIDDLEWARE_LOG)
    if not any(isinstance(one, _Discretion) for one in logger.filters):
        logger.addFilter(_Discretion())
    return AuthProtocol(_let_through, {"oslo_config_config": conf, **FIXED})


def _let_through(_environment: Environment, start: Callable[..., Any]) -> list[bytes]:
    start("204 No Content", [])
    return []


def make_environment(tokens: tuple[str, str], place: tuple[str, str]) -> Environment:
    """Return as much of a WSGI environment as the middleware looks at."""
    token, service_token = tokens
    environment: Environment = {
        "REQUEST_METHOD": place[0],
        "SCRIPT_NAME": "",
        "PATH_INFO": place[1],
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    if token:
        environment["HTTP_X_AUTH_TOKEN"] = token
    if service_token:
        environment["HTTP_X_SERVICE_TOKEN"] = service_token
    return environment


def keystone_options(auth_type: str = "password", **values: Any) -> cfg.ConfigOpts:
    """Return options for tokens without a configuration file, such as `auth_url`."""
    conf = cfg.ConfigOpts()
    conf([], default_config_files=[], default_config_dirs=[])
    register_options(conf)
    plugin = get_auth_plugin_conf_options(get_plugin_loader(auth_type))
    conf.register_opts(plugin, group=GROUP)
    for name, value in {"auth_type": auth_type, **values}.items():
        conf.set_override(name, value, group=GROUP)
    return conf
