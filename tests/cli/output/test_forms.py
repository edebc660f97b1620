import json

import pytest
import yaml

from calor.cli.output.forms import show_item, show_items
from calor.cli.output.tables import Column

COLUMNS = (Column("NAME", "name"),)
ITEMS = [{"name": "a", "more": {"x": 1}}, {"name": "b"}]


@pytest.mark.parametrize("items", [[], ITEMS[:1], ITEMS])
def test_a_list_is_whole_for_programs(capsys, items):
    show_items("json", COLUMNS, items)
    assert json.loads(capsys.readouterr().out) == items
    show_items("yaml", COLUMNS, items)
    assert yaml.safe_load(capsys.readouterr().out) == items


def test_people_are_told_if_there_is_nothing(capsys):
    show_items("table", COLUMNS, [], if_none="There is nothing.")
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", "There is nothing.\n")


def test_programs_are_not(capsys):
    show_items("json", COLUMNS, [], if_none="There is nothing.")
    assert capsys.readouterr().err == ""


def test_one_thing_is_shown_field_by_field(capsys):
    show_item("table", {"name": "a", "tags": [{"x": 1}], "text": "one\ntwo"})
    assert capsys.readouterr().out == "name  a\ntags  - x: 1\ntext  one\n      two\n"


@pytest.mark.parametrize(("form", "read"), [("json", json.loads), ("yaml", yaml.safe_load)])
def test_one_thing_is_whole_for_programs(capsys, form, read):
    show_item(form, ITEMS[0], {"name": "shown"})
    assert read(capsys.readouterr().out) == ITEMS[0]
