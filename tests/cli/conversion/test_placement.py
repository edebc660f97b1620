from calor.cli.conversion.placement import place
from calor.cli.conversion.yaml_comments import find_comments
from calor.core.document.parse import parse_document


def test_a_comment_belongs_to_what_stands_beside_it_or_comes_next():
    source = "# 1\na: # 2\n  b: 1 # 3\n# 4\nc:\n- x: 1 # 5\n# 6\n- - y # 7\n# 8\n"
    remarks = place(find_comments(source), parse_document(source, "file"))
    assert remarks.before == {("a",): [" 1"], ("c",): [" 4"], ("c", 1): [" 6"]}
    beside = {("a",): " 2", ("a", "b"): " 3", ("c", 0, "x"): " 5", ("c", 1, 0): " 7"}
    assert remarks.beside == beside
    assert remarks.end == [" 8"]


def test_what_an_alias_repeats_gets_no_comment():
    source = "a: &a\n  # 1\n  x: 1 # 2\nb:\n  <<: *a\n  # 3\n  y: 2\nc: *a # 4\n"
    remarks = place(find_comments(source), parse_document(source, "file"))
    assert remarks.before == {("a", "x"): [" 1"], ("b", "y"): [" 3"]}
    assert remarks.beside == {("a", "x"): " 2", ("c",): " 4"}
