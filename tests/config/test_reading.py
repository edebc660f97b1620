"""An existing heat.conf is read; what has no meaning is told, what is wrong is refused."""

import pytest

from calor.api.authentication.flavours import make_authentication
from calor.api.caller import Caller
from calor.api.policy import FilePolicy
from calor.config.files import Sources
from calor.config.reading import read_configuration
from calor.config.settings import InvalidConfiguration, Settings
from tests.api.authentication import fake_keystone
from tests.api.authentication.fake_keystone import token_of
from tests.config.files import read, settings

HEAT_CONF = """
[DEFAULT]
transport_url = rabbit://openstack:rabbit-secret@controller
convergence_engine = true
heat_metadata_server_url = http://controller:8000
heat_waitcondition_server_url = http://controller:8000/v1/waitcondition
stack_domain_admin = heat_domain_admin
stack_domain_admin_password = domain-secret
stack_user_domain_name = heat
max_stacks_per_tenant = 7
num_engine_workers = 3

[database]
connection = mysql+pymysql://heat:db-secret@controller/heat?charset=utf8
max_pool_size = 9

[keystone_authtoken]
www_authenticate_uri = http://controller:5000
auth_url = http://controller:5000
memcached_servers = controller:11211
auth_type = password
project_domain_name = default
user_domain_name = default
project_name = service
username = heat
password = token-secret

[trustee]
auth_type = password
auth_url = http://controller:5000
username = heat
password = trustee-secret
user_domain_name = default

[clients_keystone]
auth_uri = http://controller:5000

[oslo_messaging_rabbit]
amqp_durable_queues = true

[made_up]
nonsense = 1
"""
"""What the installation guide for operators makes them write."""


def test_the_configuration_of_the_installation_guide_is_understood(tmp_path):
    found = settings(tmp_path, HEAT_CONF)
    assert found.database_url == "mysql+pymysql://heat:db-secret@controller/heat?charset=utf8"
    assert found.limits.stacks_per_project == 7
    assert found.processes.engines == 3
    assert found.cloud
    assert found.cloud.auth_url == "http://controller:5000"
    assert found.trusts
    assert found.trusts.trustee.username == "heat"
    assert found.trusts.trustee.user_domain_name == "default"
    assert found.stack_users
    assert found.stack_users.domain_name == "heat"
    assert found.stack_users.admin.username == "heat_domain_admin"
    assert found.guests.waitcondition_url == "http://controller:8000/v1/waitcondition"


def test_no_secret_is_shown(tmp_path, caplog):
    found = read(tmp_path, HEAT_CONF)
    shown = repr(found.settings) + repr(found.meaningless) + caplog.text
    assert "-secret" not in shown


def test_options_without_a_meaning_are_told_in_one_line(tmp_path, caplog):
    found = read(tmp_path, HEAT_CONF)
    [line] = caplog.messages
    for name in ("[DEFAULT] convergence_engine", "[database] max_pool_size"):
        assert name in line.split(";")[0]
    assert "[oslo_messaging_rabbit] amqp_durable_queues" in line.split(";")[0]
    assert line.split(";")[1].endswith("not known and are ignored: [made_up] nonsense")
    assert len(found.meaningless) == 5
    assert len(found.unknown) == 1


def test_nothing_is_told_where_everything_has_a_meaning(tmp_path, caplog):
    read(tmp_path, "[DEFAULT]\nmax_stacks_per_tenant = 7\n")
    assert not caplog.messages


