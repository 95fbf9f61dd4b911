"""Checks documents against the parts of the SARIF 2.1.0 schema that Heddle uses."""
import re

LEVELS = ("none", "note", "warning", "error")
IMPORTANCES = ("important", "essential", "unimportant")
# Properties that the schema of SARIF 2.1.0 permits in the objects that Heddle writes, and those that it requires.
PERMITTED = {
    "log": ({"$schema", "version", "runs"}, {"version", "runs"}),
    "run": ({"tool", "automationDetails", "invocations", "originalUriBaseIds", "results", "properties"}, {"tool"}),
    "result": ({"ruleId", "ruleIndex", "level", "message", "locations", "relatedLocations", "codeFlows",
                "partialFingerprints", "properties"}, {"message"}),
    "location": ({"id", "physicalLocation", "logicalLocations", "message"}, set()),
    "step": ({"location", "executionOrder", "importance"}, set()),
    "rule": ({"id", "shortDescription", "defaultConfiguration", "properties"}, {"id"}),
}
URI = re.compile(r"(file:///)?([A-Za-z0-9/._~-]|%[0-9A-F]{2})*")


class SarifChecker:
    """Checks the parts of the schema that Heddle's documents use."""

    def __init__(self, test):
        self.test = test

    def check_object(self, kind, value):
        permitted, required = PERMITTED[kind]
        self.test.assertLessEqual(set(value), permitted)
        self.test.assertLessEqual(required, set(value))

    def check(self, log):
        self.check_object("log", log)
        self.test.assertEqual(log["version"], "2.1.0")
        (run,) = log["runs"]
        self.check_object("run", run)
        rules = run["tool"]["driver"]["rules"]
        for rule in rules:
            self.check_object("rule", rule)
            self.test.assertIn(rule["defaultConfiguration"]["level"], LEVELS)
        self.test.assertEqual(len({rule["id"] for rule in rules}), len(rules))
        for base in run["originalUriBaseIds"].values():
            self.test.assertTrue(base["uri"].endswith("/"))
        for invocation in run["invocations"]:
            self.test.assertIsInstance(invocation["executionSuccessful"], bool)
        for result in run["results"]:
            self.check_result(result, rules, run)

    def check_result(self, result, rules, run):
        self.check_object("result", result)
        self.test.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
        self.test.assertIn(result["level"], LEVELS)
        self.test.assertTrue(result["message"]["text"])
        for location in result.get("locations", []) + result.get("relatedLocations", []):
            self.check_location(location, run)
        for flow in result.get("codeFlows", []):
            self.test.assertTrue(flow["threadFlows"])
            for thread in flow["threadFlows"]:
                self.test.assertTrue(thread["locations"])
                orders = [step["executionOrder"] for step in thread["locations"]]
                self.test.assertEqual(orders, sorted(orders))
                for step in thread["locations"]:
                    self.check_object("step", step)
                    self.test.assertIn(step["importance"], IMPORTANCES)
                    self.check_location(step["location"], run)

    def check_location(self, location, run):
        self.check_object("location", location)
        physical = location.get("physicalLocation")
        if physical is None:
            return
        artifact = physical["artifactLocation"]
        self.test.assertRegex(artifact["uri"], re.compile(r"\A" + URI.pattern + r"\Z"))
        if "uriBaseId" in artifact:
            self.test.assertIn(artifact["uriBaseId"], run["originalUriBaseIds"])
        self.test.assertGreaterEqual(physical.get("region", {"startLine": 1})["startLine"], 1)
