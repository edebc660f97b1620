"""What the middleware is told of a request."""

from oslo_config import cfg

from calor.api.authentication.middleware import GROUP, keystone_options, make_environment


def test_the_environment_has_the_tokens_the_method_and_the_path():
    environment = make_environment(("one", "two"), ("PUT", "/v1/here"))
    assert environment["HTTP_X_AUTH_TOKEN"] == "one"
    assert environment["HTTP_X_SERVICE_TOKEN"] == "two"
    assert (environment["REQUEST_METHOD"], environment["PATH_INFO"]) == ("PUT", "/v1/here")


def test_a_token_that_is_not_there_is_not_empty():
    environment = make_environment(("", ""), ("GET", "/"))
    assert not {"HTTP_X_AUTH_TOKEN", "HTTP_X_SERVICE_TOKEN"} & set(environment)


def test_options_are_those_of_the_middleware_with_defaults_of_this_service():
    conf = keystone_options(username="calor")
    assert isinstance(conf, cfg.ConfigOpts)
    group = conf[GROUP]
    assert (group.username, group.service_type) == ("calor", "orchestration")
    assert (group.http_connect_timeout, group.interface) == (5, "internal")
