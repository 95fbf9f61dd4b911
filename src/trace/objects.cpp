#include "trace/objects.hpp"

#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/file_object.hpp"

namespace heddle::trace {
namespace {

// In rising order of how much a kind says: an object is named by the strongest use made of it.
enum class ObjectKind : std::uint8_t {
  none,
  memory,
  futex,
  atomic,
  once,
  barrier,
  semaphore,
  condition,
  spin_lock,
  rwlock,
  mutex
};
constexpr std::array<std::string_view, 11> kWords = {
    "object",    "memory",    "futex",     "atomic",          "once flag", "barrier",
    "semaphore", "condition", "spin lock", "read-write lock", "mutex"};

ObjectKind kind_of(OpKind kind) {
  switch (kind) {
    case OpKind::mutex_lock:
    case OpKind::mutex_trylock:
    case OpKind::mutex_timedlock:
    case OpKind::mutex_unlock:
      return ObjectKind::mutex;
    case OpKind::rwlock_rdlock:
    case OpKind::rwlock_tryrdlock:
    case OpKind::rwlock_timedrdlock:
    case OpKind::rwlock_wrlock:
    case OpKind::rwlock_trywrlock:
    case OpKind::rwlock_timedwrlock:
    case OpKind::rwlock_unlock:
      return ObjectKind::rwlock;
    case OpKind::spin_lock:
    case OpKind::spin_trylock:
    case OpKind::spin_unlock:
      return ObjectKind::spin_lock;
    case OpKind::barrier_wait:
    case OpKind::barrier_wake:
      return ObjectKind::barrier;
    case OpKind::cond_wait:
    case OpKind::cond_wake:
    case OpKind::cond_signal:
    case OpKind::cond_broadcast:
      return ObjectKind::condition;
    case OpKind::sem_post:
    case OpKind::sem_wait:
    case OpKind::sem_trywait:
    case OpKind::sem_timedwait:
    case OpKind::sem_value:
      return ObjectKind::semaphore;
    case OpKind::futex_wait:
    case OpKind::futex_wake_up:
    case OpKind::futex_wake:
    case OpKind::futex_requeue:
    case OpKind::futex_requeue_refused:
      return ObjectKind::futex;
    case OpKind::once_begin:
    case OpKind::once_end:
    case OpKind::once_abort:
      return ObjectKind::once;
    case OpKind::atomic_load:
    case OpKind::atomic_store:
    case OpKind::atomic_exchange:
    case OpKind::atomic_update:
    case OpKind::atomic_compare_exchange:
      return ObjectKind::atomic;
    case OpKind::read:
    case OpKind::write:
    case OpKind::await:
      return ObjectKind::memory;
    default:
      return ObjectKind::none;
  }
}

constexpr std::uint64_t kPseudoObjects = 0xfffe'0000'0000'0000ULL;

// The objects of a trace in order of appearance, with the kind that their uses show.
class Appearances {
 public:
  void note(const Operation& operation) {
    note(operation.object, kind_of(operation.kind));
    // For other operations the second object is not an object, but a value that distinguishes two
    // calls.
    if (operation.kind == OpKind::cond_wait || operation.kind == OpKind::cond_wake) {
      note(operation.second, ObjectKind::mutex);
    } else if (operation.kind == OpKind::futex_requeue) {
      note(operation.second, ObjectKind::futex);
    }
  }
  const std::vector<std::pair<ObjectId, ObjectKind>>& list() const { return list_; }

 private:
  void note(ObjectId object, ObjectKind kind) {
    if (object == kNoObject || object == kFiles || object == kKernel || object == kClock ||
        static_cast<std::uint64_t>(object) >= kPseudoObjects) {
      return;
    }
    const auto [known, is_new] = position_.try_emplace(object, list_.size());
    if (is_new) list_.emplace_back(object, kind);
    ObjectKind& strongest = list_[known->second].second;
    if (kind > strongest) strongest = kind;
  }

  std::map<ObjectId, std::size_t> position_;
  std::vector<std::pair<ObjectId, ObjectKind>> list_;
};

}  // namespace

ObjectNames::ObjectNames(const Trace& trace, const VariableName& variable, ValueText value)
    : value_(std::move(value)) {
  Appearances appearances;
  for (const Step& step : trace.steps) appearances.note(step.operation);
  for (const Blocked& blocked : trace.blocked) appearances.note(blocked.operation);

  std::array<int, kWords.size()> numbers{};
  for (const auto& [object, kind] : appearances.list()) {
    std::string name = variable ? variable(object) : std::string();
    if (name.empty()) {
      const auto slot = static_cast<std::size_t>(kind);
      name = std::string(kWords[slot]) + ' ' + std::to_string(++numbers[slot]);
    }
    names_.emplace(object, std::move(name));
  }
}

std::string ObjectNames::operator()(ObjectId object) const {
  if (object == kNoObject) return "";
  if (object == kFiles) return "files";
  if (object == kKernel) return "a descriptor";
  if (object == kClock) return "the clock";
  if (const auto found = names_.find(object); found != names_.end()) return found->second;
  const auto bare = static_cast<std::uint64_t>(object);
  const ThreadId thread = thread_id(bare & 0xffff);
  const std::string who =
      thread == kMainThread ? "main" : "thread " + std::to_string(index(thread));
  if (object == end_of(thread)) return "the end of " + who;
  if (object == token_of(thread)) return "the wake-up of " + who;
  return "an unnamed object";
}

std::string ObjectNames::value(ObjectId object, std::uint64_t value, unsigned size) const {
  return value_ ? value_(object, value, size) : std::to_string(value);
}

}  // namespace heddle::trace
