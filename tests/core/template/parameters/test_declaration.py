from calor.core.template.parameters.declaration import Parameter, ParameterKind


def test_a_parameter_without_label_is_shown_by_name():
    assert Parameter(name="size", kind=ParameterKind.NUMBER).shown_label == "size"
    assert Parameter(name="size", kind=ParameterKind.NUMBER, label="Size").shown_label == "Size"


def test_a_default_of_null_is_none():
    assert not Parameter(name="size", kind=ParameterKind.NUMBER).has_default
    assert Parameter(name="size", kind=ParameterKind.NUMBER, default=0).has_default
