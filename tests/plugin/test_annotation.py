import pytest

from calor.core.schema.constraints import Custom
from calor.core.schema.model import Kind
from calor.plugin.annotation import plain, properties_of, shape_of
from calor.plugin.constraints import check
from calor.plugin.declaration import Declared, Old, prop
from tests.plugin.samples import CharacterClass


class Inner(Declared):
    """A nested map."""

    port: str | None = prop("A port.", default=None, was=Old("port_id"))


class Outer(Declared):
    """A map with all that can be found."""

    groups: tuple[str, ...] = prop("Groups.", finds="keystone.group", default=())
    volume: str | None = prop("A type.", check("cinder.vtype"), finds="cinder.kind", default=None)
    inner: Inner | None = prop("Nested.", default=None)
    planned: str | None = prop("Not yet.", implemented=False, default=None)
    fixed: str | None = prop("For ever.", immutable=True, default=None)


def test_each_item_of_a_list_is_found():
    groups = properties_of(Outer)["groups"]
    assert groups.constraints == ()
    assert groups.items is not None
    assert groups.items.constraints == (Custom(name="keystone.group"),)


def test_a_check_by_name_takes_the_place_of_the_kind_that_is_found():
    assert properties_of(Outer)["volume"].constraints == (Custom(name="cinder.vtype"),)


def test_a_nested_field_keeps_its_former_name():
    fields = properties_of(Outer)["inner"].fields
    assert fields is not None
    assert set(fields) == {"port", "port_id"}


def test_flags_are_kept():
    known = properties_of(Outer)
    assert not known["planned"].implemented
    assert known["fixed"].immutable


@pytest.mark.parametrize("annotation", [set[str], int | str, bytes, dict[str, str] | list[str]])
def test_an_annotation_nobody_can_check_is_refused(annotation):
    with pytest.raises(TypeError):
        shape_of(annotation)


@pytest.mark.parametrize(("annotation", "kind"), [(dict, Kind.MAP), (list, Kind.LIST)])
def test_a_bare_container_is_open(annotation, kind):
    shape = shape_of(annotation)
    assert (shape.kind, shape.fields, shape.items) == (kind, None, None)


def test_a_default_instance_is_written_as_a_map():
    assert plain((CharacterClass(least=2),)) == [{"class": "lettersdigits", "min": 2}]
