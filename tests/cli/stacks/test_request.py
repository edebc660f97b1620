import pytest

from calor.cli.stacks.request import default_name


@pytest.mark.parametrize(
    ("template", "name"),
    [
        ("web.yaml", "web"),
        ("/srv/templates/my shop.v2.yaml", "my-shop.v2"),
        ("3-tier.yaml", "stack-3-tier"),
        ("ünï.yaml", "n"),
        ("....yaml", "stack"),
    ],
)
def test_a_stack_is_called_like_its_template(template, name):
    assert default_name(template) == name
