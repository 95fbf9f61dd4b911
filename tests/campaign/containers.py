"""Random programs whose threads share containers of the C++ library, with an oracle of their data races.

A program has some objects, and threads that operate on them: with a lock or without, as readers or as writers.  Each
operation states what it reads and what it writes.  Two operations conflict if one writes what the other reads or
writes.  The program has a data race if and only if two operations conflict, can be made by two threads at the same
time, and hold no lock in common of which one holds it exclusively: the threads are straight lines, so a schedule can
bring both threads to the brink of their operations.

Operations that modify always modify: each inserts a key of its own, and erases an element of its own.
"""

from dataclasses import dataclass, field

# Locks as an operation holds them: the name, and whether it is held exclusively.
LOCKS = {
    "": ("", None),
    "m": ("std::lock_guard lock(m);", True),
    "n": ("std::lock_guard lock(n);", True),
    "s": ("std::unique_lock lock(s);", True),
    "s, shared": ("std::shared_lock lock(s);", False),
}
RESERVED = 6  # elements that may be erased
MAIN = 0  # the thread that creates and joins the others

PROLOGUE = """\
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {
std::mutex m, n;
std::shared_mutex s;
struct Fields {
  unsigned low : 4, high : 4;
  unsigned : 0;
  unsigned other : 8;
};
"""


@dataclass(frozen=True)
class Kind:
    """A kind of object.  {o} is the object, {k} a number that no other operation has, {r} a local variable."""

    declaration: str
    start: str  # fills the object before there are threads
    reads: dict  # statement: names of the parts that it reads
    writes: dict  # statement: names of the parts that it writes
    size: str = ""  # after the threads, an expression; with `growth`
    growth: dict = field(default_factory=dict)  # statement that writes: change of the size


def node_container(declaration, insert, filled, find, has_element=True):
    """A container of nodes: its structure, its count, and one element behind a pointer."""
    erase = "{o}.erase(" + find + ");"
    return Kind(
        declaration + "\nint* {o}_element = nullptr;\nstd::size_t {o}_start = 0;",
        filled + " {o}_start = {o}.size();",
        {"for (const auto& v : {o}) {r} += value(v);": {"nodes", "element"},
         "{r} += static_cast<int>({o}.size());": {"count"},
         **({"{r} += *{o}_element;": {"element"}} if has_element else {})},
        {insert: {"nodes", "count"}, erase: {"nodes", "count"},
         **({"*{o}_element = {k};": {"element"}} if has_element else {})},
        "{o}.size() - {o}_start", {insert: 1, erase: -1})


