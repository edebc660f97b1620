from calor.core.template.environment.layer import Entry, Layer

LAYER = Layer.of(
    {"OS::A": "x", "OS::*": "y", "OS::A*": "z*", "B": "y"},
    {"web": {"OS::A": "own"}, "w*": {"hooks": "pre-create"}},
)


def test_candidates_come_for_the_resource_first_and_then_by_name():
    assert [one.target for one in LAYER.candidates("OS::A", "web")] == ["own", "y", "x", "z*"]
    assert [one.target for one in LAYER.candidates("OS::A", None)] == ["y", "x", "z*"]


def test_many_types_are_never_mapped_to_one_of_themselves():
    layer = Layer.of({"OS::*": "OS::None"}, {})
    assert list(layer.candidates("OS::None", None)) == []
    assert len(list(layer.candidates("OS::A", None))) == 1


def test_a_star_stands_for_the_rest():
    assert Entry("OS::Quantum*", "OS::Neutron*", is_users=False).follow("OS::Quantum::Net") == (
        "OS::Neutron::Net"
    )
    assert Entry("OS::*", "None", is_users=True).follow("OS::A") == "None"


def test_a_key_that_is_a_template_stands_for_itself():
    assert Entry("a.yaml", "b.yaml", is_users=True).template == "a.yaml"
    assert Entry("A", "b.template", is_users=True).template == "b.template"
    assert Entry("A", "B", is_users=True).template is None


def test_what_is_said_under_patterns_comes_before_what_is_said_by_name():
    assert list(LAYER.nodes("web")) == [{"hooks": "pre-create"}, {"OS::A": "own"}]
    assert list(LAYER.nodes("db")) == []


def test_an_entry_can_be_taken_out():
    entry = Entry("OS::A", "x", is_users=True)
    assert "OS::A" not in LAYER.without(entry).entries
    assert LAYER.without(Entry("OS::A", "x", is_users=False)) is LAYER
    assert LAYER.without(Entry("OS::A", "own", is_users=True, resource="web")) is LAYER


def test_nulls_take_types_away():
    layer = Layer.of({}, {}, ("OS::Nova*", "B"), is_users=False)
    assert layer.removes("OS::Nova::Server")
    assert layer.removes("B")
    assert not layer.removes("BB")
