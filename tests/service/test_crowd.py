"""Many clients at once are served without an error, and no stack of theirs is lost."""

from benchmarks.crowd import crowd

from tests.service.process import serving


async def test_nothing_goes_wrong_in_a_crowd(tmp_path):
    with serving(tmp_path) as service:
        report = await crowd(service.login(), clients=20, seconds=5)
        assert report.is_well(), "\n".join(report.lines())
        assert len(report.accepted) > 20
        assert "WARNING" not in service.said(), service.said()