KINDS = {
    "list": Kind(
        "std::list<int> {o};\nstd::vector<std::list<int>::iterator> {o}_places;\nint* {o}_element = nullptr;\n"
        "std::size_t {o}_start = 0;",
        "for (int i = 0; i < RESERVED; ++i) {o}_places.push_back({o}.insert({o}.end(), i)); {o}.push_front(7); "
        "{o}_element = &{o}.front(); {o}.push_front(8); {o}_start = {o}.size();",
        {"for (const int v : {o}) {r} += v;": {"nodes", "element"},
         "{r} += static_cast<int>({o}.size());": {"count"}, "{r} += *{o}_element;": {"element"}},
        {"{o}.push_back({k});": {"nodes", "count"}, "{o}.push_front({k});": {"nodes", "count"},
         "{o}.erase({o}_places[{e}]);": {"nodes", "count"}, "*{o}_element = {k};": {"element"}},
        "{o}.size() - {o}_start",
        {"{o}.push_back({k});": 1, "{o}.push_front({k});": 1, "{o}.erase({o}_places[{e}]);": -1}),
    "map": node_container(
        "std::map<int, int> {o};", "{o}.emplace({k}, 5);",
        "for (int i = 0; i < RESERVED; ++i) {o}[i] = i; {o}[1000] = 1; {o}_element = &{o}[1000];", "{e}"),
    "set": node_container(
        "std::set<int> {o};", "{o}.insert({k});", "for (int i = 0; i < RESERVED; ++i) {o}.insert(i);", "{e}", False),
    "unordered_map": node_container(
        "std::unordered_map<int, int> {o};", "{o}.emplace({k}, 5);",
        "for (int i = 0; i < RESERVED; ++i) {o}[i] = i; {o}[1000] = 1; {o}_element = &{o}[1000];", "{e}"),
    "vector": Kind(
        "std::vector<int> {o};\nstd::size_t {o}_start = 0;", "{o}.assign(3, 4); {o}_start = {o}.size();",
        {"for (const int v : {o}) {r} += v;": {"all"}, "{r} += static_cast<int>({o}.size());": {"all"}},
        {"{o}.push_back({k});": {"all"}}, "{o}.size() - {o}_start", {"{o}.push_back({k});": 1}),
    "deque": Kind(
        "std::deque<int> {o};\nstd::size_t {o}_start = 0;", "{o}.assign(3, 4); {o}_start = {o}.size();",
        {"for (const int v : {o}) {r} += v;": {"all"}, "{r} += static_cast<int>({o}.size());": {"all"}},
        {"{o}.push_back({k});": {"all"}}, "{o}.size() - {o}_start", {"{o}.push_back({k});": 1}),
    "string": Kind(
        "std::string {o};\nstd::size_t {o}_start = 0;", '{o} = "abcdefgh"; {o}_start = {o}.size();',
        {"for (const char v : {o}) {r} += v;": {"all"}, "{r} += static_cast<int>({o}.size());": {"all"},
         "{r} += {o}.compare(\"abcd\") < 0 ? 1 : 2;": {"all"}, "{{ const std::string copy = {o}; {r} += copy[0]; }}": {"all"}},
        {"{o}.push_back('x');": {"all"}, '{o} += "a text that does not fit into a short string";': {"all"},
         "{o}.pop_back();": {"all"}},
        "{o}.size() - {o}_start",
        {"{o}.push_back('x');": 1, '{o} += "a text that does not fit into a short string";': 44, "{o}.pop_back();": -1}),
    "ostringstream": Kind(
        "std::ostringstream {o};", '{o} << "start ";',
        {"{r} += static_cast<int>({o}.str().size());": {"all"}},
        {"{o} << {k};": {"all"}, '{o} << "ab";': {"all"}, "{o}.put('c');": {"all"}}),
    "istringstream": Kind(
        "std::istringstream {o};", '{o}.str("1 2 3 4 5 6 7 8 9 10 11 12");', {},
        {"{{ int v = 0; {o} >> v; {r} += v; }}": {"all"}, "{r} += {o}.get();": {"all"}}),
    "shared_ptr": Kind(
        "std::shared_ptr<int> {o};", "{o} = std::make_shared<int>(3);",
        {"{{ const auto copy = {o}; {r} += *copy; }}": {"all"}, "{r} += {o} != nullptr ? 1 : 2;": {"all"}},
        {"{o} = std::make_shared<int>({k});": {"all"}, "{o}.reset(new int({k}));": {"all"}}),
    "bit_fields": Kind(
        "Fields {o};", "{o}.low = 1; {o}.high = 2; {o}.other = 3;",
        {"{r} += static_cast<int>({o}.low);": {"first"}, "{r} += static_cast<int>({o}.high);": {"first"},
         "{r} += static_cast<int>({o}.other);": {"second"}},
        {"{o}.low = ({o}.low + 1) & 15;": {"first"}, "{o}.high = ({o}.high + 1) & 15;": {"first"},
         "{o}.other = {k} & 255;": {"second"}}),
}


@dataclass
class Operation:
    kind: str
    name: str  # of the object
    statement: str
    text: str
    lock: str
    thread: int
    is_concurrent: bool  # with other threads

    @property
    def object_kind(self):
        return KINDS[self.kind]

    @property
    def written(self):
        return self.object_kind.writes.get(self.statement, set())

    @property
    def used(self):
        return self.written | self.object_kind.reads.get(self.statement, set())

    def conflicts_with(self, other):
        return self.name == other.name and bool(self.written & other.used or self.used & other.written)

    def excludes(self, other):
        """Whether a lock keeps the two apart."""
        mine, others = self.lock.split(",")[0], other.lock.split(",")[0]
        return bool(mine) and mine == others and (LOCKS[self.lock][1] or LOCKS[other.lock][1])

    def races_with(self, other):
        return (self.thread != other.thread and self.is_concurrent and other.is_concurrent and
                self.conflicts_with(other) and not self.excludes(other))


