"""The commands that scripts are made of; words in capitals stand for what a script gives."""

import re
from typing import Any

import yaml

from calor.core.state import Action
from calor.engine.exports import Exports
from calor.engine.limits import Limits
from calor.engine.orders import Order
from calor.engine.resource_requests import ResourceRequests
from calor.engine.service import Stacks
from calor.engine.snapshots import Snapshots
from calor.engine.views import Views
from tests.scenarios.types import CLOUD

PROJECT = "demo"
VERSION = "2021-04-16"
REQUEST = ("converge", "environment", "files", "timeout", "rollback", "tags", "values", "clear")
"""What is given along with a template; everything else is part of it."""

COMMANDS: list[tuple[list[str], Any]] = []


def command(pattern):
    """Declare a command: a word in capitals stands for any, and the last one for all the rest."""

    def declare(function):
        COMMANDS.append((pattern.split(), function))
        return function

    return declare


async def run(world, text, given):
    """Carry a command out and return what it says."""
    words = text.split()
    for pattern, function in COMMANDS:
        bound = _bind(pattern, words)
        if bound is not None:
            return await function(world, given, *bound) or []
    raise AssertionError(f"no such command: {text}")


def _bind(pattern, words):
    if pattern[-1] == "WORDS":
        head = len(pattern) - 1
        words = [*words[:head], " ".join(words[head:])]
    if len(pattern) != len(words):
        return None
    pairs = list(zip(pattern, words, strict=True))
    is_same = all(known.isupper() or known == word for known, word in pairs)
    return [word for known, word in pairs if known.isupper()] if is_same else None


@command("create NAME")
async def create(world, given, name):
    world.names[name] = await world.desk(Stacks).create(PROJECT, name, order_of(given))


@command("update NAME")
async def update(world, given, name):
    await world.desk(Stacks).update(PROJECT, world.names[name], order_of(given))


@command("patch NAME")
async def patch(world, given, name):
    order, clear = order_of(given, is_patch=True), given.get("clear", ())
    await world.desk(Stacks).patch(PROJECT, world.names[name], order, clear)


@command("preview NAME")
async def preview(world, given, name):
    plan = await world.desk(Views).preview(PROJECT, world.names[name], order_of(given))
    return plan_lines(plan)


@command("delete NAME")
async def delete(world, given, name):
    await world.desk(Stacks).act(PROJECT, world.names[name], Action.DELETE)


@command("suspend NAME")
async def suspend(world, given, name):
    await world.desk(Stacks).act(PROJECT, world.names[name], Action.SUSPEND)


@command("resume NAME")
async def resume(world, given, name):
    await world.desk(Stacks).act(PROJECT, world.names[name], Action.RESUME)


@command("check NAME")
async def check(world, given, name):
    await world.desk(Stacks).act(PROJECT, world.names[name], Action.CHECK)


@command("cancel NAME")
async def cancel(world, given, name):
    await world.desk(Stacks).cancel(PROJECT, world.names[name])


@command("cancel NAME without rollback")
async def cancel_without_rollback(world, given, name):
    await world.desk(Stacks).cancel(PROJECT, world.names[name], rollback=False)


@command("advance TIME")
async def advance(world, given, time):
    await world.advance(seconds_of(time))


@command("wait")
async def wait(world, given):
    await world.wait()


@command("engine dies")
async def engine_dies(world, given):
    await world.stop_engine()
    world.start_engine()


@command("limits")
async def limits(world, given):
    world.limits = Limits(**given)
    await engine_dies(world, given)


@command("show NAME")
async def show(world, given, name):
    return world.transcript.state(world.store.stacks[world.names[name]])


@command("show metadata of PATH")
async def show_metadata(world, given, path):
    stack_id, name = world.find(path)
    rows = await world.store.resources(stack_id)
    return world.transcript.data({one.name: one.metadata for one in rows}[name])


@command("outputs of NAME")
async def outputs(world, given, name):
    found = await world.desk(Views).outputs(PROJECT, world.names[name])
    shown = {key: one.error or one.value for key, one in found.items()}
    return [world.transcript.steady(f"{key}: {value!r}") for key, value in shown.items()]


