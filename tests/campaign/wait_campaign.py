#!/usr/bin/env python3
"""Looks for false livelocks: random programs wait for flags in loops of many kinds, see waits.py.

A program in which every flag is set must show no error.  One that waits for a flag that nobody sets must show one,
unless a thread stayed in a loop that reads memory which Heddle does not observe.
"""

import sys

from random_campaign import RandomCampaign, parse_arguments
from waits import draw_wait_program, wait_source

HANGS = ("livelock", "deadlock")


class WaitCampaign(RandomCampaign):
    def draw(self, drawing):
        return draw_wait_program(drawing, self.given.open_kinds)

    def source(self, programs):
        return wait_source(programs)

    def judge(self, program, result):
        kind = result["error"]["kind"] if result["error"] else None
        verdict = result["verdict"]
        self.totals[f"{'end' if program.ends else 'hang'}: {kind or verdict}"] += 1
        if program.ends:
            return f"wrong {kind}: {result['error']['message']}" if kind else ""
        if kind in HANGS or (kind is None and verdict == "incomplete"):
            return ""
        return f"hangs, and the search says {kind or verdict}"

    def finish(self):
        if not self.totals["end: complete"] or not any(self.totals[f"hang: {kind}"] for kind in HANGS):
            sys.exit("the programs tell nothing")


def main():
    add = lambda parser: parser.add_argument("--open-kinds", action="store_true",
                                             help="also loops that lock or read the clock: some are taken for livelocks")
    WaitCampaign(parse_arguments(__doc__, "--races ignore --time 10", 300, add)).run()


if __name__ == "__main__":
    main()