@dataclass
class ContainerProgram:
    objects: dict  # name: kind
    operations: list

    @property
    def races(self):
        """The pairs of operations that race."""
        return [(a, b) for i, a in enumerate(self.operations) for b in self.operations[i + 1:] if a.races_with(b)]

    @property
    def text(self):
        return "; ".join(f"{operation.thread}{'' if operation.is_concurrent else ' alone'}: "
                         f"{operation.text} [{operation.lock}]" for operation in self.operations)

    def sizes(self):
        """Gives the change of the size of each object that has one."""
        grown = {}
        for operation in self.operations:
            growth = operation.object_kind.growth.get(operation.statement)
            if operation.object_kind.size:
                grown[operation.name] = grown.get(operation.name, 0) + (growth or 0)
        return grown


def draw_container_program(random, kinds):
    """One program in which threads conflict on objects of some of these kinds, with locks or without."""
    while True:
        program = draw_operations(random, kinds)
        operations = [operation for operation in program.operations if operation.is_concurrent]
        if any(a.thread != b.thread and a.conflicts_with(b) for a in operations for b in operations):
            return program


def draw_operations(random, kinds):
    chosen = random.sample(kinds, min(len(kinds), random.choice([1, 1, 2])))
    objects = {f"{kind}_{i}": kind for i, kind in enumerate(chosen)}
    threads = random.choice([2, 2, 3])
    is_careful = random.random() < 0.5
    own_lock = {name: random.choice(["m", "n", "s"]) for name in objects}
    operations = []
    number = RESERVED + 1
    erased = {name: 0 for name in objects}
    for thread in range(threads):
        for _ in range(random.choice([1, 1, 2])):
            name = random.choice(list(objects))
            kind = KINDS[objects[name]]
            writes = not kind.reads or random.random() < 0.5
            statement = random.choice(list(kind.writes if writes else kind.reads))
            if "{e}" in statement and erased[name] == RESERVED:
                continue
            text = statement.format(o=name, k=number, r="r", e=erased[name])
            erased[name] += "{e}" in statement
            number += 1
            lock = own_lock[name] if is_careful else random.choice(["", "", *LOCKS])
            if lock == "s" and not writes and random.random() < 0.7:
                lock = "s, shared"
            is_concurrent = thread != MAIN or random.random() < 0.6
            operations.append(Operation(objects[name], name, statement, text, lock, thread, is_concurrent))
    return ContainerProgram(objects, operations)


def statements(operations):
    for operation in operations:
        yield f"  {{ {LOCKS[operation.lock][0]} {operation.text} }}"


def program_text(number, program):
    """The functions of one program, in a namespace of its own."""
    yield f"namespace p{number} {{"
    for name, kind in program.objects.items():
        yield KINDS[kind].declaration.format(o=name)
    threads = sorted({operation.thread for operation in program.operations} - {MAIN})
    for thread in threads:
        yield f"void thread_{thread}() {{"
        yield "  [[maybe_unused]] int r = 0;"
        yield from statements(operation for operation in program.operations if operation.thread == thread)
        yield "  [[maybe_unused]] volatile int kept = r;"  # an optimiser drops reads whose value is not used
        yield "}"
    yield "void run() {"
    yield "  [[maybe_unused]] int r = 0;"
    for name, kind in program.objects.items():
        yield "  " + KINDS[kind].start.replace("RESERVED", str(RESERVED)).replace("{o}", name)
    own = [operation for operation in program.operations if operation.thread == MAIN]
    alone = [operation for operation in own if not operation.is_concurrent]
    yield from statements(alone[::2])
    yield from (f"  std::thread t{thread}(thread_{thread});" for thread in threads)
    yield from statements(operation for operation in own if operation.is_concurrent)
    yield from (f"  t{thread}.join();" for thread in threads)
    yield from statements(alone[1::2])
    for name, growth in program.sizes().items():
        size = KINDS[program.objects[name]].size.format(o=name)
        yield f"  assert({size} == static_cast<std::size_t>({growth}));"
    yield "  [[maybe_unused]] volatile int kept = r;"
    yield "}"
    yield f"}}  // namespace p{number}"


def container_source(programs):
    """The text of a file with these programs, of which the first argument chooses one."""
    lines = [PROLOGUE,
             "[[maybe_unused]] int value(int v) { return v; }",
             "[[maybe_unused]] int value(const std::pair<const int, int>& v) { return v.first + v.second; }"]
    for number, program in enumerate(programs):
        lines += program_text(number, program)
    lines += ["using Body = void (*)();",
              "constexpr Body kBodies[] = {" + ", ".join(f"p{i}::run" for i in range(len(programs))) + "};",
              "}  // namespace", "int main(int, char** arguments) { kBodies[std::atoi(arguments[1])](); }"]
    return "\n".join(lines) + "\n"
