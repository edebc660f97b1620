"""Resource types over the API."""

import pytest

from calor.api.caller import Caller
from calor.core.document.parse import parse_document
from calor.core.source import Severity
from calor.core.template.checks.request import StackRequest
from calor.core.template.checks.stack import check_stack
from calor.core.template.checks.surroundings import Surroundings
from calor.engine.texts import encode
from tests.api.serving import TYPES, Anybody, serving

STRING = "/resource_types/OS::Heat::RandomString"


class OnlyHeat(Anybody):
    """A policy that allows the types of one service."""

    def allows_type(self, caller: Caller, resource_type: str) -> bool:
        return resource_type.startswith("OS::Heat::")


async def names(service, query=""):
    listed = await service.get(f"/resource_types{query}")
    assert listed.status_code == 200, listed.text
    return listed.json()["resource_types"]


async def test_all_types_are_listed_but_hidden_ones_and_old_names():
    async with serving() as service:
        found = await names(service)
        assert {"OS::Heat::RandomString", "OS::Nova::Server", "AWS::EC2::Instance"} <= set(found)
        assert "OS::Sahara::Cluster" not in found, "hidden"
        assert "OS::Metering::Alarm" not in found, "an alias"
        assert found == sorted(found)


async def test_types_that_policy_denies_are_neither_listed_nor_shown():
    async with serving(policy=OnlyHeat()) as service:
        assert {one.partition("::")[2].partition("::")[0] for one in await names(service)} == {
            "Heat"
        }
        for path in (
            "/resource_types/OS::Nova::Server",
            "/resource_types/OS::Nova::Server/template",
        ):
            assert (await service.get(path)).status_code == 403


async def test_a_list_is_narrowed_by_name_status_and_release():
    async with serving() as service:
        assert await names(service, "?name=OS::Heat::Random") == ["OS::Heat::RandomString"]
        assert await names(service, "?name=Heat") == [], "it is anchored where names begin"
        deprecated = await names(service, "?support_status=DEPRECATED")
        assert len(deprecated) == 1
        assert TYPES.get(deprecated[0]).support.status == "DEPRECATED"
        assert await names(service, "?support_status=HIDDEN") == []
        assert "OS::Heat::RandomString" in await names(service, "?version=2014.1")
        assert await names(service, "?version=99") == []


async def test_a_broken_pattern_finds_nothing_and_an_evil_one_is_refused_soon():
    async with serving() as service:
        assert await names(service, "?name=(") == []
        evil = await service.get("/resource_types", params={"name": "(.|..|[A-Z]+|[a-z]+|.*?)*!"})
        assert evil.status_code in (200, 400)
        long = await service.get("/resource_types", params={"name": "a" * 5000})
        assert long.status_code == 400


async def test_a_list_may_have_descriptions():
    async with serving() as service:
        (one,) = await names(service, "?name=OS::Heat::RandomString&with_description=True")
        assert one["resource_type"] == "OS::Heat::RandomString"
        assert one["description"].startswith("A random text")


@pytest.mark.parametrize("query", ["support_status=NONE", "with_description=maybe"])
async def test_a_question_that_makes_no_sense_is_refused(query):
    async with serving() as service:
        assert (await service.get(f"/resource_types?{query}")).status_code == 400


async def test_a_type_is_shown():
    async with serving() as service:
        shown = (await service.get(STRING)).json()
        assert shown["resource_type"] == "OS::Heat::RandomString"
        assert shown["properties"]["length"]["constraints"] == [{"range": {"min": 1, "max": 512}}]
        assert shown["attributes"]["show"]["type"] == "map"
        assert shown["support_status"]["status"] == "SUPPORTED"


async def test_a_type_is_found_by_an_old_name():
    async with serving() as service:
        shown = await service.get("/resource_types/OS::Metering::Alarm")
        assert shown.json()["resource_type"] == "OS::Metering::Alarm"


@pytest.mark.parametrize("end", ["", "/template"])
async def test_a_type_that_nobody_has_is_not_found_and_a_hidden_one_refused(end):
    async with serving() as service:
        missing = await service.get(f"/resource_types/OS::Heat::Nix{end}")
        assert (missing.status_code, missing.json()["error"]["type"]) == (404, "EntityNotFound")
        hidden = await service.get(f"/resource_types/OS::Sahara::Cluster{end}")
        assert (hidden.status_code, hidden.json()["error"]["type"]) == (400, "NotSupported")


async def test_the_language_of_a_template_must_be_known():
    async with serving() as service:
        made = await service.get(f"{STRING}/template")
        assert "HeatTemplateFormatVersion" in made.json()
        assert (
            "heat_template_version"
            in (await service.get(f"{STRING}/template?template_type=hot")).json()
        )
        refused = await service.get(f"{STRING}/template?template_type=latin")
        assert refused.status_code == 400


@pytest.mark.parametrize("language", ["cfn", "hot"])
async def test_every_template_that_is_made_is_a_template(language):
    async with serving() as service:
        for name in await names(service):
            made = await service.get(f"/resource_types/{name}/template?template_type={language}")
            assert wrong_with(made.content) == [], name


def wrong_with(text):
    request = StackRequest(
        document=parse_document(text, "template"),
        environments=(parse_document(encode({}), "environment"),),
        partial=True,
    )
    problems = check_stack(request, Surroundings(types=TYPES)).problems
    return [str(one) for one in problems if one.severity is Severity.ERROR]
