"""Random functions that read and write shared variables in every way that an optimiser likes to simplify.

Conditions do not repeat an operand of `&&` within `||`: g++ distributes such operands before any pass that a flag turns off.
"""
import random

COUNT_OF_INPUTS = 6

DECLARATIONS = """
struct S {
  int a, b; long c; short d; unsigned char e; double x; int list[8]; int* q; S* next; bool flag;
  int get() const { return a; }
  void set(int v) { b = v; }
  int sum() const { int s = 0; for (int v : list) s += v; return s; }
};
extern S g, h, target_of_p, last;
extern int n0, n1, target;
extern int table[16];
"""

HELPERS = """
extern "C" void opaque();
static int helper0(int v) { return n0 + v; }
static int helper1(int v) { if (v > 3) return g.a; return g.a + 1; }
static int helper2(int v) { g.b = v; g.b = v + 1; return g.b; }
static inline int helper3(int v) { int s = 0; for (int i = 0; i < 3; ++i) s += table[i] * v; return s; }
[[gnu::noinline]] static int helper4(int v) { return n1 * v; }
[[gnu::noinline]] static int helper5(const int& v) { return v + n1; }
"""

PLACES = ["g.a", "g.b", "n0", "n1", "p->a", "p->b", "h.a", "table[3]", "g.list[2]", "p->list[1]", "p->c", "g.d", "p->e", "*p->q",
          "p->next->b", "g.c"]
INDEXED_PLACES = ["g.list[i & 7]", "table[i & 15]", "p->list[(i + 1) & 7]"]


class Generator:

    def __init__(self, seed):
        self.random = random.Random(seed)

    def place(self):
        return self.random.choice(INDEXED_PLACES if self.random.random() < 0.25 else PLACES + ["g.flag"])

    def value(self, depth=0):
        kind = self.random.random()
        if depth > 2 or kind < 0.35:
            return self.place()
        if kind < 0.5:
            return str(self.random.randint(0, 5))
        if kind < 0.6:
            return self.random.choice("nmtu")
        if kind < 0.85:
            return f"({self.value(depth + 1)} {self.random.choice('+-*&|^')} {self.value(depth + 1)})"
        if kind < 0.9:
            return f"({self.condition(depth + 1)} ? {self.value(depth + 1)} : {self.value(depth + 1)})"
        if kind < 0.93:
            return "p->get()"
        if kind < 0.96:
            return "g.sum()"
        return f"helper{self.random.randint(0, 5)}({self.value(depth + 1)})"

    def condition(self, depth=0):
        kind = self.random.random()
        if kind < 0.2 and depth < 2:
            return "(" + self.random.choice([" && ", " || "]).join(self.comparison(depth) for _ in range(2)) + ")"
        return self.comparison(depth)

    def comparison(self, depth):
        kind = self.random.random()
        if kind < 0.4:
            return f"{self.value(depth + 1)} == {self.value(depth + 1)}"
        if kind < 0.7:
            return f"{self.value(depth + 1)} < {self.value(depth + 1)}"
        return self.random.choice(["n", "m", "n > 2", "m == 1"]) if kind < 0.9 else f"!{self.place()}"

    def statement(self, depth):
        kind = self.random.random()
        if kind < 0.36:
            return f"{self.place()} = {self.value()};\n"
        if kind < 0.44:
            place = self.place()
            return f"{place} = {self.value()}; {place} = {self.value()};\n"
        if kind < 0.52:
            return f"{self.random.choice(PLACES)} {self.random.choice('+-|^')}= {self.value()};\n"
        if kind < 0.58:
            return f"{self.random.choice('tu')} = {self.value()};\n"
        if kind < 0.62:
            place = self.place()
            return f"if ({self.condition()}) {place} = {self.value()}; else {place} = {self.value()};\n"
        if kind < 0.82 and depth < 3:
            return self.compound(depth)
        if kind < 0.86:
            return self.random.choice(["h = g;\n", "g = *p;\n", "p->get();\n"])
        if kind < 0.9:
            return f"p->set({self.value()});\n"
        if kind < 0.93:
            return f"if ({self.condition()}) return t;\n"
        return "opaque();\n" if kind < 0.96 else f"{self.place()} = {self.place()};\n"

    def compound(self, depth):
        kind = self.random.random()
        if kind < 0.5:
            text = f"if ({self.condition()}) {{\n{self.block(depth + 1)}}}"
            return text + (f" else {{\n{self.block(depth + 1)}}}\n" if self.random.random() < 0.5 else "\n")
        if kind < 0.85:
            return f"for (int i = 0; i < {self.random.choice('3nm8')}; ++i) {{\n{self.block(depth + 1)}}}\n"
        first, second, other = (self.statement(3) for _ in range(3))
        return f"switch (n) {{\ncase 0: {first}case 1: {second}break;\ndefault: {other}}}\n"

    def block(self, depth):
        return "".join(self.statement(depth) for _ in range(self.random.randint(1, 4)))


