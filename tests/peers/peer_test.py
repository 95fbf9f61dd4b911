"""One test of ThreadSanitizer as data: the commands of its RUN lines, and the reports that its CHECK lines expect."""

import re
import shlex

# Kinds of reports, as in the title "WARNING: ThreadSanitizer: data race".  Its own limits are none: "starting new threads after
# multi-threaded fork is not supported".
KINDS = ("data race", "heap-use-after-free", "lock-order-inversion", "thread leak", "destroy of a locked mutex",
         "unlock of an unlocked mutex", "double lock of a mutex", "use of an invalid mutex",
         "read lock of a write locked mutex", "read unlock of a write locked mutex",
         "signal-unsafe call", "signal handler spoils errno", "finished with ignores enabled")
BODY_OF_RACE = re.compile(r"Previous |(Read|[Ww]rite) of size |Location is |SUMMARY: ThreadSanitizer|"
                          r"WARNING: ThreadSanitizer:(?! memory flush)|reported \d+ warnings")
ABSENT = re.compile(r"REQUIRES:.*\b(disabled|system-darwin)\b|XFAIL: \*")
OTHER_SYSTEMS = ("darwin", "freebsd", "netbsd", "android", "ios")


class Command:
    """One command of a test: `run` starts the program, `build` compiles it, `shell` prepares files."""

    def __init__(self, kind, text, environment="", options="", prefixes=()):
        self.kind = kind
        self.text = text
        self.environment = environment  # assignments, as the shell reads them
        self.options = options  # of ThreadSanitizer, as in TSAN_OPTIONS
        self.prefixes = prefixes  # of the CHECK lines for this run
        self.expected = ()  # kinds of reports; none: the run is silent


class PeerTest:
    """A test file.  `reason` says why a test does not apply; it is empty for those that do."""

    def __init__(self, path, root):
        self.path = path
        self.name = str(path.relative_to(root))
        self.text = path.read_text(errors="replace")
        self.commands = [command for line in run_lines(self.text) for command in commands_of(line)]
        self.runs = [command for command in self.commands if command.kind == "run"]
        for run in self.runs:
            run.expected = expected_reports(self.text, run.prefixes)
        self.reason = self._inapplicable()

    @property
    def expects_report(self):
        return any(run.expected for run in self.runs)

    def _inapplicable(self):
        if ABSENT.search(self.text):
            return "ThreadSanitizer's own configuration leaves it out"
        if not any(command.kind == "build" for command in self.commands):
            return "has no command that builds a program"
        if any(command.kind == "build" and re.search(r"-tsan-instrument|-fno-sanitize-thread", command.text)
               for command in self.commands):
            return "examines options of the compiler's instrumentation"
        if re.search(r"#include \"(java|bench)\.h\"", self.text):
            return "examines the interface for Java, or measures speed"
        return "" if self.runs else "starts no program"


def run_lines(text):
    """Gives the commands after RUN:, with continued lines joined."""
    lines = re.findall(r"^//+ *RUN: *(.*?) *$", text, re.MULTILINE)
    joined = re.sub(r"\\\n", " ", "\n".join(lines))
    return [line for line in joined.splitlines() if line]


def commands_of(line):
    for part in re.split(r"&&", line):
        part = part.strip()
        if "%run" in part:
            yield run_command(part)
        elif re.match(r"%clang(xx)?_tsan\b", part):
            yield Command("build", part)
        elif "FileCheck" not in part:
            yield Command("shell", part)


def run_command(text):
    """Splits `env A=B %env_tsan_opts=C %deflake %run PROGRAM ARGUMENTS 2>&1 | FileCheck ...`."""
    before, after = text.split("%run", 1)
    program = re.sub(r"\s*\d?>(&\d|\s*\S+)", "", after.split("|", 1)[0])
    check = after.split("|", 1)[1] if "|" in after else ""
    options = re.search(r"%env_tsan_opts=(\S*)", before)
    assignments = re.findall(r"\b((?!%)[A-Z_]+=\S+)", re.sub(r"%env_tsan_opts=\S*", "", before))
    prefixes = tuple(prefix for found in re.findall(r"-check-prefix(?:es)?[= ](\S+)", check)
                     for prefix in found.split(","))
    return Command("run", program.strip(), " ".join(assignments), options.group(1) if options else "",
                   prefixes or ("CHECK",))


def expected_reports(text, prefixes):
    """Gives the kinds of the reports that must appear in a run whose output is checked with these prefixes."""
    names = "|".join(re.escape(prefix.replace("%os", "Linux")) for prefix in prefixes)
    lines = re.findall(rf"^.*?//+ *(?:{names})(?:-NEXT|-DAG)?: *(.*)$", text, re.MULTILINE)
    kinds = [kind for line in lines if "ThreadSanitizer" in line for kind in KINDS if kind in line]
    # Some tests expect the body of a report only.
    if not kinds and any(BODY_OF_RACE.search(line) for line in lines):
        kinds = ["data race"]
    return tuple(dict.fromkeys(kinds))


def substituted(text, names):
    """Replaces %names, the longest first."""
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, names[name])
    return text


def suppression_file(options):
    found = re.search(r"\bsuppressions=([^:]*)", options)
    return shlex.split(found.group(1))[0] if found else ""


def applies(path):
    return path.suffix in (".c", ".cpp") and not set(path.parts) & {"Darwin", "Unit", "libdispatch"}


def all_tests(root):
    return [PeerTest(path, root) for path in sorted(root.rglob("*")) if applies(path.relative_to(root))]
