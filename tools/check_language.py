#!/usr/bin/env python3
"""Reports words and sentence openings that docs/vocabulary.md replaces by a term of the field.

Documents must contain none, and no sentence of more than 25 words.  Comments and string literals under src/ and include/ may contain as many as
tools/language_debt.txt lists for a file name; a file that is not listed may contain none.  The list only shrinks.
Inline code, fenced blocks and the lines between `<!-- language: off -->` and `<!-- language: on -->` are skipped.

Usage: check_language.py [--record] [REPOSITORY]
  --record     write the present counts to the list; refused when their sum grows
"""

import argparse
import collections
import pathlib
import re
import sys

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "docs/**/*.md",
             "studies/*.md", "src/**/*.md", "examples/**/*.md", "benchmarks/**/*.md")
CODE = (".hpp", ".cpp", ".h", ".c", ".ipp")
DEBT = "tools/language_debt.txt"
LONGEST_SENTENCE = 25  # words

# A question may begin with any word.
OPENING = re.compile(r"(?:^|(?<=[.!?;:] )|(?<=[.!?]  ))(What|Who|Whoever|Of|How often|That which)\b(?![^.!]*\?)")
# Keep in step with the right column of docs/vocabulary.md.
BANNED = re.compile(
    r"\b(?:for ever|nobody|no one|somebody|everybody|whoever|his turns?|tells|told|besides|"
    r"memory of states|changes? of thread|takes? over|(?:met|seen|known) before|not watched|misdeeds?|"
    r"farewells?|sleepers|key census|(?:keeps?|kept) to itself|last words|tell the dead|"
    r"taken for one|put back|steps? that never ends?|what leaked|leaked in|comes? again)\b", re.IGNORECASE)

FENCE = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
OFF = re.compile(r"<!-- language: off -->.*?(?:<!-- language: on -->|\Z)", re.DOTALL)
INLINE_CODE = re.compile(r"`[^`\n]*`")
REFERENCE = re.compile(r" *\(\[[^\]]*\]\([^)]*\)\)")  # a link in parentheses is no part of its sentence
TARGET = re.compile(r"\]\([^)]*\)")
# A comment or a string literal of C++; a character literal only so that its quote opens no string.
TEXT = re.compile(r'//(?P<line>[^\n]*)|/\*(?P<block>.*?)\*/|R"(?P<mark>\w*)\((?P<raw>.*?)\)(?P=mark)"|'
                  r'"(?P<string>(?:\\.|[^"\\\n])*)"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
BLOCK_START = re.compile(r"^(\s*$|#|\s*([-*+]|\d+\.) |\||<|:)")


def paragraphs(document):
    """(line number, text, is a table cell) of every paragraph, list item, heading and table cell."""
    def blank(match):
        return re.sub(r"[^\n]", "", match.group())
    text = FENCE.sub(blank, OFF.sub(blank, document))
    start, collected = 0, []
    for number, line in enumerate(text.splitlines() + [""], 1):
        if BLOCK_START.match(line) and collected:
            yield start, " ".join(collected), False
            collected = []
        if line.startswith("|"):
            yield from ((number, cell.strip(), True) for cell in line.split("|") if cell.strip(" -:"))
        elif line.strip():
            start = start if collected else number
            collected.append(re.sub(r"^(#+|[-*+]|\d+\.) +", "", line.strip()))


def plain(text):
    return re.sub(r"[*_\[\]()]", "", TARGET.sub("", REFERENCE.sub("", INLINE_CODE.sub("code", text))))


def findings(text):
    """The banned openings and words of one paragraph, comment or string."""
    return [match.group() for pattern in (OPENING, BANNED) for match in pattern.finditer(text)]


def long_sentences(text):
    for sentence in re.split(r"(?<=[.!?:;]) +", text):
        words = [word for word in sentence.split() if re.search(r"\w", word)]
        if len(words) > LONGEST_SENTENCE:
            yield f"{len(words)} words: {sentence}"


def document_complaints(root):
    for path in sorted({path for glob in DOCUMENTS for path in root.glob(glob) if "node_modules" not in path.parts}):
        for line, text, is_cell in paragraphs(path.read_text()):
            found = findings(plain(text)) + ([] if is_cell else list(long_sentences(plain(text))))
            yield from (f"{path.relative_to(root)}:{line}: {what}" for what in found)


def code_texts(source):
    """The comments and string literals; line comments on adjacent lines are one text."""
    comment, end = [], 0
    for match in TEXT.finditer(source):
        line, block, raw, string = match.group("line", "block", "raw", "string")
        if comment and (line is None or source[end:match.start()].strip()):
            yield " ".join(comment)
            comment = []
        if line is not None:
            comment.append(line.strip(" /"))
            end = match.end()
        else:
            yield next((text for text in (block, raw, string) if text is not None), "").strip()
    yield " ".join(comment)


def debt_of_code(root):
    """File name -> number of findings; files of one name count together, so that a file may move."""
    debt = collections.Counter()
    for path in sorted([*root.glob("src/**/*"), *root.glob("include/**/*")]):
        if path.suffix in CODE:
            debt[path.name] += sum(len(findings(text)) for text in code_texts(path.read_text()))
    return +debt


def listed_debt(root):
    path = root / DEBT
    lines = path.read_text().splitlines() if path.exists() else []
    entries = (line.split() for line in lines if line and not line.startswith("#"))
    return {name: int(count) for count, name in entries}


def code_complaints(root):
    listed = listed_debt(root)
    for name, count in sorted(debt_of_code(root).items()):
        if count > listed.get(name, 0):
            yield (f"{name}: {count} findings in comments and strings, {listed.get(name, 0)} in {DEBT}: reword them; "
                   "after renaming or splitting files run tools/check_language.py --record")


def violations(root):
    yield from document_complaints(root)
    yield from code_complaints(root)


def record(root):
    """Writes the list; returns what forbids it."""
    listed, debt = listed_debt(root), debt_of_code(root)
    if listed and sum(debt.values()) > sum(listed.values()):
        return f"{sum(debt.values())} findings are more than the {sum(listed.values())} in {DEBT}"
    lines = [f"{count:4} {name}" for name, count in sorted(debt.items())]
    (root / DEBT).write_text("# Findings of tools/check_language.py by file name.  The counts may only shrink.\n" +
                             "".join(line + "\n" for line in lines))
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("root", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    refusal = record(arguments.root) if arguments.record else None
    found = [refusal] if refusal else list(violations(arguments.root))
    for violation in found:
        print(violation)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
