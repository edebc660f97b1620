import pytest

from calor.client.clouds_file import merged, read_cloud
from calor.client.faults import NoService


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_cloud_is_found_in_the_folder(folder):
    (folder / "clouds.yaml").write_text("clouds: {one: {region_name: r1}}")
    assert read_cloud("one", {}) == {"region_name": "r1"}


def test_secrets_may_stand_apart(folder):
    (folder / "clouds.yaml").write_text("clouds: {one: {auth: {username: ann}}}")
    (folder / "secure.yaml").write_text("clouds: {one: {auth: {password: secret}}}")
    assert read_cloud("one", {})["auth"] == {"username": "ann", "password": "secret"}


def test_a_profile_says_what_the_cloud_does_not(folder):
    (folder / "clouds.yaml").write_text("clouds: {one: {profile: acme, region_name: r2}}")
    (folder / "clouds-public.yaml").write_text(
        "public-clouds: {acme: {region_name: r1, auth: {auth_url: 'http://acme'}}}"
    )
    found = read_cloud("one", {})
    assert (found["region_name"], found["auth"]) == ("r2", {"auth_url": "http://acme"})


def test_the_users_own_folder_is_looked_at(folder):
    (folder / "config" / "openstack").mkdir(parents=True)
    (folder / "config" / "openstack" / "clouds.yaml").write_text("clouds: {one: {}}")
    assert read_cloud("one", {}) == {}


def test_a_variable_may_name_the_file(folder):
    (folder / "mine.yaml").write_text("clouds: {one: {region_name: r9}}")
    given = {"OS_CLIENT_CONFIG_FILE": str(folder / "mine.yaml")}
    assert read_cloud("one", given) == {"region_name": "r9"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "no clouds.yaml tells of the cloud 'one'"),
        ("clouds: {two: {}, three: {}}", "has no cloud 'one'; it has three, two"),
        ("clouds: [", "cannot read"),
        ("clouds: {one: {profile: acme}}", "the profile 'acme', which no clouds-public.yaml has"),
        ("[]", "has no cloud 'one'; it has none"),
    ],
)
def test_what_is_missing_is_told(folder, content, message):
    if content is not None:
        (folder / "clouds.yaml").write_text(content)
    with pytest.raises(NoService, match=message):
        read_cloud("one", {})


def test_maps_are_merged_inside():
    assert merged({"a": {"x": 1, "y": 1}}, {"a": {"y": 2}, "b": 3}) == {
        "a": {"x": 1, "y": 2},
        "b": 3,
    }
