"""Random native programs: several per source file, chosen by the first argument.

A program ends with its outcome, a number computed from all that its threads saw, as the text of a failed assertion: with
--keep-going a search lists the outcomes that it met.  Errors with other numbers in their texts are the same error, so the
text has the outcome in letters.  With a second argument only that outcome fails.  Built with -DNATIVE it prints the
outcome.
"""

import re
from dataclasses import dataclass

from operations import GROUPS, PROLOGUE

OUTCOMES = 61  # fewer than the errors that a search keeps
LETTERS = "ABCDEFGH"  # two of them are an outcome
# Groups for which a program prepares something.
PREPARED = {"kUsesFiles": "files", "kUsesPipes": "pipes", "kUsesStreams": "streams", "kUsesSignals": "signals",
            "kUsesKeys": "keys", "kUsesMaps": "maps", "kUsesEnvironment": "environment",
            "kUsesRobust": "robust", "kUsesProcesses": "processes"}


@dataclass
class Drawn:
    threads: list  # of lists of lines
    groups: set

    @property
    def races(self):
        return any(GROUPS[name].races for name in self.groups)

    @property
    def lasts(self):
        return any(GROUPS[name].lasts for name in self.groups)

    @property
    def text(self):
        return " / ".join(" ".join(lines) for lines in self.threads)


def statement(random, pattern):
    names = random.sample("abc", 3)
    line = pattern.format(*names)
    return line + (f" {names[0]} %= 5;" if random.random() < 0.3 else "")


def draw(random, groups):
    """One program of statements from these groups."""
    threads = random.choice([2, 2, 2, 3])
    lines = [[] for _ in range(threads)]
    used = set()
    # A program of a few groups has more that its threads do to each other.
    chosen = random.sample(groups, min(len(groups), random.choice([1, 2, 2, 3])))
    weights = [GROUPS[name].weight for name in chosen]
    for thread in range(threads):
        wanted = random.choice([1, 2, 2, 3]) if threads == 2 else random.choice([1, 1, 2])
        while len(lines[thread]) < wanted:
            name = random.choices(chosen, weights)[0]
            group = GROUPS[name]
            used.add(name)
            lines[thread].append(statement(random, random.choice(group.statements)))
            if group.partner and random.random() < 0.8:
                other = random.choice([i for i in range(threads) if i != thread])
                lines[other].insert(random.randint(0, len(lines[other])), statement(random, group.partner))
    return Drawn(lines, used)


def outcome_of(message):
    """The outcome in the text of an error; None for an error of another kind."""
    match = re.search(f"outcome ([{LETTERS}])([{LETTERS}])", message)
    return LETTERS.index(match.group(1)) * len(LETTERS) + LETTERS.index(match.group(2)) if match else None


# The end of a process.
ENDING = f"""\
int wanted = -1;  // the outcome that is an error; negative: each one is
void end_with(unsigned outcome) {{
  outcome = (outcome ^ outcome >> 15) % {OUTCOMES};
#ifdef NATIVE
  std::printf("%u\\n", outcome);
  std::fflush(stdout);
#else
  if (wanted >= 0 && outcome != static_cast<unsigned>(wanted)) return;
  constexpr char kLetters[] = "{LETTERS}";
  const char text[] = {{'o', 'u', 't', 'c', 'o', 'm', 'e', ' ', kLetters[outcome / {len(LETTERS)}],
                       kLetters[outcome % {len(LETTERS)}], 0}};
  __assert_fail(text, "outcome", 1, "main");
#endif
}}
// Mutexes may be held by threads that the child does not have.
[[maybe_unused, noreturn]] void end_child(int seen) {{
  unsigned outcome = static_cast<unsigned>(x * 3 + y * 5 + z * 7 + seen * 11);
  outcome = outcome * 31 + static_cast<unsigned>(n.try_lock() ? counted + 1 : 0);
  end_with(outcome * 2 + (m.try_lock() ? 1 : 0));
  ::_exit(1);
}}
"""


def functions(number, program, random):
    for thread, lines in enumerate(program.threads):
        yield f"void* program_{number}_{thread}(void*) {{"
        yield f"  [[maybe_unused]] int a = {thread + 1}, b = 1, c = 2;"
        yield from (f"  {line}" for line in lines)
        # Variables that are left out are dead at the end.
        kept = [name for name in "abc" if random.random() < 0.7] or ["a"]
        yield f"  result[{thread}] = static_cast<unsigned>({' * 31 + '.join(kept)});"
        yield "  return nullptr;"
        yield "}"


