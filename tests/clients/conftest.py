"""Stock clients against a service that runs in another process.

It has a cloud of its own; or, if `CALOR_TEST_CLOUD` is `real`, that of the variables of an
administrator's openrc file.
"""

import os

import pytest
from keystoneauth1.identity import V3Password
from keystoneauth1.session import Session

from tests.clients.beside import Beside, service_beside
from tests.clients.live import Live, live_service
from tests.clients.openstack_command import OpenStackCommand
from tests.clients.samples import written

LINES = 60
LIVE = pytest.StashKey[Live | Beside]()
FAILED = pytest.StashKey[bool]()


@pytest.fixture(scope="session")
def live(tmp_path_factory, request):
    run = service_beside if os.environ.get("CALOR_TEST_CLOUD") == "real" else live_service
    with run(tmp_path_factory.mktemp("live")) as live:
        request.config.stash[LIVE] = live
        yield live
        assert "Traceback" not in live.log.read_text()


@pytest.fixture(scope="session")
def demo(live):
    """The variables of a user of the project demo."""
    return live.variables()


@pytest.fixture(scope="session")
def admin(live):
    """The variables of the cloud's administrator."""
    return live.variables("admin")


@pytest.fixture
def as_demo(demo, monkeypatch):
    for name, value in demo.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def openstack(as_demo, request, tmp_path, monkeypatch):
    """The command `openstack`, which must run all that the test says it shows."""
    monkeypatch.chdir(tmp_path)
    written(tmp_path)
    openstack = OpenStackCommand()
    yield openstack
    _check(request, openstack.ran)


@pytest.fixture(scope="session")
def session(demo):
    """A session of the project demo, as Python programs have it."""
    auth = V3Password(
        auth_url=demo["OS_AUTH_URL"],
        username=demo["OS_USERNAME"],
        password=demo["OS_PASSWORD"],
        user_domain_name=demo["OS_USER_DOMAIN_NAME"],
        project_name=demo["OS_PROJECT_NAME"],
        project_domain_name=demo["OS_PROJECT_DOMAIN_NAME"],
    )
    return Session(auth)


@pytest.fixture
def ran(request):
    """The names of what was called, which must be all that the test says it shows."""
    ran = set()
    yield ran
    _check(request, ran)


def _check(request, ran):
    if FAILED in request.node.stash:
        return
    missing = getattr(request.function, "shows", frozenset()) - ran
    assert not missing, f"the test says that it shows these and did not run them: {missing}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Show the service's log below a test that failed."""
    report = yield
    live = item.config.stash.get(LIVE, None)
    if report.failed:
        item.stash[FAILED] = True
    if report.failed and live is not None:
        lines = live.log.read_text().splitlines()[-LINES:]
        report.sections.append(("the service's log", "\n".join(lines)))
    return report
