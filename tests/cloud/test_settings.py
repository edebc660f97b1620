"""What an operator says about a cloud."""

from calor.cloud.settings import Account, CloudSettings, Reach, StackUserSettings


def test_a_password_is_never_shown():
    assert "hunter2" not in repr(StackUserSettings(admin=Account(password="hunter2")))


def test_a_service_may_be_reached_in_its_own_way():
    inside = Reach(interface="internal")
    settings = CloudSettings(auth_url="http://h", services={"compute": inside})
    assert settings.reach_of("compute") is inside
    assert settings.reach_of("image") == Reach(interface="public")


def test_stack_users_have_a_domain_by_id_or_name():
    admin = Account(password="x")
    assert not StackUserSettings(admin=admin).has_domain
    assert StackUserSettings(admin=admin, domain_id="d").has_domain
    assert StackUserSettings(admin=admin, domain_name="heat").has_domain