@command("cloud")
async def cloud(world, given):
    return [world.transcript.steady(f"{one}: {value!r}") for one, value in CLOUD.things.items()]


@command("cloud breaks NAME")
async def cloud_breaks(world, given, name):
    CLOUD.broken.add(name)


@command("cloud mends NAME")
async def cloud_mends(world, given, name):
    CLOUD.broken.discard(name)


@command("clear HOOK on PATH")
async def clear(world, given, hook, path):
    await world.desk(ResourceRequests).clear_hook(PROJECT, *world.find(path), hook)


@command("mark PATH unhealthy because WORDS")
async def mark_unhealthy(world, given, path, reason):
    requests = world.desk(ResourceRequests)
    await requests.mark(PROJECT, *world.find(path), is_healthy=False, reason=reason)


@command("mark PATH healthy because WORDS")
async def mark_healthy(world, given, path, reason):
    requests = world.desk(ResourceRequests)
    await requests.mark(PROJECT, *world.find(path), is_healthy=True, reason=reason)


@command("set metadata of PATH")
async def set_metadata(world, given, path):
    await world.desk(ResourceRequests).set_metadata(PROJECT, *world.find(path), given)


@command("signal PATH")
async def signal(world, given, path):
    await world.desk(ResourceRequests).signal(PROJECT, *world.find(path), given or None)


@command("snapshot NAME as LABEL")
async def snapshot(world, given, name, label):
    world.kept[label] = await world.desk(Snapshots).take(PROJECT, world.names[name], label)


@command("restore NAME from LABEL")
async def restore(world, given, name, label):
    await world.desk(Snapshots).restore(PROJECT, world.names[name], world.kept[label])


@command("delete snapshot LABEL of NAME")
async def delete_snapshot(world, given, label, name):
    await world.desk(Snapshots).delete(PROJECT, world.names[name], world.kept[label])


@command("snapshots of NAME")
async def snapshots(world, given, name):
    found = await world.store.snapshots(world.names[name])
    return [f"{one.name}  {one.status}  {one.reason}".rstrip() for one in found]


@command("export NAME as LABEL")
async def export(world, given, name, label):
    world.kept[label] = await world.desk(Exports).export(PROJECT, world.names[name])
    return world.transcript.data(world.kept[label])


@command("abandon NAME as LABEL")
async def abandon(world, given, name, label):
    world.kept[label] = await world.desk(Exports).abandon(PROJECT, world.names[name])


@command("forget the id of NAME in LABEL")
async def forget(world, given, name, label):
    resources = world.kept[label]["resources"]
    resources[name] = {**resources[name], "resource_id": None}


@command("adopt NAME from LABEL")
async def adopt(world, given, name, label):
    exports, order = world.desk(Exports), Order(**options_of(given))
    world.names[name] = await exports.adopt(PROJECT, name, world.kept[label], order)


def order_of(given, *, is_patch=False):
    template = {key: one for key, one in given.items() if key not in REQUEST}
    template = {"heat_template_version": VERSION, **template} if template or not is_patch else None
    options = options_of(given)
    return Order(template=template, **options)


def options_of(given):
    environment = dict(given.get("environment") or {})
    if "values" in given:
        environment["parameters"] = given["values"]
    return {
        "environment": environment,
        "files": {name: _text(one) for name, one in given.get("files", {}).items()},
        "timeout_mins": given.get("timeout"),
        "disable_rollback": not given["rollback"] if "rollback" in given else None,
        "tags": tuple(given.get("tags", ())),
        "converge": given.get("converge", False),
    }


def plan_lines(plan, indent=""):
    lines = []
    for name, change in plan.changes.items():
        why = ", ".join(
            f"{one.property} {one.rule}" if one.property else str(one.rule)
            for one in change.reasons
        )
        lines.append(f"{indent}{name}: {change.kind} ({why})")
        if name in plan.children:
            lines += plan_lines(plan.children[name], f"{indent}  ")
    return lines


def seconds_of(text):
    number, unit = re.fullmatch(r"([\d.]+)([smh])", text).groups()
    return float(number) * {"s": 1, "m": 60, "h": 3600}[unit]


def _text(value):
    if isinstance(value, str):
        return value
    return yaml.safe_dump({"heat_template_version": VERSION, **value}, sort_keys=False)
