"""Names in properties become ids, wherever a type says that they are names."""

import pytest

from calor.core.errors import CloudNotFound
from calor.plugin import Declared, DeclaredType, prop
from calor.plugin.resolving import resolved, values_of

ID = "0b4f2f2c-6d5e-4f3a-9a59-0c6f3d9a1e11"


class Fixed(Declared):
    """An address on a subnet."""

    subnet: str | None = prop("Where.", finds="neutron.subnet", default=None)
    address: str | None = prop("Which.", default=None)


class Port(DeclaredType):
    """Names objects at several depths."""

    type_name = "Sample::Port"

    network: str = prop("Where.", finds="neutron.network", wire="network_id")
    groups: list[str] = prop("Who may pass.", finds="neutron.security_group", default=())
    fixed: list[Fixed] = prop("Addresses.", default=())
    label: str | None = prop("No name of anything.", default=None)


class Plain(DeclaredType):
    """Names nothing."""

    type_name = "Sample::Plain"

    label: str = prop("Anything.")


class Names:
    """A cloud that knows names."""

    def __init__(self, **known):
        self.known, self.asked = known, []

    async def find(self, kind, name):
        self.asked.append((kind, name))
        if name not in self.known:
            raise CloudNotFound(f"there is no {kind} {name}")
        return self.known[name]


async def test_names_become_ids_at_any_depth():
    port = Port(
        network="blue",
        groups=("web", ID),
        fixed=(Fixed(subnet="left", address="10.0.0.1"), Fixed(address="10.0.0.2")),
        label="blue",
    )
    cloud = Names(blue="n-1", web="g-1", left="s-1")
    assert await resolved(port, cloud) == Port(
        network="n-1",
        groups=("g-1", ID),
        fixed=(Fixed(subnet="s-1", address="10.0.0.1"), Fixed(address="10.0.0.2")),
        label="blue",
    )
    assert sorted(cloud.asked) == [
        ("neutron.network", "blue"),
        ("neutron.security_group", "web"),
        ("neutron.subnet", "left"),
    ]


async def test_ids_are_not_asked_for():
    port, cloud = Port(network=ID, groups=(ID.replace("-", ""),)), Names()
    assert await resolved(port, cloud) is port
    assert cloud.asked == []


async def test_a_type_that_names_nothing_is_left_as_it_is():
    plain = Plain(label="blue")
    assert await resolved(plain, Names()) is plain


async def test_a_name_that_is_not_found_is_an_error_or_stays():
    port = Port(network="blue", groups=("web",))
    cloud = Names(web="g-1")
    with pytest.raises(CloudNotFound, match=r"no neutron\.network blue"):
        await resolved(port, cloud)
    assert await resolved(port, cloud, strict=False) == Port(network="blue", groups=("g-1",))


def test_typed_properties_are_plain_values_again():
    assert values_of(Port(network="blue", fixed=(Fixed(subnet="left"),))) == {
        "network": "blue",
        "groups": [],
        "fixed": [{"subnet": "left", "address": None}],
        "label": None,
    }
