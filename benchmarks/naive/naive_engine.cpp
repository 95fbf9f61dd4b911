// The simplest stateful search of a native program that could work, to measure Heddle by:
// everything is copied and hashed at every transition.
//
// It is linked with one of the programs in benchmarks/states, whose main is renamed to
// `program_main`, and knows just what these use: threads, mutexes, atomics of 32 bits, plain
// accesses.  It looks for no error and leaves nothing behind but two numbers and a time:
// `naive_counter sync|all ARGUMENTS` prints states, transitions and seconds.
#define XXH_INLINE_ALL
#include <pthread.h>
#include <sys/mman.h>
#include <xxhash.h>

#include <array>
#include <bit>
#include <boost/context/detail/fcontext.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <sparsehash/dense_hash_set>
#include <string_view>
#include <vector>

namespace ctx = boost::context::detail;

extern "C" int program_main(int argc, char** argv);

// The program's data, between these two.
extern "C" char __data_start;  // NOLINT
extern "C" char _end;          // NOLINT
extern "C" void* __libc_malloc(std::size_t);
extern "C" void __libc_free(void*);

namespace {

constexpr std::size_t kThreads = 8;
constexpr std::size_t kStack = std::size_t{16} << 10;
constexpr std::size_t kDeepest = std::size_t{2} << 10;  // of a stack that is ever used
constexpr std::size_t kSlot = 64;
constexpr std::size_t kSlots = 64;

enum class Life : std::uint32_t { unborn, starting, announced, running, exited };
enum class Kind : std::uint32_t { nothing, access, lock, join };

struct Thread {
  Life life = Life::unborn;
  Kind kind = Kind::nothing;
  void* object = nullptr;  // of the operation that it announced
  void* context = nullptr;
  void* (*routine)(void*) = nullptr;
  void* argument = nullptr;
};

// All that belongs to the state besides memory.
struct World {
  std::array<Thread, kThreads> threads;
  std::uint64_t born = 0;
  std::uint64_t living = 0;
  std::uint64_t current = 0;
  std::uint64_t used = 0;  // slots of the heap, one bit each
  std::array<std::uint8_t, kSlots> lengths{};
};

// What does not: it must not lie in the program's data.
struct Engine {
  World world;
  void* context = nullptr;
  bool is_inside = true;
  bool all_points = false;
  alignas(64) std::byte heap[kSlots * kSlot];
  alignas(64) std::byte stacks[kThreads][kStack];
  int argc = 0;
  char** argv = nullptr;

