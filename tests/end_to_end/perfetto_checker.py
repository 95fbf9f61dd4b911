"""Checks a file against the Trace Event Format (JSON), which the viewer of Perfetto documents as an input.

The viewer drops events that break these rules without a word, so a file that opens is no proof.
"""
import collections
import json

PHASES = {"M": ("name", "pid", "args"), "X": ("name", "cat", "ts", "dur", "pid", "tid"),
          "i": ("name", "cat", "ts", "pid", "tid", "s"), "s": ("name", "cat", "id", "ts", "pid", "tid"),
          "f": ("name", "cat", "id", "ts", "pid", "tid", "bp")}
NUMBERS = ("ts", "dur", "pid", "tid")


class PerfettoChecker:
    def __init__(self, test):
        self.test = test

    def check(self, text):
        """Returns the events after checking each of them."""
        log = json.loads(text)
        self.test.assertIsInstance(log["traceEvents"], list)
        events = log["traceEvents"]
        for event in events:
            self.check_event(event)
        self.check_nesting(events)
        self.check_flows(events)
        return events

    def check_event(self, event):
        self.test.assertIn(event.get("ph"), PHASES, event)
        for field in PHASES[event["ph"]]:
            self.test.assertIn(field, event)
        for field in set(NUMBERS) & set(event):
            self.test.assertIsInstance(event[field], (int, float), event)
            self.test.assertGreaterEqual(event[field], 0, event)
        if event["ph"] == "M":
            self.test.assertIn(event["name"], ("process_name", "thread_name", "thread_sort_index", "process_sort_index"))
            self.test.assertTrue({"name", "sort_index"} & set(event["args"]), event)
        if event["ph"] == "i":
            self.test.assertIn(event["s"], ("g", "p", "t"))
        if event["ph"] == "f":
            self.test.assertEqual(event["bp"], "e", "binds to the enclosing slice")

    def slices(self, events):
        tracks = collections.defaultdict(list)
        for event in events:
            if event["ph"] == "X":
                tracks[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
        return tracks

    def check_nesting(self, events):
        """Slices of a track lie behind or inside each other."""
        for track, slices in self.slices(events).items():
            open_ends = []
            for begin, end in sorted(slices, key=lambda one: (one[0], -one[1])):
                while open_ends and open_ends[-1] <= begin:
                    open_ends.pop()
                if open_ends:
                    self.test.assertLessEqual(end, open_ends[-1], f"slices overlap on {track}")
                open_ends.append(end)

    def check_flows(self, events):
        """Each arrow has two ends of one name, the later one not before the earlier, each on a slice."""
        tracks = self.slices(events)
        flows = collections.defaultdict(dict)
        for event in events:
            if event["ph"] in "sf":
                ends = flows[event["cat"], event["name"], event["id"]]
                self.test.assertNotIn(event["ph"], ends, event)
                ends[event["ph"]] = event
                on = tracks[event["pid"], event["tid"]]
                self.test.assertTrue(any(begin <= event["ts"] <= end for begin, end in on), event)
        for ends in flows.values():
            self.test.assertEqual(set(ends), {"s", "f"}, ends)
            self.test.assertLessEqual(ends["s"]["ts"], ends["f"]["ts"])
