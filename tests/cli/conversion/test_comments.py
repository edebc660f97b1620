import json

from calor.cli.conversion.json_comments import is_json, split_comments
from calor.cli.conversion.yaml_comments import find_comments


def said(comments):
    return [(one.line, one.column, *one.lines, one.is_beside) for one in comments]


def test_yaml_comments_stand_between_scalars_only():
    source = (
        "# é 😀\n"
        "a: 'x # no' # one\n"
        'b: "y\n  # no" # two\n'
        "c: d#no\n"
        "e: |2- # three\n    # no\n"
        "# four\n"
        "f: [1,# five\n  2] #six\n"
    )
    assert said(find_comments(source)) == [
        (1, 1, " é 😀", False),
        (2, 13, " one", True),
        (4, 9, " two", True),
        (6, 8, " three", True),
        (8, 1, " four", False),
        (9, 7, " five", True),
        (10, 6, "six", True),
    ]


def test_json_comments_stand_outside_strings():
    source = '// a\n{"b": "// no \\" /* no */", // c\n/* d\n * e */ "f": 1, /* g */ "h": [1,],}'
    comments, bare = split_comments(source)
    assert said(comments) == [
        (1, 1, " a", False),
        (2, 28, " c", True),
        (3, 1, " d", " e", False),
        (4, 17, " g", False),
    ]
    assert len(bare) == len(source)
    assert json.loads(bare) == {"b": '// no " /* no */', "f": 1, "h": [1]}


def test_what_yaml_cannot_hold_is_not_carried_over():
    comments, _ = split_comments("{} // a\x00b\u2028c\td")
    assert comments[0].lines == (" a\ufffdb\ufffdc\td",)


def test_json_is_known_by_its_first_bracket():
    assert is_json(' \n// c\n/* d */ {"a": 1}')
    assert not is_json("a: {}")
    assert not is_json("# {}")
    assert not is_json("")