  std::byte* top(std::size_t thread) { return stacks[thread] + kStack; }
};
Engine* g_engine = nullptr;

Thread& self() { return g_engine->world.threads[g_engine->world.current]; }

// Goes on at `to`; comes back when somebody goes on at what is left in `context`.
void switch_to(void* to, void*& context) {
  const ctx::transfer_t back = ctx::jump_fcontext(to, &context);
  *static_cast<void**>(back.data) = back.fctx;
}

void announce(Kind kind, void* object) {
  World& world = g_engine->world;
  if (world.living == 1) return;
  Thread& me = self();
  me.kind = kind;
  me.object = object;
  const bool is_starting = me.life == Life::starting;
  me.life = Life::announced;
  if (is_starting) {
    // Its creator goes on.
    std::size_t creator = 0;
    while (world.threads[creator].life != Life::running) ++creator;
    world.current = creator;
    switch_to(world.threads[creator].context, me.context);
  } else {
    switch_to(g_engine->context, me.context);
  }
}

[[noreturn]] void end_thread() {
  World& world = g_engine->world;
  Thread& me = self();
  const bool is_starting = me.life == Life::starting;
  void* const end = &me;
  me = Thread{};
  me.life = Life::exited;
  --world.living;
  void* to = g_engine->context;
  for (std::size_t i = 0; i < world.born; ++i) {
    Thread& other = world.threads[i];
    const bool joins =
        other.life == Life::announced && other.kind == Kind::join && other.object == end;
    if (!joins && !(is_starting && other.life == Life::running)) continue;
    other.life = Life::running;
    world.current = i;
    to = other.context;
    break;
  }
  void* nowhere = nullptr;
  switch_to(to, nowhere);
  std::abort();
}

void run_thread(ctx::transfer_t from) {
  *static_cast<void**>(from.data) = from.fctx;
  if (g_engine->world.current == 0) {
    program_main(g_engine->argc, g_engine->argv);
  } else {
    self().routine(self().argument);
  }
  end_thread();
}

std::size_t create(void* (*routine)(void*), void* argument) {
  World& world = g_engine->world;
  const std::size_t id = world.born++;
  ++world.living;
  world.threads[id] = {Life::starting, Kind::nothing, nullptr, nullptr, routine, argument};
  std::memset(g_engine->top(id) - kDeepest, 0, kDeepest);
  world.threads[id].context = ctx::make_fcontext(g_engine->top(id), kStack, run_thread);
  return id;
}

bool can_move(const Thread& thread) {
  if (thread.life != Life::announced) return false;
  if (thread.kind == Kind::lock) return *static_cast<const int*>(thread.object) == 0;
  return thread.kind != Kind::join;  // which goes on when the other ends
}

bool is_on_own_stack(const void* address) {
  const auto* const stack = g_engine->stacks[g_engine->world.current];
  return address >= stack && address < stack + kStack;
}

void access(void* address) {
  if (g_engine == nullptr || g_engine->is_inside || !g_engine->all_points) return;
  if (!is_on_own_stack(address)) announce(Kind::access, address);
}

// Runs `visit(memory, bytes)` for each piece of the state.
template <typename Visit>
void for_each_piece(Visit visit) {
  visit(&g_engine->world, sizeof(World));
  visit(&__data_start, static_cast<std::size_t>(&_end - &__data_start));
  visit(g_engine->heap,
        (64 - static_cast<std::size_t>(std::countl_zero(g_engine->world.used))) * kSlot);
  for (std::size_t i = 0; i < g_engine->world.born; ++i) {
    if (g_engine->world.threads[i].life != Life::announced) continue;
    auto* const live = static_cast<std::byte*>(g_engine->world.threads[i].context);
    visit(live, static_cast<std::size_t>(g_engine->top(i) - live));
  }
}

void step(std::size_t thread) {
  World& world = g_engine->world;
  world.threads[thread].life = Life::running;
  world.current = thread;
  g_engine->is_inside = false;
  switch_to(world.threads[thread].context, g_engine->context);
  g_engine->is_inside = true;
  world.current = 0;
  for (std::size_t i = 0; i < world.born; ++i) {
    const Thread& other = world.threads[i];
    if (other.life != Life::announced) continue;
    std::byte* const low = g_engine->top(i) - kDeepest;
    auto* const live = static_cast<std::byte*>(other.context);
    // Nobody else's dead stack was used.
    if (i == thread && live > low) std::memset(low, 0, static_cast<std::size_t>(live - low));
  }
}

// A state on the path.
struct Left {
  std::size_t at = 0;  // in the copies
  std::array<std::uint8_t, kThreads> open{};
  std::size_t count = 0;
};

class Search {
 public:
  Search() { seen_.set_empty_key(0); }

  void run() {
    g_engine->world.living = 0;
    create(nullptr, nullptr);
    g_engine->world.threads[0].life = Life::announced;
    take(0);
    while (!path_.empty()) {
      Left& top = path_.back();
      if (top.count == 0) {
        end_ = top.at;
        path_.pop_back();
        is_here_ = false;
        continue;
      }
      if (!is_here_) restore(top.at);
      take(top.open[--top.count]);
    }
  }

  std::uint64_t states() const { return seen_.size(); }
  std::uint64_t transitions() const { return transitions_; }

 private:
  void take(std::size_t thread) {
    step(thread);
    ++transitions_;
    const std::size_t bytes = copy();
    is_here_ = false;
    if (!seen_.insert(XXH3_64bits(copies_.data() + end_, bytes) | 1).second) return;
    is_here_ = true;
    Left& left = path_.emplace_back();
    left.at = end_;
    end_ += bytes;
    for (std::size_t i = g_engine->world.born; i-- > 0;) {
      if (can_move(g_engine->world.threads[i])) {
        left.open[left.count++] = static_cast<std::uint8_t>(i);
      }
    }
  }

  // To the end of the copies; returns how much.
  std::size_t copy() {
    std::size_t bytes = 0;
    for_each_piece([&](void*, std::size_t size) { bytes += size; });
    if (copies_.size() < end_ + bytes) copies_.resize((end_ + bytes) * 2);
    std::byte* to = copies_.data() + end_;
    for_each_piece([&](void* from, std::size_t size) {
      std::memcpy(to, from, size);
      to += size;
    });
    return bytes;
  }

  void restore(std::size_t at) {
    const std::byte* from = copies_.data() + at;
    // The World comes first, and tells where the stacks are.
    for_each_piece([&](void* to, std::size_t size) {
      std::memcpy(to, from, size);
      from += size;
    });
  }