def test_without_files_everything_has_a_default(caplog):
    found = read_configuration(Sources()).settings
    assert found.database_url is None
    assert found.encryption_keys == ()
    assert (found.cloud, found.trusts, found.stack_users) == (None, None, None)
    plain = Settings()
    assert (found.limits, found.guests, found.processes) == (
        plain.limits,
        plain.guests,
        plain.processes,
    )
    assert (found.api, found.authentication, found.rates) == (
        plain.api,
        plain.authentication,
        plain.rates,
    )
    assert not caplog.messages


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[DEFAULT]\nmax_stacks_per_tenant = many", "'many' is not allowed; write a whole number"),
        ("[DEFAULT]\nmax_server_name_length = 99", "a whole number from 1 to 53"),
        ("[DEFAULT]\nenable_stack_adopt = perhaps", "write true or false"),
        ("[DEFAULT]\ndefault_user_data_format = XML", "one of HEAT_CFNTOOLS, RAW, SOFTWARE"),
        ("[heat_api]\nbind_port = 99999", "a whole number from 0 to 65535"),
        ("[paste_deploy]\nflavor = magic", "one of '', keystone, standalone"),
        ("[database]\nconnection = oracle://u:hush@h/d", "no database of the kind 'oracle'"),
        ("[DEFAULT]\nauth_encryption_key = hush", "16 characters or more"),
        ("[trustee]\nauth_type = magic", "there is no 'magic'"),
        ("[trustee]\nauth_type = v3token", "a trustee needs a password"),
        ("[paste_deploy]\nflavor = custombackend", "[calor] authentication_backend"),
        ("[DEFAULT]\nhost = many\nmax_template_size = $host", "max_template_size"),
    ],
)
def test_a_wrong_value_is_refused_with_what_is_allowed(tmp_path, text, told):
    with pytest.raises(InvalidConfiguration) as refusal:
        read(tmp_path, text)
    assert told in str(refusal.value)
    assert "hush" not in str(refusal.value)


def test_a_refusal_names_file_group_and_option_of_everything_wrong(tmp_path):
    text = "[DEFAULT]\nmax_stacks_per_tenant = x\n[heat_api]\nworkers = -1\n"
    with pytest.raises(InvalidConfiguration) as refusal:
        read(tmp_path, text)
    first, second = refusal.value.problems
    assert first.startswith(f"{tmp_path / 'heat.conf'}: [DEFAULT] max_stacks_per_tenant: 'x'")
    assert second.startswith(f"{tmp_path / 'heat.conf'}: [heat_api] workers: '-1'")


def test_a_file_that_is_no_configuration_is_refused_by_name(tmp_path):
    with pytest.raises(InvalidConfiguration, match=r"heat\.conf: cannot be read"):
        read(tmp_path, "max_stacks_per_tenant = 7\n")
    with pytest.raises(InvalidConfiguration, match=r"none\.conf: there is no such file"):
        read_configuration(Sources((tmp_path / "none.conf",)))


def test_a_later_file_and_a_folder_of_files_hold_over_an_earlier_one(tmp_path):
    folder = tmp_path / "heat.conf.d"
    folder.mkdir()
    (tmp_path / "one.conf").write_text("[DEFAULT]\nmax_stacks_per_tenant=1\nhost=one\n")
    (tmp_path / "two.conf").write_text("[DEFAULT]\nmax_stacks_per_tenant=2\n")
    (folder / "three.conf").write_text("[DEFAULT]\nmax_resources_per_stack=3\n")
    sources = Sources((tmp_path / "one.conf", tmp_path / "two.conf"), (folder,))
    found = read_configuration(sources).settings
    assert (found.limits.stacks_per_project, found.limits.resources_per_tree) == (2, 3)
    assert found.processes.host_name == "one"


def test_an_option_may_stand_for_another(tmp_path):
    assert (
        settings(
            tmp_path, "[DEFAULT]\nhost = $stack_domain_admin\nstack_domain_admin = ann\n"
        ).processes.host_name
        == "ann"
    )


def test_policy_is_read_beside_the_configuration(tmp_path):
    (tmp_path / "policy.yaml").write_text('"context_is_admin": "role:boss"')
    policy = FilePolicy(read(tmp_path, "").options)
    boss = Caller(user_id="ann", project_id="here", roles=frozenset({"boss"}))
    assert policy.is_admin(boss)


def test_older_defaults_of_the_policy_can_be_asked_for(tmp_path):
    found = read(tmp_path, "[oslo_policy]\nenforce_new_defaults = false\nenforce_scope = false\n")
    somebody = Caller(user_id="ann", project_id="here", roles=frozenset({"_member_"}))
    FilePolicy(found.options).enforce("stacks:create", somebody, {"project_id": "here"})
    assert [one.option for one in found.meaningless] == ["[oslo_policy] enforce_scope"]
    assert not found.unknown


async def test_tokens_are_validated_as_the_configuration_says(tmp_path):
    with fake_keystone.running() as keystone:
        keystone.issue("good", token_of("ann", "member"))
        keystone.passwords["heat"] = "token-secret"
        text = HEAT_CONF.replace("http://controller:5000", keystone.url)
        found = read(tmp_path, text)
        tokens = make_authentication(found.settings.authentication, found.options)
        assert (await tokens({"x-auth-token": "good"})).user_id == "ann-id"
        assert keystone.asked["login heat"] == 1
