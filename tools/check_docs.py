#!/usr/bin/env python3
"""Runs the documented examples, follows the links between the documents and looks up the paths that they name.

A block is run when the line before it is `<!-- tested -->`:

    <!-- tested -->
    ```console
    $ heddle c++ examples/a.cpp -o a
    $ heddle run a
    deadlock: ...
    ```

Its commands run one after the other in one shell, in a folder of their own that holds a copy of
examples/ and has heddle on its PATH.  The lines below a command must appear in its output in that
order; others may stand between them.  `...` stands for any text within a line, and a line of
`...` alone says that lines were left out.  A command may read a here-document (`<<'END'`).

Usage: check_docs.py [--heddle COMMAND] [--root REPOSITORY] [--links-only]
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^<!-- tested -->\n+```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
ANCHORED = re.compile(r"\[[^\]]*\]\(([^)#\s]*)#([^)]+)\)")
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
# A path in backticks, from the top of the repository.
PATH = re.compile(r"`((?:benchmarks|cmake|docs|examples|include|src|studies|tests|tools)/[\w./-]*)`")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HERE_DOCUMENT = re.compile(r"<<'(\w+)'")
MARKER = "=== end of a documented command ==="
BLOCK_LIMIT = 120  # seconds


def documents(root):
    return sorted(path for path in root.rglob("*.md")
                  if not path.relative_to(root).parts[0].startswith("build") and "node_modules" not in path.parts)


def with_here_document(command, lines):
    """The command, with the lines that it reads as a here-document."""
    begin = HERE_DOCUMENT.search(command)
    for line in lines if begin else ():
        command += "\n" + line
        if line == begin.group(1):
            break
    return command


def parse(block):
    """[(command, expected lines)] of one block."""
    steps = []
    lines = iter(block.splitlines())
    for line in lines:
        if line.startswith("$ "):
            steps.append((with_here_document(line[2:], lines), []))
        elif not steps:
            raise ValueError(f"a tested block begins with a command, not with: {line}")
        else:
            steps[-1][1].append(line.rstrip())
    return steps


def run(commands, root, heddle):
    """The output of each command, both streams together."""
    script = "".join(f"{{ {command}\n}} 2>&1; code=$?; echo; echo '{MARKER}'; (exit $code)\n"
                     for command in commands)
    environment = dict(os.environ)
    environment["PATH"] = f"{heddle.parent}{os.pathsep}{environment['PATH']}"
    environment["NO_COLOR"] = "1"
    with tempfile.TemporaryDirectory(prefix="heddle-docs-") as folder:
        shutil.copytree(root / "examples", pathlib.Path(folder) / "examples")
        done = subprocess.run(["bash"], input=script.encode(), stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, cwd=folder, env=environment,
                              timeout=BLOCK_LIMIT, check=False)
    return done.stdout.decode(errors="replace").split(MARKER)


def first_missing(expected, output):
    """The first expected line that does not appear after its predecessor; None when all do."""
    lines = iter(line.rstrip() for line in output.splitlines())
    for wanted in expected:
        if wanted.strip() in ("", "..."):
            continue
        pattern = re.compile(".*".join(re.escape(part) for part in wanted.split("...")))
        if not any(pattern.fullmatch(line) for line in lines):
            return wanted
    return None


def example_complaints(path, root, heddle):
    for block in BLOCK.findall(path.read_text()):
        steps = parse(block)
        outputs = run([command for command, _ in steps], root, heddle)
        for (command, expected), output in zip(steps, outputs):
            missing = first_missing(expected, output)
            if missing is not None:
                yield f"`{command}` does not print: {missing}\nbut:\n{output.strip()}"


def anchors(path):
    """The anchors of a document's headings, as GitHub derives them."""
    headings = HEADING.findall(FENCE.sub("", path.read_text()))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def path_complaints(path, root):
    for named in PATH.findall(FENCE.sub("", path.read_text())):
        if not (root / named).exists():
            yield f"names {named}, which does not exist"


def link_complaints(path):
    text = FENCE.sub("", path.read_text())
    for target in LINK.findall(text):
        if "://" not in target and not (path.parent / target).exists():
            yield f"links to {target}, which does not exist"
    for target, anchor in ANCHORED.findall(text):
        page = path.parent / target if target else path
        if "://" not in target and page.is_file() and anchor not in anchors(page):
            yield f"links to {target}#{anchor}, but there is no such heading"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    here = pathlib.Path(__file__).resolve().parent
    parser.add_argument("--heddle", default="build/bin/heddle", type=pathlib.Path)
    parser.add_argument("--root", default=here.parent, type=pathlib.Path)
    parser.add_argument("--links-only", action="store_true")
    arguments = parser.parse_args()
    failed = False
    for path in documents(arguments.root):
        complaints = list(link_complaints(path)) + list(path_complaints(path, arguments.root))
        if not arguments.links_only:
            complaints += example_complaints(path, arguments.root, arguments.heddle.resolve())
        for complaint in complaints:
            print(f"{path.relative_to(arguments.root)}: {complaint}")
            failed = True
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