  google::dense_hash_set<std::uint64_t> seen_;
  std::vector<std::byte> copies_ = std::vector<std::byte>(std::size_t{1} << 20);
  std::size_t end_ = 0;
  std::vector<Left> path_;
  bool is_here_ = false;  // the program is in the path's last state
  std::uint64_t transitions_ = 0;
};

void* allocate(std::size_t bytes) {
  const std::size_t slots = bytes == 0 ? 1 : (bytes + kSlot - 1) / kSlot;
  World& world = g_engine->world;
  const std::uint64_t wanted = slots >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << slots) - 1;
  for (std::size_t first = 0; first + slots <= kSlots; ++first) {
    if ((world.used >> first & wanted) != 0) continue;
    world.used |= wanted << first;
    world.lengths[first] = static_cast<std::uint8_t>(slots);
    return std::memset(g_engine->heap + first * kSlot, 0, slots * kSlot);
  }
  std::abort();
}

void give_back(std::byte* block) {
  World& world = g_engine->world;
  const auto first = static_cast<std::size_t>(block - g_engine->heap) / kSlot;
  const std::size_t slots = world.lengths[first];
  world.used &= ~(((std::uint64_t{1} << slots) - 1) << first);
  world.lengths[first] = 0;
  std::memset(block, 0, slots * kSlot);  // as long as it lies below others
}

bool is_program() { return g_engine != nullptr && !g_engine->is_inside; }

}  // namespace

// Libraries are to find these, too.
#pragma GCC visibility push(default)
extern "C" {

void* malloc(std::size_t bytes) { return is_program() ? allocate(bytes) : __libc_malloc(bytes); }
void free(void* block) {
  auto* const bytes = static_cast<std::byte*>(block);
  const bool is_ours = g_engine != nullptr && bytes >= g_engine->heap &&
                       bytes < g_engine->heap + sizeof g_engine->heap;
  is_ours ? give_back(bytes) : __libc_free(block);
}

int pthread_create(pthread_t* handle, const pthread_attr_t*, void* (*routine)(void*),
                   void* argument) {
  World& world = g_engine->world;
  const std::size_t id = create(routine, argument);
  *handle = id;
  Thread& me = self();
  world.current = id;
  switch_to(world.threads[id].context, me.context);
  return 0;
}

int pthread_join(pthread_t handle, void**) {
  Thread& other = g_engine->world.threads[handle];
  if (other.life != Life::exited) announce(Kind::join, &other);
  return 0;
}

// The first word is 1 while somebody holds it.
int pthread_mutex_lock(pthread_mutex_t* mutex) noexcept {
  if (!is_program()) return 0;
  announce(Kind::lock, mutex);
  *reinterpret_cast<int*>(mutex) = 1;
  return 0;
}
int pthread_mutex_unlock(pthread_mutex_t* mutex) noexcept {
  if (!is_program()) return 0;
  announce(Kind::access, mutex);
  *reinterpret_cast<int*>(mutex) = 0;
  return 0;
}

void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void** address) { access(address); }
void __tsan_vptr_update(void** address, void* value) {
  if (*address != value) access(address);
}
#define NAIVE_ACCESS(size)                                   \
  void __tsan_read##size(void* address) { access(address); } \
  void __tsan_write##size(void* address) { access(address); }
NAIVE_ACCESS(1)
NAIVE_ACCESS(2)
NAIVE_ACCESS(4)
NAIVE_ACCESS(8)
NAIVE_ACCESS(16)
void __tsan_read_range(void* address, unsigned long) { access(address); }
void __tsan_write_range(void* address, unsigned long) { access(address); }

int __tsan_atomic32_load(const volatile int* address, int) {
  announce(Kind::access, const_cast<int*>(address));
  return *address;
}
void __tsan_atomic32_store(volatile int* address, int value, int) {
  announce(Kind::access, const_cast<int*>(address));
  *address = value;
}
int __tsan_atomic32_fetch_add(volatile int* address, int value, int) {
  announce(Kind::access, const_cast<int*>(address));
  const int before = *address;
  *address = before + value;
  return before;
}

}  // extern "C"
#pragma GCC visibility pop

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s sync|all ARGUMENTS\n", argv[0]);
    return 2;
  }
  void* const memory =
      ::mmap(nullptr, sizeof(Engine), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  g_engine = new (memory) Engine;
  g_engine->all_points = std::string_view(argv[1]) == "all";
  g_engine->argc = argc - 1;
  g_engine->argv = argv + 1;
  const auto begin = std::chrono::steady_clock::now();
  Search search;
  search.run();
  const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
  std::printf("%llu %llu %.6f\n", static_cast<unsigned long long>(search.states()),
              static_cast<unsigned long long>(search.transitions()), spent.count());
}
