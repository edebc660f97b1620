"""Stock clients against a service that runs in another process."""

import pytest

from tests.clients.live import Live, live_service
from tests.clients.openstack_command import OpenStackCommand
from tests.clients.samples import written

LINES = 60
LIVE = pytest.StashKey[Live]()


@pytest.fixture(scope="session")
def live(tmp_path_factory, request):
    with live_service(tmp_path_factory.mktemp("live")) as live:
        request.config.stash[LIVE] = live
        yield live


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
    missing = getattr(request.function, "shows", frozenset()) - openstack.ran
    assert not missing, f"the test shows these commands and did not run them: {missing}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    """Show the service's log below a test that failed."""
    report = yield
    live = item.config.stash.get(LIVE, None)
    if report.failed and live is not None:
        lines = live.log.read_text().splitlines()[-LINES:]
        report.sections.append(("the service's log", "\n".join(lines)))
    return report
