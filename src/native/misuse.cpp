#include "native/misuse.hpp"

#include <cstdio>

#include "native/conductor.hpp"

namespace heddle::native {
namespace {

[[noreturn]] void fail(ObjectId object, const char* sentence) {
  conductor().fail(FailureKind::misuse, sentence, static_cast<std::uint64_t>(object));
}

}  // namespace

ThreadWord::ThreadWord(ThreadId thread) {
  if (thread == kMainThread) {
    std::snprintf(text, sizeof text, "main");
  } else {
    std::snprintf(text, sizeof text, "thread %u", unsigned{index(thread)});
  }
}

void fail_for_misuse(ObjectId object, const char* sentence, ThreadId other) {
  char text[256];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  std::snprintf(text, sizeof text, sentence, ThreadWord(world().current).text,
                ThreadWord(other).text);
#pragma GCC diagnostic pop
  fail(object, text);
}

void note_taken(Thread& thread, ObjectId mutex) {
  ++thread.held_count;
  thread.held_sum += static_cast<std::uint64_t>(mutex);
}

void note_released(Thread& thread, ObjectId mutex) {
  if (thread.held_count == 0) return;  // it was locked before the exploration began
  --thread.held_count;
  thread.held_sum -= static_cast<std::uint64_t>(mutex);
}

void fail_for_held_mutexes(const Thread& thread) {
  char text[128];
  const ThreadWord who(thread.id);
  if (thread.held_count == 1) {
    std::snprintf(text, sizeof text, "%s ends while it holds a mutex", who.text);
    fail(ObjectId{thread.held_sum}, text);
  }
  std::snprintf(text, sizeof text, "%s ends while it holds %llu mutexes", who.text,
                static_cast<unsigned long long>(thread.held_count));
  fail(kNoObject, text);
}

}  // namespace heddle::native
