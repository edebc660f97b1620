from calor.core.document.parse import parse_document


def test_large_numbers_are_kept_whole():
    text = f'{{"a": {"9" * 4300}, "b": -12345678901234567890123}}'
    assert parse_document(text).value == {"a": int("9" * 4300), "b": -12345678901234567890123}


def test_json_s_own_spaces_may_stand_anywhere():
    document = parse_document('\r\n\t { "a" :\t[ 1 ,\n2 ] , "b"\n: { } , "c" : [ ] }\n ')
    assert document.value == {"a": [1, 2], "b": {}, "c": []}
    assert str(document.locate(("a", 1))) == "template:3:1"
    assert str(document.locate(("b",))) == "template:3:7"
