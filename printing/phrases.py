"""What prints say themselves, in the languages that the bundled games use."""

from __future__ import annotations

PHRASES: dict[str, dict[str, str]] = {
    "glue": {
        "en": "glue neighbours over the broken marks",
        "it": "incolla i fogli vicini fino ai segni tratteggiati",
        "es": "pega las hojas vecinas hasta las marcas discontinuas",
    },
    "name": {"en": "Name", "it": "Nome", "es": "Nombre"},
}

LANGUAGES = ("en", "it", "es")


def phrase(language: str, name: str, *values: object) -> str:
    """The phrase of that name in that language, else in English, with the values filled in."""
    return PHRASES[name].get(language, PHRASES[name]["en"]).format(*values)
