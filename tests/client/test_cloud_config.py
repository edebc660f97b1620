import pytest

from calor.client.cloud_config import Chosen, config_of, read_config

PASSWORD = {
    "OS_AUTH_URL": "http://keystone",
    "OS_USERNAME": "ann",
    "OS_PASSWORD": "secret",
    "OS_PROJECT_NAME": "shop",
}


def test_without_a_name_there_is_no_service():
    assert read_config({"OS_USERNAME": "ann", "HOME": "/"}) is None


def test_variables_say_how_to_get_in():
    config = read_config({**PASSWORD, "OS_REGION_NAME": "r1", "OS_INTERFACE": "internalURL"})
    assert config is not None
    assert (config.auth_type, config.region, config.interface) == ("password", "r1", "internal")
    assert config.auth["username"] == "ann"
    assert config.name == "http://keystone"


def test_the_old_word_for_a_project_is_understood():
    config = read_config({"OS_AUTH_URL": "http://keystone", "OS_TENANT_NAME": "shop"})
    assert config is not None
    assert config.auth["project_name"] == "shop"


@pytest.mark.parametrize(
    ("auth", "expected"),
    [
        ({}, "none"),
        ({"token": "t"}, "admin_token"),
        ({"auth_url": "u", "token": "t"}, "token"),
        ({"auth_url": "u", "application_credential_secret": "s"}, "v3applicationcredential"),
        ({"auth_url": "u"}, "password"),
    ],
)
def test_the_way_in_is_told_by_what_is_there(auth, expected):
    assert config_of("x", {"auth": auth}).auth_type == expected


def test_options_win_over_variables():
    chosen = Chosen(endpoint="http://here", region="r2", authority="ca.pem", insecure=True)
    config = read_config({**PASSWORD, "OS_ENDPOINT": "http://there", "OS_CACERT": "x"}, chosen)
    assert config is not None
    assert (config.endpoint, config.region) == ("http://here", "r2")
    assert (config.trust.authority, config.trust.verify) == ("ca.pem", False)


@pytest.mark.parametrize(("text", "verified"), [("true", False), ("1", False), ("0", True)])
def test_a_variable_may_turn_off_the_check_of_certificates(text, verified):
    config = read_config({**PASSWORD, "OS_INSECURE": text})
    assert config is not None
    assert config.trust.verify is verified


def test_a_cloud_by_name_does_not_mix_with_variables(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clouds.yaml").write_text("clouds: {one: {auth: {auth_url: 'http://one'}}}")
    config = read_config(PASSWORD, Chosen(cloud="one"))
    assert config is not None
    assert config.name == "one"
    assert "username" not in config.auth


def test_a_cloud_named_by_a_variable_takes_what_it_lacks_from_others(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clouds.yaml").write_text("clouds: {one: {auth: {auth_url: 'http://one'}}}")
    config = read_config({"OS_CLOUD": "one", "OS_PASSWORD": "secret"})
    assert config is not None
    assert config.auth == {"auth_url": "http://one", "password": "secret"}


def test_a_secret_is_not_in_what_is_printed():
    assert "secret" not in repr(read_config(PASSWORD))
