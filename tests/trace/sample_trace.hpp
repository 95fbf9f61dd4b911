// A small trace that uses every field of the format.
#pragma once

#include "trace/trace.hpp"

namespace heddle::trace {

inline Trace sample_trace() {
  Trace trace;
  trace.header = {
      "/home/me/bank",        {"--fast", "a \"b\"\n"}, "0aff", "search=dfs:jobs=1", ~0ULL, 2,
      {"20200ff8", "main+16"}};
  trace.modules = {{"/home/me/bank", "0aff"}, {"/lib/libc.so.6", ""}};
  trace.threads = {{kMainThread, "0", "", {}}, {ThreadId{1}, "0.0", "worker", Place{0, 0x40}}};
  trace.objects = {{ObjectId{0x5000}, {0, 0x2000}}, {ObjectId{0x6000}, {kNoModule, 0x6000}}};
  trace.objects[1].incarnation = 7;
  Excerpt& around = trace.objects[1].around;
  around.frames = {{ThreadId{1}, {0, 0x44}, 0x100, 0x140, {1, ~0ULL}}};
  around.blocks = {{0x6000, 24}, {0x7000, 8}};
  around.pointers = {{{0, 0x2008}, 0x7000}, {{kNoModule, 0x7000}, 0x6000}};

  Step create;
  create.thread = kMainThread;
  create.operation.kind = OpKind::thread_create;
  create.is_step = false;
  create.other = ThreadId{1};
  Step lock;
  lock.thread = ThreadId{1};
  lock.operation = {OpKind::mutex_lock, 0, 5, ObjectId{0x5000}, kNoObject, 0, Site{0xffff0010}};
  lock.stack = {{0, 0x10}, {1, 0x20}, {kNoModule, 0x99}};
  Step wait;
  wait.thread = kMainThread;
  wait.operation = {OpKind::cond_wake, 0, 5, ObjectId{0x6000}, ObjectId{0x5000}, 3, kNoSite};
  wait.alternative = 1;
  wait.alternatives = 3;
  wait.outcome = Outcome::timed_out;
  Step load;
  load.thread = ThreadId{1};
  load.operation = {OpKind::atomic_load, 8, 2, ObjectId{0x7000}, kNoObject, 0, kNoSite};
  load.before = ~0ULL;
  load.after = (1ULL << 53) - 1;
  trace.steps = {create, lock, wait, load};

  trace.outputs = {{1, ThreadId{1}, 2, "hello\n"}, {4, kMainThread, 1, "bye"}};
  trace.failure = TraceFailure{FailureKind::crash, "signal 11", ThreadId{1}, {{1, 4}}, 0xdead};
  trace.failure->accounts = {{"heap block freed by", ThreadId{0}, {{1, 8}, {0, 16}}}};
  trace.failure->orders = {{{{ThreadId{1}, 0}, {kMainThread, 0}}}, true};
  trace.blocked = {{kMainThread, lock.operation, ThreadId{1}, {{0, 8}}}};
  return trace;
}

}  // namespace heddle::trace
