"""Configuration for tests, from a text."""

from calor.config.files import Sources
from calor.config.reading import read_configuration


def read(folder, text):
    file = folder / "heat.conf"
    file.write_text(text)
    return read_configuration(Sources((file,)))


def settings(folder, text=""):
    return read(folder, text).settings
