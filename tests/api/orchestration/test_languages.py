"""Template versions and functions over the API."""

import json
from pathlib import Path

import pytest

from tests.api.serving import serving

CONTRACT = json.loads(
    (Path(__file__).parents[2] / "contract" / "template_functions.json").read_text()
)["versions"]


def full(version):
    return f"{version['version_key']}.{version['version']}"


async def test_every_version_is_listed_with_its_other_names():
    async with serving() as service:
        listed = (await service.get("/template_versions")).json()["template_versions"]
        assert {one["version"]: one["type"] for one in listed} == {
            full(one): one["language"] for one in CONTRACT
        }
        aliases = {one["version"]: one["aliases"] for one in listed}
        assert aliases["heat_template_version.2018-08-31"] == ["heat_template_version.rocky"]


@pytest.mark.parametrize("version", CONTRACT, ids=full)
async def test_a_version_has_the_functions_it_should(version):
    async with serving() as service:
        for query, expected in (
            ("", set(version["intrinsic_functions"])),
            (
                "?with_condition_func=true",
                {*version["intrinsic_functions"], *version["condition_functions"]},
            ),
            ("?with_condition_func=false", set(version["intrinsic_functions"])),
        ):
            path = f"/template_versions/{full(version)}/functions{query}"
            listed = (await service.get(path)).json()["template_functions"]
            assert {one["functions"] for one in listed} == expected
            assert all(one["description"] for one in listed)


async def test_an_alias_will_do_and_a_version_that_never_was_is_not_found():
    async with serving() as service:
        assert (
            await service.get("/template_versions/heat_template_version.rocky/functions")
        ).status_code == 200
        missing = await service.get("/template_versions/heat_template_version.1999-01-01/functions")
        assert missing.status_code == 404
