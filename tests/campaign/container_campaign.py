#!/usr/bin/env python3
"""Compares the data races that Heddle reports for random programs with shared containers with an oracle.

A program with a race must be reported, and one without must be explored to the end without an error.  A search that
does not claim to be complete is counted as unfinished, and is no difference.
"""

import collections
import sys

from containers import KINDS, container_source, draw_container_program
from random_campaign import RandomCampaign, parse_arguments

# A race makes the program's behaviour undefined: some schedules show it in one of these ways first.
BY_A_RACE = ("race", "memory", "crash", "assertion", "exception", "livelock")


class ContainerCampaign(RandomCampaign):
    def __init__(self, given):
        super().__init__(given)
        self.missed = collections.Counter()  # by kind of object

    def draw(self, drawing):
        return draw_container_program(drawing, self.given.kinds)

    def source(self, programs):
        return container_source(programs)

    def judge(self, program, result):
        self.totals["with a race" if program.races else "without"] += 1
        kind = result["error"]["kind"] if result["error"] else None
        if program.races:
            if result["races"] or kind in BY_A_RACE:
                self.totals["found"] += 1
                return ""
            if result["verdict"] == "incomplete":
                self.totals["unfinished with a race"] += 1
                return ""
            self.missed.update({a.kind for a, _ in program.races})
            a, b = program.races[0]
            return f"missed the race of '{a.text}' and '{b.text}'"
        if kind or result["races"]:
            return f"wrong {kind or 'race'}: {result['error'] or result['races'][0]}"
        self.totals["unfinished" if result["verdict"] == "incomplete" else "passed"] += 1
        return ""

    def finish(self):
        if not self.totals["with a race"] or not self.totals["without"]:
            sys.exit("the programs tell nothing")


def main():
    given = parse_arguments(__doc__, "--races error --time 60", 2_000,
                            lambda parser: parser.add_argument("--kinds", help="kinds of objects, with commas"))
    given.kinds = given.kinds.split(",") if given.kinds else list(KINDS)
    unknown = set(given.kinds) - set(KINDS)
    if unknown:
        sys.exit(f"no such objects: {', '.join(sorted(unknown))}; there are {', '.join(KINDS)}")
    campaign = ContainerCampaign(given)
    try:
        campaign.run()
    finally:
        if campaign.missed:
            print("races missed: " + ", ".join(f"{count} with {kind}" for kind, count in campaign.missed.most_common()))


if __name__ == "__main__":
    main()
