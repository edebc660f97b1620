"""The cloud, and who this service is there."""

from textwrap import dedent

from calor.cloud.settings import Tls
from tests.config.files import settings

TOKENS = """
[keystone_authtoken]
auth_url = http://keystone.example/v3
username = calor
password = one
user_domain_id = default
project_name = service
project_domain_id = default
"""


def test_without_a_trustee_the_user_that_validates_tokens_is_it(tmp_path):
    found = settings(tmp_path, TOKENS)
    assert found.trusts
    assert found.trusts.trustee.username == "calor"
    assert found.trusts.trustee.project_name is None, "the trust gives the project"
    assert found.stack_users
    assert found.stack_users.admin.project_name == "service"
    assert not found.stack_users.has_domain


def test_the_trustee_may_stand_in_another_section(tmp_path):
    found = settings(tmp_path, f"{TOKENS}\n[trustee]\nauth_section = keystone_authtoken\n")
    assert found.trusts
    assert found.trusts.trustee.username == "calor"


def test_a_section_of_its_own_may_have_any_name(tmp_path):
    text = """
        [trustee]
        auth_section = people
        [people]
        auth_type = password
        username = ann
        password = p
        auth_url = http://k/v3
        default_domain_id = d
    """
    found = settings(tmp_path, dedent(text))
    assert found.trusts
    assert found.trusts.trustee.username == "ann"
    assert found.trusts.trustee.user_domain_id == "d"
    assert found.cloud
    assert found.cloud.auth_url == "http://k/v3"


def test_who_validates_tokens_without_a_password_is_no_trustee(tmp_path):
    text = "[keystone_authtoken]\nauth_type = v3token\nauth_url = http://k/v3\ntoken = t\n"
    assert settings(tmp_path, dedent(text)).trusts is None


def test_a_service_inherits_what_is_said_for_all_of_them(tmp_path):
    text = (
        f"{TOKENS}\n[clients]\nendpoint_type = internalURL\nca_file = /ca\n"
        "[clients_nova]\ninsecure = true\n"
    )
    cloud = settings(tmp_path, dedent(text)).cloud
    assert cloud is not None
    assert cloud.reach.interface == "internal"
    assert set(cloud.services) == {"compute"}
    assert cloud.reach_of("compute").interface == "internal"
    assert cloud.reach_of("compute").tls == Tls(cafile="/ca", insecure=True)
    assert cloud.reach_of("network").tls == Tls(cafile="/ca")


def test_names_are_not_remembered_where_the_operator_says_so(tmp_path):
    text = f"{TOKENS}\n[constraint_validation_cache]\ncaching = false\n"
    cloud = settings(tmp_path, dedent(text)).cloud
    assert cloud is not None
    assert cloud.find_seconds == 0.0
