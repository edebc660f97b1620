import pytest

from calor.resources.catalogue.catalogue import DATA, TYPES, Catalogue


def test_a_type_is_found_by_name():
    assert TYPES["AWS::EC2::Instance"].properties["ImageId"].required
    assert TYPES["OS::Nova::ServerGroup"].name == "OS::Nova::ServerGroup"


@pytest.mark.parametrize(
    "name", ["", "OS", "OS::", "OS::Nova", "OS::Nova::Nothing", "OS::../../x::Y", "Acme::Rocket"]
)
def test_an_unknown_name_is_a_missing_key(name):
    assert TYPES.get(name) is None


def test_every_name_has_a_schema():
    assert len(TYPES) == len(list(TYPES)) == len(set(TYPES))
    assert all(TYPES[name].name == name for name in TYPES)


def test_a_schema_is_made_once():
    assert TYPES["OS::Nova::ServerGroup"] is TYPES["OS::Nova::ServerGroup"]


def test_only_the_service_asked_for_is_read(tmp_path):
    (tmp_path / "os_good.json").write_text('{"OS::Good::Thing": {}}')
    (tmp_path / "os_bad.json").write_text("not even JSON")
    assert Catalogue(tmp_path)["OS::Good::Thing"].name == "OS::Good::Thing"


def test_a_type_stands_in_the_file_of_its_service():
    for name in TYPES:
        first, service = name.lower().split("::")[:2]
        assert (DATA / f"{first}_{service}.json").exists() or (DATA / f"{first}.json").exists()
