"""OS::Heat::RandomString: a password, or any text that nobody can guess."""

import string
from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

from typing_extensions import override

from calor.core.values import Value, has_unknown
from calor.plugin import (
    Declared,
    Move,
    Translation,
    attr,
    between,
    deprecated,
    hidden,
    one_of,
    prop,
    since,
)
from calor.plugin.resource import Here, Random, Resource

CLASSES: Final = {
    "lettersdigits": string.ascii_letters + string.digits,
    "letters": string.ascii_letters,
    "lowercase": string.ascii_lowercase,
    "uppercase": string.ascii_uppercase,
    "digits": string.digits,
    "hexdigits": string.digits + "ABCDEF",
    "octdigits": string.octdigits,
}


class CharacterClass(Declared):
    """How many characters of a class there must be."""

    of: str = prop("The class.", one_of(*CLASSES), name="class", default="lettersdigits")
    least: int = prop("How many at least.", between(1, 512), name="min", default=1)

    @property
    def characters(self) -> str:
        """Return what may be drawn."""
        return CLASSES[self.of]


class CharacterSequence(Declared):
    """How many of some given characters there must be."""

    sequence: str = prop("The characters.")
    least: int = prop("How many at least.", between(1, 512), name="min", default=1)

    @property
    def characters(self) -> str:
        """Return what may be drawn, each as likely as the other."""
        return "".join(dict.fromkeys(self.sequence))


class RandomString(Resource):
    """A random text, drawn once and kept until the resource is replaced."""

    type_name = "OS::Heat::RandomString"
    support = since("2014.1")
    attributes: ClassVar = {"value": attr("The text; a reference gives it, too.", live=True)}
    translations = (
        Translation(
            move=Move.ADD, path=("character_classes",), source=("sequence",), field="class"
        ),
    )

    length: int = prop("How long the text is.", between(1, 512), default=32)
    character_classes: tuple[CharacterClass, ...] = prop(
        "Classes of characters to draw from.", default=(CharacterClass(),)
    )
    character_sequences: tuple[CharacterSequence, ...] | None = prop(
        "Characters to draw from beside the classes.", default=None
    )
    salt: str | None = prop("Changing it makes a new text.", default=None)
    sequence: str | None = prop(
        "The class of all characters.",
        one_of(*CLASSES),
        default=None,
        support=hidden("5.0.0", previous=deprecated("2014.2", "use character_classes")),
    )

    @property
    def sources(self) -> tuple[CharacterSequence | CharacterClass, ...]:
        """Return all that characters are drawn from."""
        return (*(self.character_sequences or ()), *(self.character_classes or ()))

    @override
    async def create(self, here: Here) -> str | None:
        if "value" not in here.secrets:
            here.secrets["value"] = self.draw(here.random)
        return here.physical_name()

    def draw(self, random: Random) -> str:
        """Draw a text that has as many characters of each source as it must."""
        drawn = [random.choice(one.characters) for one in self.sources for _ in range(one.least)]
        everything = "".join(dict.fromkeys("".join(one.characters for one in self.sources)))
        drawn += [random.choice(everything) for _ in range(self.length - len(drawn))]
        random.shuffle(drawn)
        return "".join(drawn)

    @override
    async def attribute(self, here: Here, name: str) -> Value:
        return here.secrets.get(name)

    @override
    def reference_id(self, here: Here) -> Value:
        return here.name if here.physical_id is None else here.secrets.get("value")

    @override
    def problems(self) -> Iterable[str]:
        if has_unknown([self.character_classes, self.character_sequences, self.length]):
            return
        yield from self._problems()

    def _problems(self) -> Iterator[str]:
        if not self.sources:
            yield "there is nothing to draw from: character_classes and character_sequences"
        for one in self.character_sequences or ():
            if not has_unknown(one.sequence) and not one.sequence:
                yield "character_sequences: a sequence has no characters"
        least = [one.least for one in self.sources]
        if not has_unknown(least) and sum(least) > self.length:
            yield (
                f"length is {self.length}, but the classes and sequences ask for at least "
                f"{sum(least)} characters"
            )
