import json

from calor.cli.loading import MOST_NESTED, load
from calor.cli.summary import as_json, as_text

HOT = "heat_template_version: 2021-04-16\n"


def loaded(tmp_path, **files):
    for name, text in files.items():
        (tmp_path / f"{name}.yaml").write_text(HOT + text)
    return load(str(tmp_path / "t.yaml"), (), ())


def test_a_template_with_nothing_in_it_is_summed_up_in_two_lines(tmp_path):
    lines = as_text(loaded(tmp_path, t="")).splitlines()
    assert lines[0].endswith("t.yaml is valid (heat_template_version 2021-04-16).")
    assert lines[1:] == ["  Resources (0)"]


def test_long_and_strange_names_are_cut_and_cleaned(tmp_path):
    name = "k" * 10_000
    text = as_text(
        loaded(tmp_path, t=f'outputs: {{{name}: {{value: 1}}, "a\\eb": {{value: 1}}}}\n')
    )
    assert len(text) < 500
    assert "\x1b" not in text


def test_a_tree_of_billions_is_counted_but_not_written_out(tmp_path):
    files = {
        f"c{n}": "resources:\n" + "".join(f"  r{m}: {{type: c{n + 1}.yaml}}\n" for m in range(99))
        for n in range(4)
    }
    found = loaded(tmp_path, t="resources: {a: {type: c0.yaml}}", **files, c4="resources: {}")
    assert found.problems == ()
    assert found.stack.size > MOST_NESTED
    assert f"and {found.stack.size - 1} in nested stacks" in as_text(found)
    assert "stack" not in json.loads(as_json(found))["resources"]["a"]
