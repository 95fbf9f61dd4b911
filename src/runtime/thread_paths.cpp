#include <sys/syscall.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "core/check.hpp"
#include "runtime/real_functions.hpp"
#include "runtime/scheduler.hpp"

namespace heddle::native {

bool ThreadPaths::has_room(ThreadId parent, std::uint16_t ordinal) const {
  if (size_ < kMaxThreads - 1) return true;
  for (std::size_t id = 1; id < size_; ++id) {
    if (names_[id].parent == parent && names_[id].ordinal == ordinal) return true;
  }
  return false;
}

ThreadId ThreadPaths::child(ThreadId parent, std::uint16_t ordinal) {
  for (std::size_t id = 1; id < size_; ++id) {
    if (names_[id].parent == parent && names_[id].ordinal == ordinal) return thread_id(id);
  }
  if (shared_ != nullptr) return shared_child(parent, ordinal);
  HEDDLE_CHECK(size_ < kMaxThreads - 1, "more than a thousand threads");
  names_[size_] = {parent, ordinal};
  return thread_id(size_++);
}

void ThreadPaths::share(std::atomic<std::uint64_t>* table, std::atomic<std::uint64_t>* wanted) {
  shared_ = table;
  wanted_ = wanted;
  const std::size_t known = std::exchange(size_, 1);
  for (std::size_t id = 1; id < known; ++id) {
    const ThreadId shared = shared_child(names_[id].parent, names_[id].ordinal);
    HEDDLE_CHECK(shared == thread_id(id), "a thread has another id in another process");
  }
}

// Enters the path at this place if it is free.  Returns the path that is there.
std::uint64_t ThreadPaths::enter(std::atomic<std::uint64_t>& place, std::uint64_t path) const {
  std::uint64_t there = 0;
  if (wanted_ == nullptr) return place.compare_exchange_strong(there, path) ? path : there;
  constexpr timespec kBetweenLooks{0, 50'000};
  while ((there = place.load()) == 0) {
    wanted_->store(path);
    raw_syscall(SYS_nanosleep, reinterpret_cast<long>(&kBetweenLooks));
  }
  return there;
}

// Enters the path at the first free place, unless another process has entered it meanwhile.
ThreadId ThreadPaths::shared_child(ThreadId parent, std::uint16_t ordinal) {
  const std::uint64_t mine = (std::uint64_t{index(parent)} << 16U | ordinal) + 1;
  for (std::size_t id = 1; id < kMaxThreads - 1; ++id) {
    const std::uint64_t there = enter(shared_[id], mine);
    names_[id] = {thread_id((there - 1) >> 16U), static_cast<std::uint16_t>(there - 1)};
    size_ = std::max(size_, id + 1);
    if (there == mine) return thread_id(id);
  }
  HEDDLE_CHECK(false, "more than a thousand threads");
}

bool ThreadPaths::name(ThreadId thread, std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return thread == kMainThread && path == "0";
  std::uint16_t ordinal = 0;
  const auto [end, error] =
      std::from_chars(path.data() + dot + 1, path.data() + path.size(), ordinal);
  if (error != std::errc{} || end != path.data() + path.size()) return false;
  for (std::size_t id = 0; id < size_; ++id) {
    if (text(thread_id(id)) != path.substr(0, dot)) continue;
    return has_room(thread_id(id), ordinal) && child(thread_id(id), ordinal) == thread;
  }
  return false;
}

std::string ThreadPaths::text(ThreadId thread) const {
  if (thread == kMainThread) return "0";
  const Name& name = names_[index(thread)];
  return text(name.parent) + "." + std::to_string(name.ordinal);
}

}  // namespace heddle::native
