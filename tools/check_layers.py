#!/usr/bin/env python3
"""Fails when a room includes, or links, a room that src/layers.txt does not permit.

Usage: check_layers.py [SOURCE_FOLDER]     (default: src/ beside this script's folder)
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.MULTILINE)
ROOM_CALL = re.compile(r"heddle_room\s*\(([^)]*)\)", re.DOTALL)
LINKED_ROOM = re.compile(r"\bheddle_(\w+)")
SOURCES = (".hpp", ".cpp", ".h", ".c", ".ipp")


def room_of(word):
    """The room of an arrow, which permits the room or, as "room/file.hpp", one of its headers."""
    return word.split("/", 1)[0]


def read_layers(path):
    """The permitted arrows, and of these the ones with the flow: room -> set of words, twice."""
    layers, flow = {}, {}
    for line in path.read_text().splitlines():
        line = line.split("#", 1)[0].strip()
        if line:
            room, _, allowed = line.partition(":")
            layers[room.strip()] = {word.rstrip("*") for word in allowed.split()}
            flow[room.strip()] = {room_of(word) for word in allowed.split()
                                  if not word.endswith("*")}
    return layers, flow


def cycles(flow):
    """Rooms that reach themselves: then there is no direction of flow."""
    def reaches(start):
        seen, open_rooms = set(), [start]
        while open_rooms:
            for room in flow.get(open_rooms.pop(), ()):
                if room not in seen:
                    seen.add(room)
                    open_rooms.append(room)
        return seen
    return [f"layers.txt: {room} reaches itself" for room in flow if room in reaches(room)]


def wrong_includes(root, room, layers):
    for path in sorted(p for p in (root / room).rglob("*") if p.suffix in SOURCES):
        text = path.read_text()
        for match in INCLUDE.finditer(text):
            included = match.group(1)
            line = text.count("\n", 0, match.start(1)) + 1
            where = f"{path.relative_to(root)}:{line}"
            target = included.split("/", 1)[0]
            if included.startswith("heddle/"):
                continue  # the public headers, open to every room
            if "/" not in included or target not in layers:
                yield f'{where}: write "{included}" as "room/file.hpp"'
            elif target != room and not {target, included} & layers[room]:
                doors = sorted(word for word in layers[room] if word.startswith(target + "/"))
                what = f"{included}, only {' and '.join(doors)}" if doors else target
                yield f"{where}: {room} may not include {what}"


def wrong_links(root, room, layers):
    for path in sorted((root / room).rglob("CMakeLists.txt")):
        text = re.sub(r"#.*", "", path.read_text())
        linked = {name for name in LINKED_ROOM.findall(text) if name in layers}
        for call in ROOM_CALL.findall(text):
            words = call.split()
            rooms = words[words.index("ROOMS") + 1:] if "ROOMS" in words else []
            linked.update(rooms[:rooms.index("LIBRARIES")] if "LIBRARIES" in rooms else rooms)
        for name in sorted(linked - {room_of(word) for word in layers[room]} - {room}):
            yield f"{path.relative_to(root)}: {room} may not link {name}"


def violations(root):
    layers, flow = read_layers(root / "layers.txt")
    yield from cycles(flow)
    for folder in sorted(p for p in root.iterdir() if p.is_dir()):
        room = folder.name
        if room not in layers:
            yield f"{room}: not in layers.txt"
            continue
        yield from wrong_includes(root, room, layers)
        yield from wrong_links(root, room, layers)


def main():
    here = pathlib.Path(__file__).resolve().parent
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else here.parent / "src"
    found = list(violations(root))
    for violation in found:
        print(violation)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
