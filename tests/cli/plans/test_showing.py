from calor.cli.plans.reading import Cause, Kind, Plan, Planned
from calor.cli.plans.showing import as_items, show_plan, sum_of

PLAN = Plan(
    (
        Planned(("web",), Kind.UPDATE, "Server", (Cause("updatable", "flavor", "small", "large"),)),
        Planned(("disk",), Kind.REPLACE, "Volume", (Cause("not updatable", "type", None, "ssd"),)),
        Planned(("old", "in"), Kind.DELETE, "Port", (Cause("removed"),)),
        Planned(("no",), Kind.REFUSE, "Port", (Cause("failed", None, None, "no such network"),)),
        Planned(("net",), Kind.KEEP, "Net"),
    ),
    tells_why=True,
)


def test_each_change_is_shown_with_its_reason(capsys):
    show_plan(PLAN)
    assert capsys.readouterr().out.splitlines() == [
        "~ update   web  Server",
        "             flavor: small → large",
        "± replace  disk  Volume",
        "             type: nothing → ssd  (cannot be changed in place)",
        "- delete   old/in  Port",
        "             the template does not have it any more",
        "! refuse   no  Port",
        "             it failed before: no such network",
        "Plan: 1 to update, 1 to replace, 1 to delete, 1 refused, 1 unchanged.",
    ]


def test_a_service_that_does_not_say_why_is_excused(capsys):
    show_plan(Plan(PLAN.planned[:1], tells_why=False))
    assert "does not tell which properties change" in capsys.readouterr().out


def test_nothing_to_do_is_said():
    assert sum_of(Plan((PLAN.planned[-1],), tells_why=True)) == "Nothing changes."


def test_programs_get_all_of_it():
    assert as_items(PLAN)[0] == {
        "resource": "web",
        "type": "Server",
        "change": "update",
        "reasons": [
            {
                "rule": "updatable",
                "property": "flavor",
                "old": "small",
                "new": "large",
                "is_known": True,
            }
        ],
    }


def test_a_value_that_nobody_knows_yet_is_not_guessed(capsys):
    cause = Cause("updatable", "network", "n1", None, is_known=False)
    show_plan(Plan((Planned(("port",), Kind.UPDATE, "Port", (cause,)),), tells_why=True))
    assert "network: n1 → known later" in capsys.readouterr().out


def shown(old, new, capsys):
    cause = Cause("updatable", "value", old, new)
    show_plan(Plan((Planned(("it",), Kind.UPDATE, "Value", (cause,)),), tells_why=True))
    return [line.strip() for line in capsys.readouterr().out.splitlines()[1:-1]]


def test_of_a_list_that_grows_at_its_end_only_that_is_shown(capsys):
    assert shown(["a", "b"], ["a", "b", "c"], capsys) == ["value[2]: nothing → c"]
    assert shown({"of": ["a", "b"]}, {"of": ["a"]}, capsys) == ["value.of[1]: b → nothing"]
    assert shown(["a", "b"], ["c", "a", "b"], capsys) == ["value: a, b → c, a, b"]


def test_long_values_are_shown_from_where_they_differ(capsys):
    same = "x" * 100
    assert shown(f"{same}1", f"{same}2", capsys) == [
        f"value: ...{'x' * 20}1 → ...{'x' * 20}2",
    ]
