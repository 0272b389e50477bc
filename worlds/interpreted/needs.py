"""What must lie where, for something to be heard as it was."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import Factory, define

from ...interpreter.core.events import CardMoved, Faces, Happening, Instance, Revealed, Rotated


@define(eq=False)
class Needs:
    """The kinds that must lie somewhere before it happens, and from where cards came there whose faces nobody saw."""

    kinds: dict[Instance, Counter[int]] = Factory(dict)
    came: dict[Instance, list[Instance]] = Factory(dict)

    def at(self, place: Instance) -> Counter[int]:
        """The kinds that must lie there."""
        return self.kinds.setdefault(place, Counter())

    def missing(self, lying: dict[Instance, Counter[int]]) -> list[tuple[Instance, int]]:
        """The kinds that must lie somewhere and do not, when these do. What comes from elsewhere unseen must lie there."""
        found: list[tuple[Instance, int]] = []
        places = list(self.kinds)
        need = {place: Counter(kinds) for place, kinds in self.kinds.items()}
        for place in places:
            lacking = need[place] - lying.get(place, Counter())
            origins = self.came.get(place, [])
            for number, kind in enumerate(lacking.elements()):
                origin = next((each for each in origins if lying.get(each, Counter())[kind] > 0), None)
                if origin is not None:
                    continue
                found.append((origins[number % len(origins)] if origins else place, kind))
        return found

    def wished(self, origin: Instance) -> Counter[int]:
        """The kinds that must come from there, seen or unseen."""
        kinds = Counter(self.kinds.get(origin, Counter()))
        for place, origins in self.came.items():
            if origin in origins:
                kinds += self.kinds.get(place, Counter())
        return kinds


def needs(heard: Sequence[Happening]) -> Needs:
    """What must be so before all of this happens."""
    found = Needs()
    known: dict[Instance, Counter[int]] = {}

    def all_of(place: Instance, faces: Faces) -> None:
        kinds = Counter(dict(enumerate(faces.loose))) + Counter(faces.top) + Counter(faces.bottom)
        here = known.setdefault(place, Counter())
        found.at(place).update(kinds - here)
        known[place] = here | kinds

    for event in heard:
        match event:
            case CardMoved(kind=int() as kind, source=source, target=target):
                here = known.setdefault(source, Counter())
                if here[kind] > 0:
                    here[kind] -= 1
                else:
                    found.at(source)[kind] += 1
                known.setdefault(target, Counter())[kind] += 1
            case CardMoved(source=source, target=target):
                found.came.setdefault(target, []).append(source)
            case Revealed(zone=zone, faces=Faces() as faces):
                all_of(zone, faces)
            case Rotated(zones=zones, faces=several):
                for zone, one in zip(zones, several, strict=True):
                    if one is not None:
                        all_of(zone, one)
    return found
