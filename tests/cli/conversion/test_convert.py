import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from calor.cli.conversion.convert import Format, convert
from calor.cli.conversion.json_writer import write_json
from calor.cli.conversion.placement import Remarks
from calor.cli.conversion.yaml_writer import write_yaml
from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate

text = st.text(st.characters(exclude_categories=["Cs"])) | st.text(
    "ab:#'\"\\\n\t -|>?&*!%@`{}[],~=<"
)
TRICKY = """\
yes No on y 012 0o17 0x1F 1:30 2013-05-23 2013-05-23T10:00:00Z ~ null 1e3 1_000 .inf .nan
- --- ... << = a: #a !a &a *a %a @a `a |a >a 'a"""
SPACED = ["", " ", "a ", " a", "- a", "? a", "a: b", "a #b", "a\n", "a\n\n", "\na", " a\nb", "\n"]
ODD = ["a\n ", "a\n \nb", "a\tb", "\ta\nb", "a\rb", "a\x85b", "a\u2028b\n", "\ufeffa", "\0", "😀\n"]
tricky = st.sampled_from([*TRICKY.split(), *SPACED, *ODD])
scalars = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
)
keys = tricky | text
values = st.recursive(
    scalars | tricky | text,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=15,
)
templates = st.dictionaries(keys, values, min_size=1, max_size=4)


def parsed(source, file="file"):
    return plain(parse_document(source, file).value)


def plain(value):
    """Tell 1 from 1.0 and True, and keep the order of keys."""
    if isinstance(value, dict):
        return [(key, plain(item)) for key, item in value.items()]
    if isinstance(value, list):
        return [plain(item) for item in value]
    return type(value), value


def convert_text(source, to=None, file="file"):
    return convert(source.encode(), file, to)


@given(templates)
def test_yaml_says_what_the_values_are(value):
    assert parsed(write_yaml(value, Remarks())) == plain(value)


@given(templates)
def test_readers_of_yaml_1_2_see_the_same(value):
    assert plain(YAML(typ="safe", pure=True).load(write_yaml(value, Remarks()))) == plain(value)


@given(templates)
def test_json_says_what_the_values_are(value):
    assert plain(json.loads(write_json(value, Remarks()))) == plain(value)


@given(templates)
def test_there_and_back_is_the_same(value):
    source = json.dumps(value)
    there = convert_text(source)
    assert there.format is Format.YAML
    back = convert_text(there.text, Format.JSON)
    assert parsed(back.text) == parsed(there.text) == parsed(source)


remark = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n")).map(
    lambda one: one.replace("*/", "")
)


@given(st.lists(remark, min_size=4, max_size=4))
def test_comments_change_no_value(remarks):
    one, two, three, four = remarks
    source = f'//{one}\n{{"a": [1, //{two}\n /*{three}*/ {{"b": 2}}], //{four}\n "c": {{}} }}'
    there = convert_text(source)
    back = convert_text(there.text, Format.JSONC)
    assert parsed(there.text) == plain({"a": [1, {"b": 2}], "c": {}})
    assert convert_text(back.text).text == there.text


YAML_TEXT = """\
# Web tier
AWSTemplateFormatVersion: 2010-09-09 # the only one
Parameters:
  Key: # the key
    Type: String # text
# Everything
Resources:
  Web:
    # what it runs
    UserData: | # a script
      # no comment
      echo
    Tags:
    # first
    - Key: a # no #2
    - [1, # one
       2]
    Url: http://example.com/#here
# fin
"""

JSONC_TEXT = """\
{
  // Web tier
  "AWSTemplateFormatVersion": "2010-09-09", // the only one
  "Parameters": {
    "Key": { // the key
      "Type": "String" // text
    }
  },
  // Everything
  "Resources": {
    "Web": {
      // what it runs
      "UserData": "# no comment\\necho\\n", // a script
      "Tags": [
        // first
        {
          "Key": "a" // no #2
        },
        [
          1, // one
          2
        ]
      ],
      "Url": "http://example.com/#here"
    }
  }
}
// fin
"""


def test_comments_of_yaml_become_comments_of_json():
    assert convert_text(YAML_TEXT, Format.JSONC).text == JSONC_TEXT


