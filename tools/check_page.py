#!/usr/bin/env python3
"""Fails when the built page of `heddle report` does not belong to its sources.

Usage: check_page.py [REPOSITORY]

Needs no npm: the built file records the hash of its sources, and the hashes of its script and style.
"""

import base64
import hashlib
import pathlib
import re
import sys

FOLDER = "src/report/page"
SOURCES = (".ts", ".css", ".html", ".mjs", ".json")
ADVICE = "run `make page` and commit src/report/page/built.html"


def sources_hash(folder):
    """As in build.mjs: the name, a newline, the contents, a newline, for each file by name."""
    found = hashlib.sha256()
    for path in sorted((p for p in folder.iterdir() if p.suffix in SOURCES), key=lambda p: p.name):
        found.update(path.name.encode() + b"\n" + path.read_bytes() + b"\n")
    return found.hexdigest()


def violations(root):
    page = root / FOLDER / "built.html"
    if not page.is_file():
        return [f"{page}: missing; {ADVICE}"]
    text = page.read_text()
    found = []
    recorded = re.search(r"sources: ([0-9a-f]{64})", text)
    if not recorded or recorded.group(1) != sources_hash(root / FOLDER / "web"):
        found.append(f"{FOLDER}/built.html: the sources in {FOLDER}/web have changed; {ADVICE}")
    for tag in ("script", "style"):
        part = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        wanted = re.search(rf"{tag}-src 'sha256-([^']+)'", text)
        if not part or not wanted or wanted.group(1) != base64.b64encode(hashlib.sha256(part.group(1).encode()).digest()).decode():
            found.append(f"{FOLDER}/built.html: its policy does not permit its own {tag}; {ADVICE}")
    if re.search(r"""(?:src|href)\s*=\s*["']?\s*(?:https?:|//)|@import|url\(\s*["']?(?:https?:|//)""", text):
        found.append(f"{FOLDER}/built.html: loads something from elsewhere")
    return found


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = violations(root)
    for violation in found:
        print(violation)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