def source(programs, random):
    """The text of a file with these programs."""
    lines = [PROLOGUE, ENDING]
    for number, program in enumerate(programs):
        lines += functions(number, program, random)
    lines += ["using Body = void* (*)(void*);", "constexpr Body kBodies[][3] = {"]
    for number, program in enumerate(programs):
        names = [f"program_{number}_{i}" for i in range(len(program.threads))]
        lines.append("    {" + ", ".join(names + ["nullptr"] * (3 - len(names))) + "},")
    lines.append("};")
    for name, group in PREPARED.items():
        uses = ", ".join(str(group in program.groups).lower() for program in programs)
        lines.append(f"constexpr bool {name}[] = {{{uses}}};")
    lines += ["}  // namespace", "int main(int count, char** arguments) {",
              "  const int number = std::atoi(arguments[1]);",
              "  if (count > 2) wanted = std::atoi(arguments[2]);",
              "  if (kUsesFiles[number]) {", "    ::unlink(kName);", "    ::unlink(kOther);", "  }",
              "  if (kUsesPipes[number] && ::pipe2(ends, O_NONBLOCK) != 0) std::abort();",
              "  if (kUsesStreams[number]) lines = ::open_memstream(&lines_text, &lines_size);",
              "  if (kUsesSignals[number]) std::signal(SIGUSR1, SIG_IGN);",
              "  if (kUsesKeys[number]) pthread_key_create(&first_key, nullptr);",
              "  if (kUsesEnvironment[number]) ::setenv(\"TZ\", \"XXX0\", 1);",
              "  if (kUsesRobust[number]) make_robust();",
              "  if (kUsesProcesses[number]) pthread_atfork([] { m.lock(); }, [] { m.unlock(); }, [] { m.unlock(); });",
              "  if (kUsesMaps[number]) pages = new_pages(2);",
              "  block = new int[2]{};",
              "  pthread_barrier_init(&barrier, nullptr, 2);", "  sem_init(&semaphore, 0, 0);",
              "  pthread_spin_init(&late_spin_lock, PTHREAD_PROCESS_PRIVATE);",
              "  pthread_t threads[3];", "  int created = 0;",
              "  for (const Body body : kBodies[number]) {",
              "    if (body != nullptr) pthread_create(&threads[created++], nullptr, body, nullptr);", "  }",
              "  for (int i = 0; i < created; ++i) pthread_join(threads[i], nullptr);",
              "  unsigned outcome = static_cast<unsigned>(x * 3 + y * 5 + z * 7 + p * 11 + q * 13 + guarded * 17 + counted * 19 +",
              "                                           tickets * 23 + looked_at * 29);",
              "  outcome += static_cast<unsigned>(block[0] * 37 + block[1] * 41);",
              "  if (const int* const last = handed) outcome += static_cast<unsigned>(*last * 43);",
              "  outcome += static_cast<unsigned>(scanned * 47 + digits[0] * 53 + sorted[0] * 59 + value_of_variable() * 61);",
              "  for (const char letter : report) outcome = outcome * 3 + static_cast<unsigned>(letter);",
              "  if (kUsesMaps[number]) outcome = outcome * 31 + static_cast<unsigned>(sum_of_pages());",
              "  if (kUsesRobust[number]) outcome = outcome * 7 + static_cast<unsigned>(take_robust(true, true, false) + repaired);",
              "  delete[] block;", "  delete handed.load();",
              "  for (const unsigned value : result) outcome = outcome * 31 + value;",
              "  if (kUsesStreams[number]) outcome = outcome * 31 + static_cast<unsigned>(sum_of_lines());",
              "  if (kUsesPipes[number]) outcome = outcome * 31 + static_cast<unsigned>(take());",
              "  if (kUsesFiles[number]) {",
              "    outcome = outcome * 31 + static_cast<unsigned>(read_back(kName) * 5 + read_back(kOther));",
              "    ::unlink(kName);", "    ::unlink(kOther);", "  }",
              "  end_with(outcome);", "}"]
    return "\n".join(lines) + "\n"