def test_comments_of_json_become_comments_of_yaml():
    there = convert_text(JSONC_TEXT)
    assert there.text.count("#") == YAML_TEXT.count("#")
    assert convert_text(there.text, Format.JSONC).text == JSONC_TEXT


def test_comments_that_json_cannot_hold_are_counted():
    converted = convert_text(YAML_TEXT)
    assert converted.lost_comments == 11
    assert "//" not in converted.text.replace("http://", "")
    assert convert_text(converted.text, Format.JSON).lost_comments == 0


def test_block_comments_and_last_commas_are_understood():
    source = '/* one\n * two\n */ {"a": [1, 2,], /* three */ "b": "/* no */",}'
    expected = "# one\n# two\na:\n  - 1\n  - 2\n# three\nb: /* no */\n"
    assert convert_text(source).text == expected


def test_a_call_stands_on_one_line_of_json():
    source = "a:\n  b: {Fn::GetAtt: [Web, Ip]}\n  c: {Ref: x}\n"
    assert '"b": {"Fn::GetAtt": ["Web", "Ip"]},\n    "c": {"Ref": "x"}' in convert_text(source).text


def test_yaml_quotes_only_what_needs_it():
    value = {
        "AWSTemplateFormatVersion": "2010-09-09",
        "Type": "AWS::EC2::Instance",
        "Cidr": "10.0.0.0/24",
        "Text": "Hello, world (it's [me])!",
        "Said": "it's: 'so'",
        "Empty": "",
        "Script": "#!/bin/sh\nexit 0",
        "Long": "word " * 100 + "end",
        "Big": 1e22,
        "y": "012",
    }
    assert write_yaml(value, Remarks()).splitlines() == [
        "AWSTemplateFormatVersion: '2010-09-09'",
        "Type: AWS::EC2::Instance",
        "Cidr: 10.0.0.0/24",
        "Text: Hello, world (it's [me])!",
        "Said: \"it's: 'so'\"",
        "Empty: ''",
        "Script: |-",
        "  #!/bin/sh",
        "  exit 0",
        "Long: " + "word " * 100 + "end",
        "Big: 1.0e+22",
        "'y': '012'",
    ]


def test_a_very_long_key_can_be_read_again():
    value = {"k" * 5000: {"a" * 1100: [{"b" * 1100: 1}]}}
    assert parsed(write_yaml(value, Remarks())) == plain(value)


def test_aliases_and_merges_are_written_out():
    source = "a: &a {x: 1}\nb: *a\nc: {<<: *a, y: 2}\n"
    expected = {"a": {"x": 1}, "b": {"x": 1}, "c": {"x": 1, "y": 2}}
    assert json.loads(convert_text(source).text) == expected


def test_a_comment_on_an_anchor_is_written_once():
    source = "a: &a\n  x: 1 # one\nb: *a\n"
    assert convert_text(source, Format.YAML).text == "a:\n  x: 1 # one\nb:\n  x: 1\n"


def test_a_bomb_of_aliases_is_refused():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    with pytest.raises(InvalidTemplate, match="alias"):
        convert_text("\n".join(lines))


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("a: [1\nb: 2", "file:2:"),
        ('{"a": 1 // x\n "b": 2}', "file:2:"),
        ("a: !Ref b\n", "file:1:4"),
        ("a: .inf\n", "file:1:4"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(source, told):
    with pytest.raises(InvalidTemplate) as caught:
        convert_text(source)
    assert str(caught.value).startswith(told)


def test_what_is_no_text_is_refused():
    with pytest.raises(InvalidTemplate, match="file:2:4: this is not UTF-8"):
        convert(b"a: 1\nb: \xff", "file")


def test_yaml_in_braces_is_not_taken_for_json():
    assert json.loads(convert_text("{a: http://x # c\n}", Format.JSON).text) == {"a": "http://x"}


@pytest.mark.parametrize("piece", ["/*", '"\\"', "//", "/**/", ",}", "#", "{", "[", "\\"])
def test_hostile_text_ends_soon(piece):
    with pytest.raises(InvalidTemplate):
        convert_text("{" + piece * 50_000)
