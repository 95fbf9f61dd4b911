#include "monitors/misuse.hpp"

#include <cstdio>

#include "runtime/scheduler.hpp"
#include "runtime/step_accesses.hpp"

namespace heddle::native {
namespace {

struct MisuseText {
  MisuseText(const char* sentence, ThreadId other) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    std::snprintf(text, sizeof text, sentence, ThreadWord(world().current).text,
                  ThreadWord(other).text);
#pragma GCC diagnostic pop
  }
  char text[256];
};

}  // namespace

ThreadWord::ThreadWord(ThreadId thread) {
  if (thread == kMainThread) {
    std::snprintf(text, sizeof text, "main");
  } else {
    std::snprintf(text, sizeof text, "thread %u", unsigned{index(thread)});
  }
}

void fail_for_misuse(ObjectId object, const char* sentence, ThreadId other) {
  scheduler().fail(FailureKind::misuse, MisuseText(sentence, other).text,
                   static_cast<std::uint64_t>(object));
}

void report_misuse(ObjectId object, const char* sentence, ThreadId other) {
  scheduler().report(FailureKind::misuse, MisuseText(sentence, other).text,
                     static_cast<std::uint64_t>(object));
}

// Held mutexes decide what counts as shared memory.
void note_taken(Thread& thread, ObjectId mutex) {
  step_accesses().forget_all();
  ++thread.held_count;
  thread.held_sum += static_cast<std::uint64_t>(mutex);
}

void note_released(Thread& thread, ObjectId mutex) {
  if (thread.held_count == 0) return;  // it was locked before the exploration began
  step_accesses().forget_all();
  --thread.held_count;
  thread.held_sum -= static_cast<std::uint64_t>(mutex);
}

void report_held_mutexes(const Thread& thread) {
  if (thread.held_count == 1) {
    return report_misuse(ObjectId{thread.held_sum}, "%s exits while holding a mutex");
  }
  char text[128];
  std::snprintf(text, sizeof text, "%%s exits while holding %llu mutexes",
                static_cast<unsigned long long>(thread.held_count));
  report_misuse(kNoObject, text);
}

}  // namespace heddle::native