def functions(seed, count):
    """The source of the functions, and of a table of them."""
    generator = Generator(seed)
    text = DECLARATIONS + HELPERS
    for index in range(count):
        text += (f"int f{index}(int n, int m, S* p) {{\nint i = n & 3; int t = 1, u = m; (void)i; (void)u;\n"
                 f"{generator.block(0)}return t;\n}}\n")
    names = ", ".join(f"f{index}" for index in range(count))
    return text + (f"extern int (*const all[])(int, int, S*);\nint (*const all[])(int, int, S*) = {{{names}}};\n"
                   f"extern const int all_count;\nconst int all_count = {count};\n")


def caller():
    """The source of a program that calls each function with several inputs, and prints its accesses in order.  It defines what
    instrumented code calls."""
    return "#include <cstdio>\n#include <cstring>\n" + DECLARATIONS + """
S g, h, target_of_p, last;
int n0, n1, target;
int table[16];
extern int (*const all[])(int, int, S*);
extern const int all_count;
static bool is_recording;

static bool is_in(const char* name, void* begin, unsigned long size, void* at, char kind, unsigned long bytes) {
  const long offset = static_cast<char*>(at) - static_cast<char*>(begin);
  if (offset < 0 || offset >= static_cast<long>(size)) return false;
  std::printf(" %c:%s+%ld:%lu", kind, name, offset, bytes);
  return true;
}
static void record(char kind, void* at, unsigned long bytes) {
  if (!is_recording) return;
#define IN(variable) is_in(#variable, &variable, sizeof variable, at, kind, bytes)
  (void)(IN(g) || IN(h) || IN(target_of_p) || IN(last) || IN(n0) || IN(n1) || IN(table) || IN(target));
}
extern "C" {
void opaque() { asm volatile("" ::: "memory"); }
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
#define OF_SIZE(size) \\
  void __tsan_read##size(void* at) { record('r', at, size); } \\
  void __tsan_write##size(void* at) { record('w', at, size); } \\
  void __sanitizer_cov_load##size(void*) {} \\
  void __sanitizer_cov_store##size(void*) {} \\
  void __tsan_unaligned_read##size(void* at) { record('r', at, size); } \\
  void __tsan_unaligned_write##size(void* at) { record('w', at, size); }
OF_SIZE(1) OF_SIZE(2) OF_SIZE(4) OF_SIZE(8) OF_SIZE(16)
void __tsan_read_range(void* at, unsigned long size) { record('r', at, size); }
void __tsan_write_range(void* at, unsigned long size) { record('w', at, size); }
void* __real_memcpy(void*, const void*, unsigned long);
void* __wrap_memcpy(void* to, const void* from, unsigned long size) {
  record('r', const_cast<void*>(from), size);
  record('w', to, size);
  return __real_memcpy(to, from, size);
}
}
static void prepare(int input) {
  std::memset(static_cast<void*>(&g), 0, sizeof g);
  g.a = input;
  for (int i = 0; i < 16; ++i) table[i] = i * input;
  for (int i = 0; i < 8; ++i) g.list[i] = i - input;
  g.next = &last;
  g.q = &target;
  h = target_of_p = last = g;
  target_of_p.b = -input;
  n0 = input;
  n1 = input * 3 - 4;
}
int main() {
  for (int f = 0; f < all_count; ++f) {
    for (int input = 0; input < INPUTS; ++input) {
      prepare(input);
      std::printf("f%d:", f);
      is_recording = true;
      all[f](input % 4, input / 2, &target_of_p);
      is_recording = false;
      std::printf("\\n");
    }
  }
}
""".replace("INPUTS", str(COUNT_OF_INPUTS))
